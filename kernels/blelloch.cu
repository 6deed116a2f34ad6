// Blelloch's exclusive prefix sum, in place, by one block.
//
// Paper: Safari et al., "Formal Verification of Parallel Prefix Sum", NFM 2020,
// algorithm 1 (in CUDA: Safari and Huisman, 2022, algorithm 1).
//
// Usage: blelloch [N]    N threads on N elements; a power of two, 2 to 1024
#include <cstdio>
#include <cstdlib>
#include <vector>

// Output holds the values of Input at the start and their sums at the end.
__global__ void exclusive_prefix_sum(const int* Input, int* Output, int N) {
  int tid = threadIdx.x;

  // Up-sweep: each pair of nodes leaves its sum in the right one.
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

  // Redundant in a run. In the proof, thread 0 returns here the permissions
  // that it collected from the threads which the up-sweep left idle.
  __syncthreads();

  // Down-sweep: each node hands its sum to the left one of its pair and adds
  // what the left one held to the right one.
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

static bool scan_is_right(const std::vector<int>& input, const std::vector<int>& output) {
  int sum = 0;
  for (size_t i = 0; i < input.size(); ++i) {
    if (output[i] != sum) {
      printf("blelloch: Output[%zu] is %d, not %d\n", i, output[i], sum);
      return false;
    }
    sum += input[i];
  }
  return true;
}

int main(int argc, char** argv) {
  char* end = nullptr;
  long N = argc > 1 ? strtol(argv[1], &end, 10) : 8;
  if (argc > 2 || (end && *end) || N < 2 || N > 1024 || (N & (N - 1))) {
    fprintf(stderr, "usage: blelloch [N]   (N is a power of two from 2 to 1024)\n");
    return 2;
  }

  std::vector<int> input(N), output(N);
  for (int i = 0; i < N; ++i) {
    input[i] = (7 * i + 3) % 10;
  }

  const size_t bytes = N * sizeof(int);
  int *Input, *Output;
  cudaMalloc(&Input, bytes);
  cudaMalloc(&Output, bytes);
  cudaMemcpy(Input, input.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(Output, Input, bytes, cudaMemcpyDeviceToDevice);

  exclusive_prefix_sum<<<1, N>>>(Input, Output, N);

  cudaMemcpy(output.data(), Output, bytes, cudaMemcpyDeviceToHost);
  cudaError_t error = cudaGetLastError();
  cudaFree(Input);
  cudaFree(Output);
  if (error != cudaSuccess) {
    printf("blelloch: %s\n", cudaGetErrorString(error));
    return 1;
  }
  if (!scan_is_right(input, output)) {
    return 1;
  }
  printf("blelloch: exclusive scan of %ld elements is right\n", N);
}
