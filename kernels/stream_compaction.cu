// Stream compaction: keep the flagged elements, in order, by one block.
//
// Paper: Safari and Huisman, "Formal verification of parallel prefix sum and
// stream compaction algorithms in CUDA", 2022, algorithm 3. An element's place
// in the output is the number of flags before it: the exclusive scan of Flag.
//
// Usage: stream_compaction [N | FIRST-LAST | random COUNT LARGEST [SEED]]    1 to 1024 elements, one thread for each;
// padded with flags of zero to a power of two
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "sizes.h"
#include "compaction/compaction_ghost.h"
#include "compaction/flags.h"
#include "scan/blelloch.cuh"
#include "scan/sum.cuh"

// ExPre holds the values of Flag, zeros and ones, at the start.
__global__ void stream_compaction(const int* Input, int* Output, const int* Flag, int* ExPre, int N) {
  int tid = threadIdx.x;
  blelloch_exclusive(ExPre, N, Sum<int>());

  // Redundant in a run: the scan's last step was a barrier. In the proof it
  // turns each thread's write permission on ExPre[tid] into a read permission.
  __syncthreads();

  if (Flag[tid] == 1) {
    Output[ExPre[tid]] = Input[tid];
  }
}

static bool compaction_is_right(int count) {
  const std::vector<int> input = elements_to_compact(count);
  int N = 1;  // With the padding.
  while (N < count) {
    N = 2 * N;
  }
  std::vector<int> flag = flags_of_elements(count), output(count, -1);
  flag.resize(N, 0);

  int *Input, *Output, *Flag, *ExPre;
  cudaMalloc(&Input, count * sizeof(int));
  cudaMalloc(&Output, count * sizeof(int));
  cudaMalloc(&Flag, N * sizeof(int));
  cudaMalloc(&ExPre, N * sizeof(int));
  cudaMemcpy(Input, input.data(), count * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(Output, output.data(), count * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(Flag, flag.data(), N * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(ExPre, Flag, N * sizeof(int), cudaMemcpyDeviceToDevice);
  {
#ifdef __FENCEPOST__
    CompactionGhost ghost(Input, Output, Flag, ExPre, count);
    fencepost::GhostCheck properties([&](const fencepost::AfterInterval& after) { ghost.check(after); });
#endif
    stream_compaction<<<1, N>>>(Input, Output, Flag, ExPre, N);
  }
  cudaMemcpy(output.data(), Output, count * sizeof(int), cudaMemcpyDeviceToHost);
  const cudaError_t error = cudaGetLastError();
  cudaFree(Input);
  cudaFree(Output);
  cudaFree(Flag);
  cudaFree(ExPre);
  if (error != cudaSuccess) {
    printf("stream_compaction: %s\n", cudaGetErrorString(error));
    return false;
  }
  return is_compacted("stream_compaction", input, flag, output);
}

int main(int argc, char** argv) {
  const std::vector<long> sizes = sizes_of_command_line(argc, argv, "stream_compaction", 1024);
  for (long count : sizes) {
    if (!compaction_is_right(static_cast<int>(count))) return 1;
  }
  printf("stream_compaction: compaction of %s is right\n", in_words(sizes).c_str());
}
