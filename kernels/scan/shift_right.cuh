// Makes an exclusive scan of an inclusive one: shifts the input by one element, the identity comes first.
//
// Source: Harris, Sengupta and Owens, "Parallel Prefix Sum (Scan) with CUDA", GPU Gems 3, 2007, listing 39-1, where the
// shift is the first step of the scan.
#pragma once

// One block of any number of threads, any N. Ends with a barrier.
template <class T, class Op>
__device__ void shift_right(T* Output, int N, Op op) {
  // From the right, blockDim.x elements at a time: what a step overwrites, the steps before it have read.
  int width = blockDim.x;
  for (int first = (N - 1) / width * width; first >= 0; first -= width) {
    int i = first + (int)threadIdx.x;
    T temp = op.identity();
    if (i > 0 && i < N) {
      temp = Output[i - 1];
    }
    __syncthreads();
    if (i < N) {
      Output[i] = temp;
    }
  }
  __syncthreads();
}
