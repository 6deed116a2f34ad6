// cudaDeviceSynchronize() in a kernel, as until CUDA 11, is refused by its name.
// COMPILE: -rdc=true -lcudadevrt
// FINDING: unsupported error none none *@wait message="cudaDeviceSynchronize in a kernel, which CUDA 12 no longer has"
#include <cuda_runtime.h>

__global__ void fill(int* data) { data[threadIdx.x] = 1; }

__global__ void start(int* data) {
  fill<<<1, 32>>>(data);
  cudaDeviceSynchronize();  // @wait
}

int main() {
  int* data;
  cudaMalloc(&data, 32 * sizeof(int));
  start<<<1, 1>>>(data);
  cudaDeviceSynchronize();
}
