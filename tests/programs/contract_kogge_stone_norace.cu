// Kogge and Stone's scan with its contract: permissions and values, as in kernels/scan/kogge_stone.cuh and the papers named
// there. Where no other thread reads an element, its own has all of it, so that each barrier gives what it takes.
// CLEAN
// COMPILE: --contracts
#include <cstdio>
#include <cstdlib>
#include <vector>

/*@
  requires 0 <= n;
  pure int sum(int* xs, int n) = 0 < n ? sum(xs, n - 1) + xs[n - 1] : 0;

  // Of the last `count` elements before `end`, as far as there are so many.
  pure int last(int* xs, int end, int count) = sum(xs, end) - (count < end ? sum(xs, end - count) : 0);
@*/

/*@
  context_everywhere N == blockDim.x && gridDim.x == 1;
  context (\forall* int i; 0 <= i && i < N; Perm(input[i], read));
  requires Perm(Output[\ltid], \ltid < N - 1 ? 1\2 : 1\1);
  requires \ltid > 0 ==> Perm(Output[\ltid - 1], 1\2);
  requires Output[\ltid] == input[\ltid];
  ensures Perm(Output[\ltid], write);
  ensures Output[\ltid] == sum(input, \ltid + 1);
@*/
__global__ void kogge_stone(const int* input, int* Output, int N) {
  int tid = threadIdx.x;

  int offset = 1;
  /*@
    loop_invariant 1 <= offset && offset < 2 * N;
    loop_invariant (\forall* int i; 0 <= i && i < N; Perm(input[i], read));
    loop_invariant Perm(Output[tid], tid < N - offset ? 1\2 : 1\1);
    loop_invariant tid >= offset ==> Perm(Output[tid - offset], 1\2);
    loop_invariant Output[tid] == last(input, tid + 1, offset);
  @*/
  while (offset < N) {
    int temp = Output[tid];
    if (tid >= offset) {
      temp = Output[tid - offset] + temp;
    }
    /*@
      requires Perm(Output[tid], tid < N - offset ? 1\2 : 1\1);
      requires tid >= offset ==> Perm(Output[tid - offset], 1\2);
      context temp == last(input, tid + 1, 2 * offset);
      ensures Perm(Output[tid], write);
      ensures tid < offset ==> Output[tid] == temp;
    @*/
    __syncthreads();

    if (tid >= offset) {
      Output[tid] = temp;
    }
    //@ assert Output[tid] == temp;
    /*@
      requires Perm(Output[tid], write);
      ensures Perm(Output[tid], tid < N - 2 * offset ? 1\2 : 1\1);
      ensures tid >= 2 * offset ==> Perm(Output[tid - 2 * offset], 1\2);
      ensures Output[tid] == last(input, tid + 1, 2 * offset);
    @*/
    __syncthreads();
    offset = 2 * offset;
  }
}

int main(int argc, char** argv) {
  const int N = argc > 1 ? atoi(argv[1]) : 24;
  std::vector<int> values(N), sums(N);
  for (int i = 0; i < N; ++i) values[i] = 3 * i - 7;
  int *input, *Output;
  cudaMalloc(&input, N * sizeof(int));
  cudaMalloc(&Output, N * sizeof(int));
  cudaMemcpy(input, values.data(), N * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(Output, values.data(), N * sizeof(int), cudaMemcpyHostToDevice);
  kogge_stone<<<1, N>>>(input, Output, N);
  cudaMemcpy(sums.data(), Output, N * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(input);
  cudaFree(Output);
  for (int i = 0, sum = 0; i < N; ++i) {
    sum += values[i];
    if (sums[i] != sum) return printf("wrong\n"), 1;
  }
  printf("right\n");
}
