// A block of 256 threads exchanges its numbers through shared memory, again and again: of each crossing of a barrier,
// with one checked access to shared memory, the time.
#include <cstdio>

#include "bench_timer.h"

constexpr int kThreads = 256, kBlocks = 1024, kTurns = 100;

__global__ void reverse(int* out) {
  __shared__ int s[kThreads];
  const int t = threadIdx.x;
  int sum = t;
  for (int turn = 0; turn < kTurns; ++turn) {
    s[t] = sum + turn;
    __syncthreads();
    sum += s[kThreads - 1 - t];
    __syncthreads();
  }
  out[blockIdx.x * kThreads + t] = sum;
}

int main() {
  int* out;
  cudaMalloc(&out, kBlocks * kThreads * sizeof(int));
  const double seconds = median_seconds(7, [&] { reverse<<<kBlocks, kThreads>>>(out); });
  std::printf("ns/crossing %.3f\n", seconds * 1e9 / (2.0 * kTurns * kBlocks * kThreads));
}
