// Elements into the order of their digits, stable, by one thread for each digit.
//
// Paper: D. van Oorschot, "Let's sort this out: GPGPU Verification of Radix Sort", University of Twente, 2020,
// algorithm 2 and figure 5.
#pragma once

// One block of as many threads as there are digits.
// partial_input[i] is the digit of input[i]. prefixsum[k], at the start, is the number of elements whose digit is less
// than k; at the end, that of those whose digit is k or less.
template <class T>
__device__ void parallel_reorder(const T* input, const int* partial_input, T* output, int* prefixsum, int N) {
  int tid = threadIdx.x;
  for (int i = 0; i < N; ++i) {
    T x = input[i];
    if (partial_input[i] == tid) {
      output[prefixsum[tid]] = x;
      prefixsum[tid] = prefixsum[tid] + 1;
    }
  }
}
