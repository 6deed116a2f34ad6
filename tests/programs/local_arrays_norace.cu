// Local arrays and pointers to locals belong to a thread alone, even across barriers.
// CLEAN
// STDOUT: ^1984$
#include <cstdio>

__device__ __noinline__ void bump(int* value) { *value += 1; }

__global__ void k(int* out) {
  int values[8];
  for (int i = 0; i < 8; ++i) values[i] = threadIdx.x;
  for (int i = 0; i < 8; ++i) {
    __syncthreads();
    bump(&values[(i + threadIdx.x) % 8]);
  }
  int sum = 0;
  for (int i = 0; i < 8; ++i) sum += values[i] - 1;
  atomicAdd(out, sum * (blockIdx.x == 0) / 2);
}

int main() {
  int* out;
  cudaMallocManaged(&out, sizeof(int));
  *out = 0;
  k<<<4, 32>>>(out);
  cudaDeviceSynchronize();
  printf("%d\n", *out);
}
