// Blelloch's scan with its contract: a kernel's and a device function's.
// CLEAN
// COMPILE: --contracts
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "parts/contract_blelloch.cuh"

/*@
  context_everywhere gridDim.x == 1;
  context (\forall* int i; 0 <= i && i < N; Perm(input[i], read));
  requires 2 * \ltid + 1 < N ==> Perm(Output[2 * \ltid], write) ** Perm(Output[2 * \ltid + 1], write);
  ensures Perm(Output[\ltid], write);
  ensures Output[\ltid] == sum(input, \ltid);
@*/
__global__ void scan(const int* input, int* Output, int N) { blelloch(input, Output, N); }

int main(int argc, char** argv) {
  const int N = argc > 1 ? atoi(argv[1]) : 16;
  std::vector<int> values(N), sums(N);
  for (int i = 0; i < N; ++i) values[i] = 5 * i - 9;
  int *input, *Output;
  cudaMalloc(&input, N * sizeof(int));
  cudaMalloc(&Output, N * sizeof(int));
  cudaMemcpy(input, values.data(), N * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(Output, values.data(), N * sizeof(int), cudaMemcpyHostToDevice);
  scan<<<1, N>>>(input, Output, N);
  cudaMemcpy(sums.data(), Output, N * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(input);
  cudaFree(Output);
  for (int i = 0, sum = 0; i < N; sum += values[i++]) {
    if (sums[i] != sum) return printf("wrong\n"), 1;
  }
  printf("right\n");
}
