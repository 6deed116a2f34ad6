// All atomic functions, by many blocks at once and within each: no update is lost, also where blocks run one at a time
// and no other OS thread can come between a load and a store.
// CLEAN
// STDOUT: ^0 of 42 wrong$
// SCHEDULE-DEPENDENT: how often a thread tries atomicCAS
#include <cstdio>

constexpr int kBlocks = 96, kThreads = 64, kAll = kBlocks * kThreads;

template <class T>
struct Words {
  T add, sub, least, greatest, exchanged, sum_of_exchanged, counted, zero_bits, one_bits, odd_bits;
};

template <class T>
__device__ void count_by_cas(T* word) {
  T seen = *(volatile T*)word, before;
  do {
    before = seen;
    seen = atomicCAS(word, before, before + 1);
  } while (seen != before);
}

// By thread `i` of those that come to `w`.
template <class T>
__device__ void update(Words<T>& w, int i) {
  atomicAdd(&w.add, T(i));
  atomicMin(&w.least, T(1000 - i % 512));
  atomicMax(&w.greatest, T(i % 512));
  atomicAdd(&w.sum_of_exchanged, atomicExch(&w.exchanged, T(i)));
  count_by_cas(&w.counted);
  atomicAnd(&w.zero_bits, T(~(1 << (i % 16))));
  atomicOr(&w.one_bits, T(1 << (i % 16)));
  atomicXor(&w.odd_bits, T(1 << (i % 3)));
}

struct All {
  Words<int> i;
  Words<unsigned> u;
  Words<unsigned long long> w;
  unsigned increased, decreased;
  float f;
  double d;
};

__device__ void update_all(All& a, int i) {
  update(a.i, i);
  update(a.u, i);
  update(a.w, i);
  atomicSub(&a.i.sub, i);
  atomicSub(&a.u.sub, unsigned(i));
  atomicInc(&a.increased, 9);
  atomicDec(&a.decreased, 9);
  atomicAdd(&a.f, 1.0f);
  atomicAdd(&a.d, 0.5);
}

__device__ void begin(All& a) {
  memset(&a, 0, sizeof a);
  a.i.least = a.u.least = a.w.least = 5000;
  a.i.zero_bits = a.u.zero_bits = a.w.zero_bits = 0xFFFF;
}

__device__ All in_device_memory;

__global__ void set_up() { begin(in_device_memory); }

__global__ void work(All* of_blocks) {
  __shared__ All in_shared_memory;
  if (threadIdx.x == 0) begin(in_shared_memory);
  __syncthreads();
  update_all(in_device_memory, blockIdx.x * kThreads + threadIdx.x);
  update_all(in_shared_memory, threadIdx.x);
  __syncthreads();
  if (threadIdx.x == 0) of_blocks[blockIdx.x] = in_shared_memory;
}

int wrong = 0, looked = 0;
void expect(bool right) { ++looked, wrong += !right; }

template <class T>
void check(const Words<T>& w, int n) {
  const int last = n < 512 ? n - 1 : 511;
  expect(w.add == T(n * (n - 1) / 2));
  expect(w.least == T(1000 - last) && w.greatest == T(last));
  expect(w.sum_of_exchanged + w.exchanged == T(n * (n - 1) / 2));
  expect(w.counted == T(n));
  expect(w.zero_bits == 0 && w.one_bits == 0xFFFF);
  T odd = 0;
  for (int i = 0; i < n; ++i) odd ^= T(1 << (i % 3));
  expect(w.odd_bits == odd);
}

void check(const All& a, int n) {
  check(a.i, n);
  check(a.u, n);
  check(a.w, n);
  expect(a.i.sub == -n * (n - 1) / 2 && a.u.sub == unsigned(-n * (n - 1) / 2));
  expect(a.increased == unsigned(n % 10) && a.decreased == unsigned((10 - n % 10) % 10));
  expect(a.f == n && a.d == n * 0.5);
}

int main() {
  All *of_blocks, of_host[kBlocks], all;
  cudaMalloc(&of_blocks, sizeof of_host);
  set_up<<<1, 1>>>();
  work<<<kBlocks, kThreads>>>(of_blocks);
  cudaMemcpy(of_host, of_blocks, sizeof of_host, cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbol(&all, in_device_memory, sizeof all);
  check(all, kAll);
  int wrong_blocks = 0;
  const int before = wrong, looked_before = looked;
  for (const All& of_block : of_host) {
    wrong = looked = 0;
    check(of_block, kThreads);
    wrong_blocks += wrong;
  }
  printf("%d of %d wrong\n", before + wrong_blocks, looked_before + looked);
  cudaFree(of_blocks);
}
