// Threads count in words that nobody can foretell, in several intervals of a block and in many blocks: a word is one that
// the block has met in this interval, in an earlier one, or not at all. Numbers of 4 and of 8 bytes.
// CLEAN
// STDOUT: ^16384 16384 16384\.0$
#include <cstdio>

__device__ unsigned next(unsigned& state) { return (state = state * 1664525u + 1013904223u) >> 16; }

__global__ void count(int* bins, unsigned long long* wide, double* sums, int n) {
  unsigned state = blockIdx.x * blockDim.x + threadIdx.x;
  for (int round = 0; round < 4; ++round) {
    atomicAdd(&bins[next(state) % n], 1);
    atomicAdd(&wide[next(state) % n], 1ull);
    __syncthreads();
    atomicAdd(&sums[next(state) % n], 1.0);
    if (round % 2 == 0) __syncthreads();
  }
}

int main() {
  const int n = 64;
  int* bins;
  unsigned long long* wide;
  double* sums;
  cudaMalloc(&bins, n * sizeof *bins);
  cudaMalloc(&wide, n * sizeof *wide);
  cudaMalloc(&sums, n * sizeof *sums);
  cudaMemset(bins, 0, n * sizeof *bins);
  cudaMemset(wide, 0, n * sizeof *wide);
  cudaMemset(sums, 0, n * sizeof *sums);
  for (int launch = 0; launch < 2; ++launch) count<<<16, 128>>>(bins, wide, sums, n);
  int counted[n];
  unsigned long long counted_wide[n];
  double summed[n];
  cudaMemcpy(counted, bins, sizeof counted, cudaMemcpyDeviceToHost);
  cudaMemcpy(counted_wide, wide, sizeof counted_wide, cudaMemcpyDeviceToHost);
  cudaMemcpy(summed, sums, sizeof summed, cudaMemcpyDeviceToHost);
  int all = 0;
  unsigned long long all_wide = 0;
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    all += counted[i];
    all_wide += counted_wide[i];
    sum += summed[i];
  }
  printf("%d %llu %.1f\n", all, all_wide, sum);
}
