// Brent and Kung's scan, in place, by one block: at least N/2 threads on N elements, N a power of two.
//
// Paper: Brent and Kung, "A Regular Layout for Parallel Adders", IEEE Transactions on Computers, 1982. It is one of the
// four scans of Chong, Donaldson and Ketema, POPL 2014.
#pragma once

#include "shift_right.cuh"

// Output[i] becomes the sum of Output[0] to Output[i], for any operator as in sum.cuh.
template <class T, class Op>
__device__ void brent_kung_inclusive(T* Output, int N, Op op) {
  int tid = threadIdx.x;

  // Up-sweep, as Blelloch's: each pair of nodes leaves its sum in the right one.
  int indicator = 2 * tid + 1;
  int stride = 1;
  while (stride < N) {
    if (indicator < N) {
      Output[indicator] = op(Output[indicator - stride], Output[indicator]);
    }
    __syncthreads();
    indicator = 2 * indicator + 1;
    stride = 2 * stride;
  }

  // Down-sweep: every second multiple of `stride` elements has its sum; it is added to the multiple after it.
  stride = N / 4;
  while (stride >= 1) {
    indicator = 2 * stride * (tid + 1) - 1;
    if (indicator + stride < N) {
      Output[indicator + stride] = op(Output[indicator], Output[indicator + stride]);
    }
    __syncthreads();
    stride = stride / 2;
  }
}

// Output[i] becomes the sum of Output[0] to Output[i - 1]. Not in the paper; Blelloch's scan is the exclusive one by
// the same tree.
template <class T, class Op>
__device__ void brent_kung_exclusive(T* Output, int N, Op op) {
  shift_right(Output, N, op);
  brent_kung_inclusive(Output, N, op);
}

// For scan<> in multi_block.cuh.
struct BrentKung {
  static constexpr bool kExclusive = false;
  static int threads(int N) { return N < 2 ? 1 : N / 2; }
  template <class T, class Op>
  __device__ static void scan(T* Output, int N, Op op) {
    brent_kung_inclusive(Output, N, op);
  }
};

struct BrentKungExclusive {
  static constexpr bool kExclusive = true;
  static int threads(int N) { return N < 2 ? 1 : N / 2; }
  template <class T, class Op>
  __device__ static void scan(T* Output, int N, Op op) {
    brent_kung_exclusive(Output, N, op);
  }
};
