// Sklansky's scan, in place, by one block: at least N/2 threads on N elements, any N.
//
// Paper: Sklansky, "Conditional-Sum Addition Logic", IRE Transactions on Electronic Computers, 1960. It is one of the
// four scans of Chong, Donaldson and Ketema, POPL 2014.
#pragma once

#include "shift_right.cuh"

// Output[i] becomes the sum of Output[0] to Output[i], for any operator as in sum.cuh.
template <class T, class Op>
__device__ void sklansky_inclusive(T* Output, int N, Op op) {
  int tid = threadIdx.x;

  int stride = 1;
  while (stride < N) {
    // Of each 2 * stride elements, the last of the left half is added to all of the right half.
    int left = tid / stride * 2 * stride + stride - 1;
    int right = left + 1 + tid % stride;
    if (right < N) {
      Output[right] = op(Output[left], Output[right]);
    }
    __syncthreads();
    stride = 2 * stride;
  }
}

// Output[i] becomes the sum of Output[0] to Output[i - 1]. Not in the paper.
template <class T, class Op>
__device__ void sklansky_exclusive(T* Output, int N, Op op) {
  shift_right(Output, N, op);
  sklansky_inclusive(Output, N, op);
}

// For scan<> in multi_block.cuh.
struct Sklansky {
  static constexpr bool kExclusive = false;
  static int threads(int N) { return N < 2 ? 1 : N / 2; }
  template <class T, class Op>
  __device__ static void scan(T* Output, int N, Op op) {
    sklansky_inclusive(Output, N, op);
  }
};

struct SklanskyExclusive {
  static constexpr bool kExclusive = true;
  static int threads(int N) { return N < 2 ? 1 : N / 2; }
  template <class T, class Op>
  __device__ static void scan(T* Output, int N, Op op) {
    sklansky_exclusive(Output, N, op);
  }
};
