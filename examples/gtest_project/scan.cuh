#pragma once

// Inclusive prefix sums of one block, in place: Hillis and Steele's algorithm.
template <int kThreads>
__global__ void scan(int* data) {
  __shared__ int sums[kThreads];
  const int t = threadIdx.x;
  sums[t] = data[t];
  for (int distance = 1; distance < kThreads; distance *= 2) {
    __syncthreads();
    const int left = t >= distance ? sums[t - distance] : 0;
    // What is missing here: __syncthreads();
    sums[t] += left;
  }
  data[t] = sums[t];
}

// The same without the barriers of the loop, to show that a test sees it.
template <int kThreads>
__global__ void scan_without_barriers(int* data) {
  __shared__ int sums[kThreads];
  const int t = threadIdx.x;
  sums[t] = data[t];
  __syncthreads();
  for (int distance = 1; distance < kThreads; distance *= 2) {
    const int left = t >= distance ? sums[t - distance] : 0;  // @read
    sums[t] += left;                                          // @write
  }
  data[t] = sums[t];
}
