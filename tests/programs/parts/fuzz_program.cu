// For test_fuzz.py: a program whose arguments, file and standard input decide what goes wrong. With 64 and the number 5
// in both nothing does.
#include <cstdio>
#include <cstdlib>

// One thread too many goes on, if n is no multiple of 64.
__global__ void fill(int* a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > n) return;
  a[i] = i;
}

__global__ void note(int* a, int from_file, int from_input) {
  if (from_file == 4711) a[0] = threadIdx.x;
  if (from_input == 1213) a[1] = threadIdx.x;
}

int number_in(std::FILE* file) {
  int number = 5;
  if (file == nullptr || std::fscanf(file, "%d", &number) != 1) return 5;
  return number;
}

int main(int count, char** words) {
  const int n = count > 1 ? std::atoi(words[1]) : 64;
  if (n < 1 || n > 100000) return 1;
  std::FILE* const file = count > 2 ? std::fopen(words[2], "r") : nullptr;
  int* a = nullptr;
  cudaMalloc(&a, n * sizeof(int));
  fill<<<(n + 63) / 64, 64>>>(a, n);
  if (n > 1) note<<<1, 32>>>(a, number_in(file), number_in(stdin));
  const cudaError_t status = cudaDeviceSynchronize();
  cudaFree(a);
  return status == cudaSuccess ? 0 : 1;
}
