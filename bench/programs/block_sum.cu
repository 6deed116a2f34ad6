// What the rules of the memory model cost: one sum, whose threads are ordered in different ways.
//   -DWARP   the last 32 threads of a block go on by __syncwarp() instead of block barriers
//   -DLAST   the last block adds up the blocks' sums (fence, atomic ticket), instead of the next launch
#include "bench_timer.h"

constexpr int kThreads = 256;
constexpr int kBlocks = 512;
constexpr int kReads = 8;

__device__ void block_sum(int* sums, int mine, int* result) {
  int t = threadIdx.x;
  sums[t] = mine;
  __syncthreads();
#ifdef WARP
  for (int half = kThreads / 2; half >= 32; half /= 2) {
#else
  for (int half = kThreads / 2; half > 0; half /= 2) {
#endif
    if (t < half) sums[t] += sums[t + half];
    __syncthreads();
  }
#ifdef WARP
  if (t < 32) {
    for (int half = 16; half > 0; half /= 2) {
      if (t < half) sums[t] += sums[t + half];
      __syncwarp();
    }
  }
#endif
  if (t == 0) *result = sums[0];
}

__global__ void sum(const int* data, int* partial, unsigned* ticket, int* result) {
  __shared__ int sums[kThreads];
  int mine = 0;
  for (int i = 0; i < kReads; ++i) mine += data[(blockIdx.x * kReads + i) * kThreads + threadIdx.x];
  block_sum(sums, mine, &partial[blockIdx.x]);
#ifdef LAST
  __shared__ bool last;
  if (threadIdx.x == 0) {
    __threadfence();
    last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last) {
    __threadfence();
    mine = partial[threadIdx.x] + partial[threadIdx.x + kThreads];
    block_sum(sums, mine, result);
  }
#endif
}

__global__ void sum_of_blocks(const int* partial, int* result) {
  __shared__ int sums[kThreads];
  block_sum(sums, partial[threadIdx.x] + partial[threadIdx.x + kThreads], result);
}

int main() {
  const int count = kBlocks * kThreads * kReads;
  int *data, *partial, *result;
  unsigned* ticket;
  cudaMalloc(&data, count * sizeof(int));
  cudaMalloc(&partial, kBlocks * sizeof(int));
  cudaMalloc(&result, sizeof(int));
  cudaMalloc(&ticket, sizeof(unsigned));
  cudaMemset(data, 0, count * sizeof(int));
  cudaMemset(ticket, 0, sizeof(unsigned));
  const int one = 1;
  cudaMemcpy(data + count - 1, &one, sizeof(int), cudaMemcpyHostToDevice);
  const double seconds = median_seconds(5, [&] {
    sum<<<kBlocks, kThreads>>>(data, partial, ticket, result);
#ifndef LAST
    sum_of_blocks<<<1, kThreads>>>(partial, result);
#endif
  });
  int total = 0;
  cudaMemcpy(&total, result, sizeof(int), cudaMemcpyDeviceToHost);
  // Of each block: kReads of each thread, one write, three accesses for each of the kThreads - 1 additions.
  print_result(seconds, kBlocks * (kThreads * (kReads + 1.0) + 3.0 * (kThreads - 1) + 2), kBlocks * kThreads * 9.0,
               total == 1);
}
