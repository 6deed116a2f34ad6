// The table is freed after the last kernel that uses it.
// CLEAN
// STDOUT: ^out\[0\] is 63$
#include <cstdio>

__global__ void fill(int* table) { table[threadIdx.x] = threadIdx.x; }

__global__ void look_up(const int* table, int* out) {
  out[threadIdx.x] = table[63 - threadIdx.x];
}

int main() {
  int *table, *out, first;
  cudaMalloc(&table, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  fill<<<1, 64>>>(table);
  look_up<<<1, 64>>>(table, out);
  cudaMemcpy(&first, out, sizeof(int), cudaMemcpyDeviceToHost);
  printf("out[0] is %d\n", first);
  cudaFree(table);
  cudaFree(out);
}
