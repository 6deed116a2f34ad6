// Elements into the order of their digits, stable: partitions are sorted all at once, then inserted one by one.
//
// Paper: D. van Oorschot, "Let's sort this out: GPGPU Verification of Radix Sort", University of Twente, 2020,
// figure 2 and the text below it. There are as many threads as elements in the first step, and as elements of a
// partition in the second, where algorithm 2 (parallel_reorder.cuh) has one for each digit.
#pragma once

// Elements of a partition, and threads of a block in both steps.
constexpr int kPartition = 64;

// First step: block p sorts partition p of N elements by their digits. Thread i's element has as many before it as
// there are elements in the partition with a smaller digit, or with the same digit and to its left.
template <class T>
__device__ void sort_partition(const T* input, const int* partial_input, T* sorted, int* sorted_digits, int N) {
  __shared__ int digits[kPartition];
  int tid = threadIdx.x;
  int first = blockIdx.x * kPartition;
  int size = N - first < kPartition ? N - first : kPartition;
  if (tid < size) {
    digits[tid] = partial_input[first + tid];
  }
  __syncthreads();
  if (tid < size) {
    int digit = digits[tid];
    int rank = 0;
    for (int i = 0; i < size; ++i) {
      int other = digits[i];
      if (other < digit || (other == digit && i < tid)) {
        rank = rank + 1;
      }
    }
    sorted[first + rank] = input[first + tid];
    sorted_digits[first + rank] = digit;
  }
}

// Second step: one block inserts the sorted partitions. prefixsum[k], at the start, is the number of elements whose
// digit is less than k; at the end, that of those whose digit is k or less. For radices up to 256.
template <class T>
__device__ void insert_partitions(const T* sorted, const int* sorted_digits, T* output, int* prefixsum, int N) {
  __shared__ int run_begin[256];  // Of each digit that occurs in the partition: the place of its first element.
  int tid = threadIdx.x;
  for (int first = 0; first < N; first += kPartition) {
    int i = first + tid;
    bool in = i < N;
    int digit = in ? sorted_digits[i] : 0;
    bool begins = in && (tid == 0 || sorted_digits[i - 1] != digit);
    bool ends = in && (tid == kPartition - 1 || i == N - 1 || sorted_digits[i + 1] != digit);
    if (begins) {
      run_begin[digit] = tid;
    }
    __syncthreads();

    // The elements of one digit are neighbours: each knows its place from the first.
    if (in) {
      output[prefixsum[digit] + tid - run_begin[digit]] = sorted[i];
    }
    __syncthreads();

    // The last of each digit counts them, for the next partition.
    if (ends) {
      prefixsum[digit] = prefixsum[digit] + tid - run_begin[digit] + 1;
    }
    __syncthreads();
  }
}
