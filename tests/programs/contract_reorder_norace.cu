// Keys into the order of their digits with a contract, as in kernels/parallel_reorder.cu and the paper named there: each
// thread may write the part of the output that the prefix sums give its digit, and what is left of it in a loop.
// CLEAN
// COMPILE: --contracts
#include <cstdio>
#include <cstdlib>
#include <vector>

/*@
  context_everywhere gridDim.x == 1;
  context (\forall* int i; 0 <= i && i < N; Perm(input[i], read) ** Perm(digits[i], read));
  context (\forall* int k; 0 <= k && k <= blockDim.x; Perm(starts[k], read));
  context Perm(next[\ltid], write);
  requires next[\ltid] == starts[\ltid];
  context (\forall* int i; starts[\ltid] <= i && i < starts[\ltid + 1]; Perm(output[i], write));
  ensures next[\ltid] == starts[\ltid + 1];
  ensures (\forall int i; starts[\ltid] <= i && i < starts[\ltid + 1]; output[i] % blockDim.x == \ltid);
@*/
__global__ void reorder(const unsigned* input, const int* digits, const int* starts, unsigned* output, int* next, int N) {
  int tid = threadIdx.x;
  /*@
    loop_invariant 0 <= i && i <= N;
    loop_invariant (\forall* int k; 0 <= k && k < N; Perm(input[k], read) ** Perm(digits[k], read));
    loop_invariant (\forall* int k; 0 <= k && k <= blockDim.x; Perm(starts[k], read));
    loop_invariant Perm(next[tid], write) ** starts[tid] <= next[tid] && next[tid] <= starts[tid + 1];
    loop_invariant (\forall* int k; next[tid] <= k && k < starts[tid + 1]; Perm(output[k], write));
  @*/
  for (int i = 0; i < N; ++i) {
    unsigned x = input[i];
    if (digits[i] == tid) {
      output[next[tid]] = x;
      next[tid] = next[tid] + 1;
    }
  }
}

int main(int argc, char** argv) {
  const int N = argc > 1 ? atoi(argv[1]) : 37;
  const int radix = 6;
  std::vector<unsigned> keys(N), expected, ordered(N);
  std::vector<int> digits(N), starts(radix + 1);
  for (int i = 0; i < N; ++i) digits[i] = (keys[i] = 100 + 17 * i % 41) % radix;
  for (int k = 0; k < radix; ++k) {
    starts[k] = expected.size();
    for (unsigned key : keys) {
      if (static_cast<int>(key % radix) == k) expected.push_back(key);
    }
  }
  starts[radix] = N;
  unsigned *input, *output;
  int *digit, *start, *next;
  cudaMalloc(&input, N * sizeof(int));
  cudaMalloc(&output, N * sizeof(int));
  cudaMalloc(&digit, N * sizeof(int));
  cudaMalloc(&start, (radix + 1) * sizeof(int));
  cudaMalloc(&next, radix * sizeof(int));
  cudaMemcpy(input, keys.data(), N * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(digit, digits.data(), N * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(start, starts.data(), (radix + 1) * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(next, starts.data(), radix * sizeof(int), cudaMemcpyHostToDevice);
  reorder<<<1, radix>>>(input, digit, start, output, next, N);
  cudaMemcpy(ordered.data(), output, N * sizeof(int), cudaMemcpyDeviceToHost);
  for (void* p : {static_cast<void*>(input), static_cast<void*>(output), static_cast<void*>(digit),
                  static_cast<void*>(start), static_cast<void*>(next)}) {
    cudaFree(p);
  }
  printf(ordered == expected ? "right\n" : "wrong\n");
  return ordered == expected ? 0 : 1;
}
