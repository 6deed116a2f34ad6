// A kernel's ghost parameter, which its threads' clauses tell together: prefix sums as they were at the start, by which
// permissions are divided that the kernel goes on to change. As in kernels/parallel_reorder.cu and the paper named there.
// CLEAN
// COMPILE: --contracts
#include <cstdio>
#include <vector>

/*@
  given int last;
  given seq<int> starts;
  context |starts| == blockDim.x + 1 && last == blockDim.x - 1;
  context Perm(prefixsum[\ltid], write);
  requires starts[\ltid] == prefixsum[\ltid];
  requires \ltid == last ==> N == starts[blockDim.x];
  context (\forall* int i; 0 <= i && i < N; Perm(digits[i], read));
  context (\forall* int i; starts[\ltid] <= i && i < starts[\ltid + 1]; Perm(output[i], write));
  ensures prefixsum[\ltid] == starts[\ltid + 1];
  ensures \ltid == last || prefixsum[\ltid] <= N;
@*/
__global__ void reorder(const int* digits, int* output, int* prefixsum, int N) {
  int tid = threadIdx.x;
  //@ loop_invariant Perm(prefixsum[tid], write) ** starts[tid] <= prefixsum[tid] && prefixsum[tid] <= starts[tid + 1];
  //@ loop_invariant (\forall* int k; 0 <= k && k < N; Perm(digits[k], read));
  //@ loop_invariant (\forall* int k; starts[tid] <= k && k < starts[tid + 1]; Perm(output[k], write));
  for (int i = 0; i < N; ++i) {
    if (digits[i] == tid) {
      output[prefixsum[tid]] = i;
      prefixsum[tid] = prefixsum[tid] + 1;
    }
  }
}

/*@
  given seq<int> before;
  context Perm(a[\gtid], write);
  requires before[\gtid] == a[\gtid];
  ensures a[\gtid] == before[(\gtid + 1) % |before|];
@*/
__global__ void next_value(int* a, int first) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = (i + 1) % (gridDim.x * blockDim.x) + first;
}

int main() {
  const int radix = 5;
  int *digits, *output, *prefixsum;
  for (int N : {37, 3}) {
    std::vector<int> digit(N), sums(radix, 0), order(N), expected;
    for (int i = 0; i < N; ++i) digit[i] = i * i % 7 % radix;
    for (int k = 0; k < radix; ++k) {
      sums[k] = expected.size();
      for (int i = 0; i < N; ++i) {
        if (digit[i] == k) expected.push_back(i);
      }
    }
    cudaMalloc(&digits, N * sizeof(int));
    cudaMalloc(&output, N * sizeof(int));
    cudaMalloc(&prefixsum, radix * sizeof(int));
    cudaMemcpy(digits, digit.data(), N * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(prefixsum, sums.data(), radix * sizeof(int), cudaMemcpyHostToDevice);
    reorder<<<1, radix>>>(digits, output, prefixsum, N);
    cudaMemcpy(order.data(), output, N * sizeof(int), cudaMemcpyDeviceToHost);
    for (int* p : {digits, output, prefixsum}) cudaFree(p);
    if (order != expected) return 1;
  }

  int* values;
  cudaMallocManaged(&values, 24 * sizeof(int));
  for (int first = 0; first < 3; ++first) {
    for (int i = 0; i < 24; ++i) values[i] = i + first;
    next_value<<<3, 8>>>(values, first);
    cudaDeviceSynchronize();
    for (int i = 0; i < 24; ++i) {
      if (values[i] != (i + 1) % 24 + first) return 1;
    }
  }
  cudaFree(values);
  printf("right\n");
}
