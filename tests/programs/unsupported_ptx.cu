// An instruction that Fencepost does not have stops the threads that come to it, and only those.
// FINDING: unsupported error none none read@brkpt#7 occurrences=1 message="inline PTX \(brkpt\) is not supported by Fencepost"
#include <cstdio>

__global__ void k(int* out, unsigned only) {
  // Of the statement's parts the predicate is known, and tells who goes on.
  asm volatile(  // @brkpt
      "{ .reg .pred p;\n"
      "  setp.eq.u32 p, %0, %1;\n"
      "  @p brkpt; }" ::"r"(threadIdx.x),
      "r"(only));
  out[threadIdx.x] = threadIdx.x;
}

int main() {
  int* out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  k<<<1, 64>>>(out, 64);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  k<<<1, 64>>>(out, 7);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
