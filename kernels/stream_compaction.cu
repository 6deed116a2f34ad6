// Stream compaction: keep the flagged elements, in order, by one block.
//
// Paper: Safari and Huisman, "Formal verification of parallel prefix sum and
// stream compaction algorithms in CUDA", 2022, algorithm 3. An element's place
// in the output is the number of flags before it: the exclusive scan of Flag.
//
// Usage: stream_compaction [N]    N threads on N elements; a power of two, 2 to 1024
#include <cstdio>
#include <cstdlib>
#include <vector>

// Blelloch's scan, as in blelloch.cu; repeated so that this file stands alone.
__device__ void exclusive_prefix_sum(const int* Input, int* Output, int N) {
  int tid = threadIdx.x;

  int indicator = 2 * tid + 1;
  int stride = 1;
  while (stride < N) {
    if (indicator < N && indicator >= stride) {
      Output[indicator] = Output[indicator] + Output[indicator - stride];
    }
    __syncthreads();
    indicator = 2 * indicator + 1;
    stride = 2 * stride;
  }

  // Redundant in a run, needed in the proof.
  __syncthreads();

  indicator = N * tid + N - 1;
  stride = N / 2;
  if (indicator < N) {
    Output[indicator] = 0;
  }
  while (stride >= 1) {
    if (indicator < N && indicator >= stride) {
      int temporary = Output[indicator];
      Output[indicator] = Output[indicator] + Output[indicator - stride];
      Output[indicator - stride] = temporary;
    }
    __syncthreads();
    indicator = (indicator - 1) / 2;
    stride = stride / 2;
  }
}

// ExPre holds the values of Flag, zeros and ones, at the start.
__global__ void stream_compaction(const int* Input, int* Output, const int* Flag, int* ExPre, int N) {
  int tid = threadIdx.x;
  exclusive_prefix_sum(Flag, ExPre, N);

  // Redundant in a run: the scan's last step was a barrier. In the proof it
  // turns each thread's write permission on ExPre[tid] into a read permission.
  __syncthreads();

  if (Flag[tid] == 1) {
    Output[ExPre[tid]] = Input[tid];
  }
}

static bool compaction_is_right(const std::vector<int>& input, const std::vector<int>& flag,
                                const std::vector<int>& output) {
  size_t kept = 0;
  for (size_t i = 0; i < input.size(); ++i) {
    if (flag[i] == 1 && output[kept++] != input[i]) {
      printf("stream_compaction: Output[%zu] is %d, not %d\n", kept - 1, output[kept - 1], input[i]);
      return false;
    }
  }
  return true;
}

int main(int argc, char** argv) {
  char* end = nullptr;
  long N = argc > 1 ? strtol(argv[1], &end, 10) : 8;
  if (argc > 2 || (end && *end) || N < 2 || N > 1024 || (N & (N - 1))) {
    fprintf(stderr, "usage: stream_compaction [N]   (N is a power of two from 2 to 1024)\n");
    return 2;
  }

  std::vector<int> input(N), flag(N), output(N, -1);
  for (int i = 0; i < N; ++i) {
    input[i] = 100 + i;
    flag[i] = (7 * i + 3) % 10 < 5;
  }

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

  stream_compaction<<<1, N>>>(Input, Output, Flag, ExPre, N);

  cudaMemcpy(output.data(), Output, bytes, cudaMemcpyDeviceToHost);
  cudaError_t error = cudaGetLastError();
  cudaFree(Input);
  cudaFree(Output);
  cudaFree(Flag);
  cudaFree(ExPre);
  if (error != cudaSuccess) {
    printf("stream_compaction: %s\n", cudaGetErrorString(error));
    return 1;
  }
  if (!compaction_is_right(input, flag, output)) {
    return 1;
  }
  printf("stream_compaction: compaction of %ld elements is right\n", N);
}
