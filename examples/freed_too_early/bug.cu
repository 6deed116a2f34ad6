// A table is freed between two kernels that both use it.
// FINDING: use-after-free error global none read@r object=table bytes=256 occurrences=64
#include <cstdio>

__global__ void fill(int* table) { table[threadIdx.x] = threadIdx.x; }

__global__ void look_up(const int* table, int* out) {
  out[threadIdx.x] = table[63 - threadIdx.x];  // @r
}

int main() {
  int *table, *out, first;
  cudaMalloc(&table, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  fill<<<1, 64>>>(table);
  cudaFree(table);
  look_up<<<1, 64>>>(table, out);
  cudaMemcpy(&first, out, sizeof(int), cudaMemcpyDeviceToHost);
  printf("out[0] is %d\n", first);
  cudaFree(out);
}
