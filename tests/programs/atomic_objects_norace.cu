// atomicCAS and atomicExch of objects of 16 bytes, as a whole; float4 among them.
// CLEAN
// SCHEDULE-DEPENDENT: how often a thread tries atomicCAS
// STDOUT: ^64 2080 64 3 7 1 2$
#include <cstdio>

struct alignas(16) Sum {
  long long count;
  long long sum;
};
struct alignas(16) Pair {
  Pair() = default;
  __host__ __device__ Pair(int a, int b) : first(a), second(b) {}
  int first, second;
};

__device__ Sum total;
__device__ Pair newest;
__device__ float4 vector;

__global__ void adds(int* passed) {
  __shared__ Sum of_block;
  if (threadIdx.x == 0) of_block = {0, 0};
  __syncthreads();
  const int value = blockIdx.x * blockDim.x + threadIdx.x + 1;
  Sum old = {0, 0}, seen;
  do {
    seen = old;
    old = atomicCAS_block(&of_block, seen, Sum{seen.count + 1, seen.sum + value});
  } while (old.count != seen.count || old.sum != seen.sum);
  __syncthreads();
  if (threadIdx.x == 0) {
    old = {0, 0};
    do {
      seen = old;
      old = atomicCAS(&total, seen, Sum{seen.count + of_block.count, seen.sum + of_block.sum});
    } while (old.count != seen.count || old.sum != seen.sum);
  }
  const Pair before = atomicExch(&newest, Pair(value, value));  // Both of one thread.
  if (before.first == before.second) atomicAdd(passed, 1);
}

__global__ void changes_vector() {
  const float4 first = atomicExch(&vector, float4{1, 2, 3, 4});
  if (first.w == 0) atomicExch_system(&vector, float4{5, 6, 7, 8});
  atomicCAS(&vector, float4{5, 6, 7, 8}, float4{1, 2, 3, 7});
  atomicCAS(&vector, float4{5, 6, 7, 8}, float4{9, 9, 9, 9});  // Not there any more.
}

int main() {
  int* passed;
  cudaMallocManaged(&passed, sizeof *passed);
  *passed = 0;
  adds<<<2, 32>>>(passed);
  changes_vector<<<1, 1>>>();
  Sum host;
  float4 last;
  cudaMemcpyFromSymbol(&host, total, sizeof host);
  cudaMemcpyFromSymbol(&last, vector, sizeof last);
  printf("%lld %lld %d %g %g %g %g\n", host.count, host.sum, *passed, last.z, last.w, last.x, last.y);
}
