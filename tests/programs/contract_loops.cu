// Invariants of loops over a range, and of loops whose condition is a declaration, that do not hold.
// COMPILE: --contracts
// FINDING: permission error none intra-block clause@declaration#0 occurrences=24 message="does not hold for thread 0, where sum = 13, n = 2"
// FINDING: permission error none intra-block clause@range#0 occurrences=16 message="where seen = 11, v = 2"
// FINDING: permission error global intra-block write@write#0 element=a[0] occurrences=24 message="but holds only 1.2 .granted at "
#include <cstdio>

struct Three {
  int values[3];
  __device__ const int* begin() const { return values; }
  __device__ const int* end() const { return values + 3; }
};

__device__ int countdown(int& n) { return n > 0 ? n-- : 0; }

//@ requires Perm(a[\ltid], write);
__global__ void loops(int* a) {
  int n = 3, sum = 0;
  //@ loop_invariant sum <= 3 * (3 - n) && 0 <= n;  // @declaration
  while (int now = countdown(n)) sum += now + 10;

  //@ loop_invariant 0 <= i && i <= 3;
  //@ loop_invariant left == 3;
  for (int i = 0, left = 3; const int rest = left - i; ++i) sum += rest;

  Three three{{1, 2, 3}};
  int seen = 0;
  //@ loop_invariant seen <= 3 && v > 0;  // @range
  for (const int& v : three) seen += v + 10;

  //@ loop_invariant Perm(a[\ltid], 1\2);
  for (int v : three.values) a[threadIdx.x] = v;  // @write

  //@ loop_invariant 0 <= k && k <= 2;
  for (int k = 0; k < 2; ++k) ++seen;
  a[threadIdx.x] = sum + seen;
}

int main() {
  int* a;
  int got[8];
  cudaMalloc(&a, sizeof got);
  loops<<<1, 8>>>(a);
  cudaMemcpy(got, a, sizeof got, cudaMemcpyDeviceToHost);
  cudaFree(a);
  for (int value : got) {
    if (value != 6 + 6 + 6 + 2 + 60) return printf("wrong: %d\n", value), 1;
  }
}
