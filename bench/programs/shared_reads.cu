// The cost of an access to shared memory: every thread reads the block's tile again and again.
#include "bench_timer.h"

constexpr int kRounds = 64;

__global__ void read(int* result) {
  __shared__ int tile[256];
  tile[threadIdx.x] = 1;
  __syncthreads();
  int sum = 0;
  for (int k = 0; k < kRounds; ++k) sum += tile[(threadIdx.x + k) % 256];
  result[blockIdx.x * 256 + threadIdx.x] = sum;
}

int main() {
  const int blocks = 1024;
  int* result;
  cudaMalloc(&result, blocks * 256 * sizeof(int));
  const double seconds = median_seconds(7, [&] { read<<<blocks, 256>>>(result); });
  int last = 0;
  cudaMemcpy(&last, result + blocks * 256 - 1, sizeof(int), cudaMemcpyDeviceToHost);
  print_result(seconds, blocks * 256.0 * (kRounds + 2), blocks * 256.0, last == kRounds);
}
