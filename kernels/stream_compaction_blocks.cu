// Stream compaction of any size: keep the flagged elements, in order, by many blocks.
//
// Papers: Safari and Huisman, "Formal verification of parallel prefix sum and stream compaction algorithms in CUDA",
// 2022, algorithm 3, its scan taken by parts as in Wiefferink, 2015, section 4.5. Here the end of the scan's last
// kernel takes the place of the algorithm's barrier: no barrier reaches all blocks.
//
// Usage: stream_compaction_blocks [N | FIRST-LAST | random COUNT LARGEST [SEED]]    blocks of 256 threads, one thread
// for each element
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "sizes.h"
#include "compaction/compaction_ghost.h"
#include "compaction/flags.h"
#include "scan/blelloch.cuh"
#include "scan/multi_block.cuh"
#include "scan/sum.cuh"

// ExPre is the exclusive scan of Flag.
__global__ void store_flagged(const int* Input, int* Output, const int* Flag, const int* ExPre, int N) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N && Flag[i] == 1) {
    Output[ExPre[i]] = Input[i];
  }
}

static bool compaction_is_right(int N) {
  const std::vector<int> input = elements_to_compact(N), flag = flags_of_elements(N);
  std::vector<int> output(N, -1);

  const size_t bytes = N * sizeof(int);
  int *Input, *Output, *Flag, *ExPre;
  cudaMalloc(&Input, bytes);
  cudaMalloc(&Output, bytes);
  cudaMalloc(&Flag, bytes);
  cudaMalloc(&ExPre, bytes);
  cudaMemcpy(Input, input.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(Output, output.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(Flag, flag.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(ExPre, Flag, bytes, cudaMemcpyDeviceToDevice);

  cudaError_t error = scan<Blelloch>(ExPre, N, Sum<int>());
  if (error == cudaSuccess) {
#ifdef __FENCEPOST__
    // The first block's elements are a compaction of their own, and of the others, which may still be at work, the
    // first block knows nothing.
    CompactionGhost ghost(Input, Output, Flag, ExPre, N < 256 ? N : 256);
    fencepost::GhostCheck properties([&](const fencepost::AfterInterval& after) { ghost.check(after); });
#endif
    store_flagged<<<(N + 255) / 256, 256>>>(Input, Output, Flag, ExPre, N);
    error = cudaGetLastError();
  }

  cudaMemcpy(output.data(), Output, bytes, cudaMemcpyDeviceToHost);
  cudaFree(Input);
  cudaFree(Output);
  cudaFree(Flag);
  cudaFree(ExPre);
  if (error != cudaSuccess) {
    printf("stream_compaction_blocks: %s\n", cudaGetErrorString(error));
    return false;
  }
  return is_compacted("stream_compaction_blocks", input, flag, output);
}

int main(int argc, char** argv) {
  const std::vector<long> sizes = sizes_of_command_line(argc, argv, "stream_compaction_blocks", 1L << 24);
  for (long N : sizes) {
    if (!compaction_is_right(static_cast<int>(N))) return 1;
  }
  printf("stream_compaction_blocks: compaction of %s is right\n", in_words(sizes).c_str());
}
