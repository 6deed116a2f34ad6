// Blelloch's scan, in place, by one block: at least N/2 threads on N elements, N a power of two. The paper takes N.
//
// Paper: Safari et al., "Formal Verification of Parallel Prefix Sum", NFM 2020,
// algorithm 1 (in CUDA: Safari and Huisman, 2022, algorithm 1).
#pragma once

// Output[i] becomes the sum of Output[0] to Output[i - 1], for any operator as in sum.cuh.
template <class T, class Op>
__device__ void blelloch_exclusive(T* Output, int N, Op op) {
  int tid = threadIdx.x;

  // Up-sweep: each pair of nodes leaves its sum in the right one.
  int indicator = 2 * tid + 1;
  int stride = 1;
  while (stride < N) {
    if (indicator < N && indicator >= stride) {
      Output[indicator] = op(Output[indicator - stride], Output[indicator]);
    }
    __syncthreads();
    indicator = 2 * indicator + 1;
    stride = 2 * stride;
  }

  // Redundant in a run. In the proof, thread 0 returns here the permissions
  // that it collected from the threads which the up-sweep left idle.
  __syncthreads();

  // Down-sweep: each node hands its sum to the left one of its pair, and that
  // sum and what the left one held, in this order, to the right one.
  indicator = N * tid + N - 1;
  stride = N / 2;
  if (indicator < N) {
    Output[indicator] = op.identity();
  }
  while (stride >= 1) {
    if (indicator < N && indicator >= stride) {
      T temporary = Output[indicator];
      Output[indicator] = op(temporary, Output[indicator - stride]);
      Output[indicator - stride] = temporary;
    }
    __syncthreads();
    indicator = (indicator - 1) / 2;
    stride = stride / 2;
  }
}

// For scan<> in multi_block.cuh. N threads, as in the paper.
struct Blelloch {
  static constexpr bool kExclusive = true;
  static int threads(int N) { return N; }
  template <class T, class Op>
  __device__ static void scan(T* Output, int N, Op op) {
    blelloch_exclusive(Output, N, op);
  }
};
