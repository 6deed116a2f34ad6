// Kogge and Stone's inclusive prefix sum, in place, by one block.
//
// Paper: Safari et al., "Formal Verification of Parallel Prefix Sum", NFM 2020,
// algorithm 2 (in CUDA: Safari and Huisman, 2022, algorithm 2).
//
// Usage: kogge_stone [N]    N threads on N elements; a power of two, 2 to 1024
#include <cstdio>
#include <cstdlib>
#include <vector>

// Output holds the values of Input at the start and their sums at the end.
__global__ void inclusive_prefix_sum(const int* Input, int* Output, int N) {
  int tid = threadIdx.x;

  int offset = 1;
  while (offset < N) {
    // All threads read ...
    int temp = Output[tid];
    if (tid >= offset) {
      temp = Output[tid - offset] + temp;
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

static bool scan_is_right(const std::vector<int>& input, const std::vector<int>& output) {
  int sum = 0;
  for (size_t i = 0; i < input.size(); ++i) {
    sum += input[i];
    if (output[i] != sum) {
      printf("kogge_stone: Output[%zu] is %d, not %d\n", i, output[i], sum);
      return false;
    }
  }
  return true;
}

int main(int argc, char** argv) {
  char* end = nullptr;
  long N = argc > 1 ? strtol(argv[1], &end, 10) : 8;
  if (argc > 2 || (end && *end) || N < 2 || N > 1024 || (N & (N - 1))) {
    fprintf(stderr, "usage: kogge_stone [N]   (N is a power of two from 2 to 1024)\n");
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

  inclusive_prefix_sum<<<1, N>>>(Input, Output, N);

  cudaMemcpy(output.data(), Output, bytes, cudaMemcpyDeviceToHost);
  cudaError_t error = cudaGetLastError();
  cudaFree(Input);
  cudaFree(Output);
  if (error != cudaSuccess) {
    printf("kogge_stone: %s\n", cudaGetErrorString(error));
    return 1;
  }
  if (!scan_is_right(input, output)) {
    return 1;
  }
  printf("kogge_stone: inclusive scan of %ld elements is right\n", N);
}
