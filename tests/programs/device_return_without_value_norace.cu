// A function of kernels that may return without the value it promises, of which nvcc only warns.
// COMPILE: -w
// CLEAN
// STDOUT: ^4 6$
#include <cstdio>

template <typename T>
__device__ bool is_even(T number) {
  if (number < 0) return;
  return number % 2 == 0;
}

__global__ void even(const int* numbers, bool* result) { result[threadIdx.x] = is_even(numbers[threadIdx.x]); }

int main() {
  int* numbers;
  bool* result;
  cudaMallocManaged(&numbers, 3 * sizeof(int));
  cudaMallocManaged(&result, 3);
  for (int i = 0; i < 3; ++i) numbers[i] = 4 + i;
  even<<<1, 3>>>(numbers, result);
  cudaDeviceSynchronize();
  for (int i = 0; i < 3; ++i) {
    if (result[i]) std::printf(i == 2 ? "%d\n" : "%d ", numbers[i]);
  }
  cudaFree(numbers);
  cudaFree(result);
}
