// Kogge and Stone's scan, in place, by one block: N threads on N elements, any N.
//
// Paper: Safari et al., "Formal Verification of Parallel Prefix Sum", NFM 2020,
// algorithm 2 (in CUDA: Safari and Huisman, 2022, algorithm 2).
#pragma once

#include "shift_right.cuh"

// Output[i] becomes the sum of Output[0] to Output[i], for any operator as in sum.cuh.
template <class T, class Op>
__device__ void kogge_stone_inclusive(T* Output, int N, Op op) {
  int tid = threadIdx.x;

  int offset = 1;
  while (offset < N) {
    // All threads read ...
    T temp = Output[tid];
    if (tid >= offset) {
      temp = op(Output[tid - offset], temp);
    }
    __syncthreads();

    // ... then each writes its own element.
    if (tid >= offset) {
      Output[tid] = temp;
    }
    __syncthreads();
    offset = 2 * offset;
  }
}

// Output[i] becomes the sum of Output[0] to Output[i - 1]. Not in the paper.
template <class T, class Op>
__device__ void kogge_stone_exclusive(T* Output, int N, Op op) {
  shift_right(Output, N, op);
  kogge_stone_inclusive(Output, N, op);
}

// For scan<> in multi_block.cuh.
struct KoggeStone {
  static constexpr bool kExclusive = false;
  static int threads(int N) { return N; }
  template <class T, class Op>
  __device__ static void scan(T* Output, int N, Op op) {
    kogge_stone_inclusive(Output, N, op);
  }
};

struct KoggeStoneExclusive {
  static constexpr bool kExclusive = true;
  static int threads(int N) { return N; }
  template <class T, class Op>
  __device__ static void scan(T* Output, int N, Op op) {
    kogge_stone_exclusive(Output, N, op);
  }
};
