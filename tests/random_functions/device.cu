// The functions in a kernel, each by a thread with memory of its own.
#define HD __host__ __device__
#include <cstdio>

#include "cases.h"

__global__ void run(Memory* memories, long* results, unsigned long* summaries) {
  const int number = blockIdx.x * blockDim.x + threadIdx.x;
  if (number >= kFunctions * kInputs) return;
  Memory* const memory = memories + number;
  const int input = number % kInputs;
  set_up(memory, input);
  results[number] = call(number / kInputs, memory, argument(input, 0), argument(input, 1));
  summaries[number] = summary(memory);
}

int main() {
  constexpr int kThreads = kFunctions * kInputs;
  Memory* memories;
  long* results;
  unsigned long* summaries;
  cudaMalloc(&memories, kThreads * sizeof(Memory));
  cudaMallocManaged(&results, kThreads * sizeof(long));
  cudaMallocManaged(&summaries, kThreads * sizeof(unsigned long));
  run<<<(kThreads + 31) / 32, 32>>>(memories, results, summaries);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  for (int i = 0; i < kThreads; ++i) {
    std::printf("f%d(%d) is %ld, leaves %lx\n", i / kInputs, i % kInputs, results[i], summaries[i]);
  }
}
