// A kernel behind an assignment or comparison operator is still a kernel.
// CLEAN
#include <cstdio>

struct Pair {
  int a, b;
};

inline __device__ void operator+=(Pair& p, Pair q) {
  p.a += q.a;
  p.b += q.b;
}
__global__ void add(Pair* out) { out[threadIdx.x] += Pair{1, 2}; }

inline __device__ bool operator==(Pair p, Pair q) { return p.a == q.a && p.b == q.b; }
__global__ void equal(const Pair* in, int* out) { out[threadIdx.x] = in[threadIdx.x] == Pair{1, 2}; }

inline __device__ Pair& operator<<=(Pair& p, int n) { return p.a <<= n, p; }
__global__ void shift(Pair* out) { out[threadIdx.x] <<= 3; }

struct Cell {
  int value;
  __device__ Cell& operator-=(int n) { return value -= n, *this; }
  Cell& operator=(const Cell&) = default;
  __device__ bool operator!=(const Cell& other) const { return value != other.value; }
};
__global__ void subtract(Cell* out, int* differ) {
  Cell before{out[threadIdx.x].value};
  out[threadIdx.x] -= threadIdx.x;
  differ[threadIdx.x] = before != out[threadIdx.x];
}

int main() {
  Pair* pairs;
  Cell* cells;
  int* flags;
  cudaMallocManaged(&pairs, 32 * sizeof(Pair));
  cudaMallocManaged(&cells, 32 * sizeof(Cell));
  cudaMallocManaged(&flags, 32 * sizeof(int));
  for (int i = 0; i < 32; ++i) pairs[i] = {0, 0}, cells[i].value = 100;
  add<<<1, 32>>>(pairs);
  equal<<<1, 32>>>(pairs, flags);
  cudaDeviceSynchronize();
  for (int i = 0; i < 32; ++i) {
    if (!flags[i]) return printf("pair %d is %d %d\n", i, pairs[i].a, pairs[i].b), 1;
  }
  shift<<<1, 32>>>(pairs);
  subtract<<<1, 32>>>(cells, flags);
  cudaDeviceSynchronize();
  for (int i = 0; i < 32; ++i) {
    if (pairs[i].a != 8 || cells[i].value != 100 - i || flags[i] != (i != 0)) return printf("wrong at %d\n", i), 1;
  }
}
