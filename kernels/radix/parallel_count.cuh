// How often each digit occurs, counted by the threads of one block in partitions of the input.
//
// Paper: D. van Oorschot, "Let's sort this out: GPGPU Verification of Radix Sort", University of Twente, 2020,
// algorithm 1 and figure 4.
#pragma once

// The part [begin, end) of N elements that one thread counts. The last ones may be shorter, or empty.
struct Partition {
  int begin, end;
};
__host__ __device__ inline Partition partition_of(int thread, int partitions, int N) {
  int size = (N + partitions - 1) / partitions;
  int begin = thread * size < N ? thread * size : N;
  return {begin, N - begin < size ? N : begin + size};
}

// input: N digits, from 0 to radix - 1. output: how often each occurs, `radix` counts.
// tempCounts: a row of `radix` counts for each partition, row by row; any values at the start.
// The block has `partitions` threads or more, of which thread i counts partition i (in the paper, all count), and
// `radix` or more, of which thread k adds up column k.
__device__ inline void parallel_count(const int* input, int* output, int* tempCounts, int radix, int partitions,
                                      int N) {
  int tid = threadIdx.x;

  if (tid < partitions) {
    for (int k = 0; k < radix; ++k) {
      tempCounts[tid * radix + k] = 0;
    }
    Partition partition = partition_of(tid, partitions, N);
    for (int i = partition.begin; i < partition.end; ++i) {
      int* count = &tempCounts[tid * radix + input[i]];
      *count = *count + 1;
    }
  }
  __syncthreads();

  // The paper prints tid <= radix, one thread too many.
  if (tid < radix) {
    int sum = 0;
    for (int row = 0; row < partitions; ++row) {
      sum = sum + tempCounts[row * radix + tid];
    }
    output[tid] = sum;
  }
}
