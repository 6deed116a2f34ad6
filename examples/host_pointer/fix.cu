// Host pointer in a kernel, fixed: memory that both sides can reach.
// CLEAN
// STDOUT: ^filled$
#include <cstdio>

__global__ void fill(int* data) { data[threadIdx.x] = threadIdx.x; }

int main() {
  int* data;
  cudaMallocManaged(&data, 64 * sizeof(int));
  fill<<<1, 64>>>(data);
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; ++i) {
    if (data[i] != i) return printf("data[%d] is %d\n", i, data[i]), 1;
  }
  printf("filled\n");
}
