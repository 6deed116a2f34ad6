// Between variables lies what no kernel has, also where the linker leaves out what nobody uses: beyond `table` is not `other`.
// COMPILE: -Xlinker --gc-sections
// FINDING: out-of-bounds error shared none read@read#58 object=table bytes=256 offset=256 element=table[64] occurrences=6
#include <cuda_runtime.h>

__global__ void first(int* out, int beyond) {
  __shared__ int table[64];
  table[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = table[threadIdx.x + beyond];  // @read
}

__global__ void second(int* out) {
  __shared__ int other[1024];
  other[threadIdx.x] = 1;
  out[threadIdx.x] = other[threadIdx.x];
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  second<<<1, 64>>>(out);
  first<<<1, 64>>>(out, 6);
  cudaDeviceSynchronize();
}
