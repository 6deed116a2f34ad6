// Stream compaction with its contract, as in kernels/stream_compaction.cu and the paper named there: which element of
// Output a thread may write depends on data.
// CLEAN
// COMPILE: --contracts
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "parts/contract_blelloch.cuh"

/*@
  context_everywhere gridDim.x == 1;
  context (\forall* int i; 0 <= i && i < N; Perm(Flag[i], read));
  context Perm(Input[\ltid], read);
  requires 2 * \ltid + 1 < N ==> Perm(ExPre[2 * \ltid], write) ** Perm(ExPre[2 * \ltid + 1], write);
  requires Perm(Output[\ltid], write);
  requires 0 <= Flag[\ltid] && Flag[\ltid] <= 1;
  ensures Perm(ExPre[\ltid], 1\2);
  ensures ExPre[\ltid] == sum(Flag, \ltid);
  ensures Flag[\ltid] == 1 ==> Perm(Output[ExPre[\ltid]], write) ** Output[ExPre[\ltid]] == Input[\ltid];
@*/
__global__ void stream_compaction(const int* Input, int* Output, const int* Flag, int* ExPre, int N) {
  int tid = threadIdx.x;
  blelloch(Flag, ExPre, N);

  // Thread 0 keeps the part of Output that no element will be put in, so that nothing gets lost.
  /*@
    requires Perm(ExPre[tid], write);
    requires Perm(Output[tid], write);
    requires ExPre[tid] == sum(Flag, tid);
    ensures Perm(ExPre[tid], 1);
    ensures Flag[tid] == 1 ==> Perm(Output[ExPre[tid]], write);
    ensures tid == 0 ==> (\forall* int i; sum(Flag, N) <= i && i < N; Perm(Output[i], write));
  @*/
  __syncthreads();

  if (Flag[tid] == 1) {
    Output[ExPre[tid]] = Input[tid];
  }
}

int main(int argc, char** argv) {
  const int N = argc > 1 ? atoi(argv[1]) : 16;
  std::vector<int> input(N), flags(N), expected, output(N, -1);
  for (int i = 0; i < N; ++i) {
    input[i] = 100 + i;
    flags[i] = (7 * i + 3) % 10 < 6;
    if (flags[i] == 1) expected.push_back(input[i]);
  }
  expected.resize(N, -1);
  int *Input, *Output, *Flag, *ExPre;
  const size_t bytes = N * sizeof(int);
  cudaMalloc(&Input, bytes);
  cudaMalloc(&Output, bytes);
  cudaMalloc(&Flag, bytes);
  cudaMalloc(&ExPre, bytes);
  cudaMemcpy(Input, input.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(Output, output.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(Flag, flags.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(ExPre, flags.data(), bytes, cudaMemcpyHostToDevice);
  stream_compaction<<<1, N>>>(Input, Output, Flag, ExPre, N);
  cudaMemcpy(output.data(), Output, bytes, cudaMemcpyDeviceToHost);
  cudaFree(Input);
  cudaFree(Output);
  cudaFree(Flag);
  cudaFree(ExPre);
  printf(output == expected ? "right\n" : "wrong\n");
  return output == expected ? 0 : 1;
}
