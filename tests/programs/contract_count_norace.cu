// Counting digits with a contract, as in kernels/parallel_count.cu and the paper named there: rows of an array in shared
// memory become columns.
// CLEAN
// COMPILE: --contracts
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int kThreads = 12;
constexpr int kRadix = 5;

/*@
  // How often `digit` occurs in elements from … end - 1.
  pure int occurrences(int* xs, int from, int end, int digit) =
    from < end ? (xs[from] == digit ? 1 : 0) + occurrences(xs, from + 1, end, digit) : 0;
@*/

/*@
  context_everywhere blockDim.x == kThreads && gridDim.x == 1 && size * kThreads >= N;
  context (\forall* int i; 0 <= i && i < N; Perm(input[i], read));
  context (\forall int i; 0 <= i && i < N; 0 <= input[i] && input[i] < kRadix);
  requires (\forall* int k; 0 <= k && k < kRadix; Perm(counts[\ltid][k], write));
  context \ltid < kRadix ==> Perm(output[\ltid], write);
  ensures \ltid < kRadix ==> output[\ltid] == occurrences(input, 0, N, \ltid);
@*/
__global__ void count_digits(const int* input, int* output, int size, int N) {
  __shared__ int counts[kThreads][kRadix];
  int tid = threadIdx.x;
  int begin = min(tid * size, N), end = min(begin + size, N);
  for (int k = 0; k < kRadix; ++k) counts[tid][k] = 0;

  /*@
    loop_invariant begin <= i && i <= end;
    loop_invariant (\forall* int k; 0 <= k && k < N; Perm(input[k], read));
    loop_invariant (\forall* int k; 0 <= k && k < kRadix; Perm(counts[tid][k], write));
    loop_invariant (\forall int k; 0 <= k && k < kRadix; counts[tid][k] == occurrences(input, begin, i, k));
  @*/
  for (int i = begin; i < end; ++i) {
    int* count = &counts[tid][input[i]];
    *count = *count + 1;
  }
  /*@
    requires (\forall* int k; 0 <= k && k < kRadix; Perm(counts[tid][k], write));
    ensures tid < kRadix ==> (\forall* int row; 0 <= row && row < kThreads; Perm(counts[row][tid], write));
    ensures tid < kRadix ==> (\forall int row; 0 <= row && row < kThreads;
      counts[row][tid] == occurrences(input, min(row * size, N), min(min(row * size, N) + size, N), tid));
  @*/
  __syncthreads();

  if (tid < kRadix) {
    int sum = 0;
    for (int row = 0; row < kThreads; ++row) sum = sum + counts[row][tid];
    output[tid] = sum;
  }
}

int main(int argc, char** argv) {
  const int N = argc > 1 ? atoi(argv[1]) : 61;
  std::vector<int> digits(N), counts(kRadix), expected(kRadix);
  for (int i = 0; i < N; ++i) ++expected[digits[i] = (i * i + 3 * i) % 7 % kRadix];
  int *input, *output;
  cudaMalloc(&input, N * sizeof(int));
  cudaMalloc(&output, kRadix * sizeof(int));
  cudaMemcpy(input, digits.data(), N * sizeof(int), cudaMemcpyHostToDevice);
  count_digits<<<1, kThreads>>>(input, output, (N + kThreads - 1) / kThreads, N);
  cudaMemcpy(counts.data(), output, kRadix * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(input);
  cudaFree(output);
  printf(counts == expected ? "right\n" : "wrong\n");
  return counts == expected ? 0 : 1;
}
