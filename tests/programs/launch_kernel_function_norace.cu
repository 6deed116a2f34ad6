// cudaLaunchKernel, with a plain and with a template kernel.
// CLEAN
// STDOUT: ^3 6 cudaSuccess$
#include <cstdio>

__global__ void set(int* out, int value) { out[threadIdx.x] = value * blockDim.x; }

template <class T>
__global__ void twice(T* out) {
  out[threadIdx.x] *= 2;
}

int main() {
  int* out;
  cudaMallocManaged(&out, 6 * sizeof(int));
  out[2] = 0;
  int value = 1;
  int* tail = out + 3;
  void* arguments[] = {&out, &value};
  cudaError_t error = cudaLaunchKernel((const void*)set, dim3(1), dim3(3), arguments, 0, nullptr);
  void* tail_arguments[] = {&tail, &value};
  cudaLaunchKernel(set, dim3(1), dim3(3), tail_arguments, 0, 0);
  void* twice_arguments[] = {&tail};
  cudaLaunchKernel((void*)twice<int>, dim3(1), dim3(3), twice_arguments, 0, 0);
  cudaDeviceSynchronize();
  printf("%d %d %s\n", out[2], out[5], cudaGetErrorName(error));
}
