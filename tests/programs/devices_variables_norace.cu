// Each device has its own of a __device__ and a __constant__ variable; those of two devices have nothing to do with each
// other.
// OPTIONS: --devices 4
// CLEAN
#include <cstdlib>

__device__ int counter = 100;
__device__ int table[1000];
__constant__ int factor = 1;

__global__ void count(int* result) {
  atomicAdd(&counter, factor);
  table[threadIdx.x] = factor;
  if (threadIdx.x == 0) *result = factor;
}

void check(bool right) {
  if (!right) std::abort();
}

int main() {
  int n = 0, *results[4];
  check(cudaGetDeviceCount(&n) == cudaSuccess && n == 4);
  for (int device = 0; device < n; ++device) {
    cudaSetDevice(device);
    cudaMalloc(&results[device], sizeof(int));
    if (device != 2) cudaMemcpyToSymbol(factor, &device, sizeof device);
  }
  for (int device = n - 1; device >= 0; --device) {
    cudaSetDevice(device);
    count<<<1, 32>>>(results[device]);
  }
  for (int device = 0; device < n; ++device) {
    cudaSetDevice(device);
    int result, value, last;
    cudaMemcpy(&result, results[device], sizeof result, cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(&value, counter, sizeof value);
    cudaMemcpyFromSymbol(&last, table, sizeof last, 31 * sizeof(int));
    const int expected = device != 2 ? device : 1;
    check(result == expected && value == 100 + 32 * expected && last == expected);
  }
  cudaSetDevice(3);
  cudaDeviceReset();
  int value;
  cudaMemcpyFromSymbol(&value, counter, sizeof value);
  check(value == 100);
  cudaSetDevice(1);
  cudaMemcpyFromSymbol(&value, counter, sizeof value);
  check(value == 132);
}
