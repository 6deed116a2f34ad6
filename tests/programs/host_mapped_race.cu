// Mapped memory that a kernel writes, read without waiting.
// FINDING: race error global host-device write@k#7 read@h element=out[7]
#include <cstdio>

__global__ void fill(int* out) {
  out[threadIdx.x] = 1;  // @k
}

int main() {
  int *host, *out;
  cudaHostAlloc(&host, 64 * sizeof(int), cudaHostAllocMapped);
  cudaHostGetDevicePointer(&out, host, 0);
  fill<<<1, 64>>>(out);
  printf("%d\n", host[7]);  // @h
  cudaDeviceSynchronize();
}
