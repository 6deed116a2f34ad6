// Ghost arrays: of a kernel, with and without a value for all elements, and outside of functions.
// CLEAN
// COMPILE: --contracts
// STDERR: contracts: 10 clauses held 144 times, 1 not evaluated: partly checked$
#include <cstdio>

//@ ghost int offsets[4] = 7;

//@ requires Perm(a[\ltid], write);
__global__ void multiples(int* a, int n) {
  int t = threadIdx.x;
  //@ ghost int seen[n + 1] = 0;
  //@ ghost int sums[n];
  for (int i = 0; i <= n; ++i) {
    //@ assert seen[i] == 0;
    a[t] = i * t;
    //@ ghost seen[i] = a[t];
  }
  //@ assert (\forall int i; 0 <= i && i <= n; seen[i] == i * t);
  //@ ghost offsets[3] = offsets[3] + t;
  //@ ghost sums[1] = seen[2] + offsets[3];
  //@ assert sums[1] == 2 * t + 7 + t && |seen| == n + 1;
  //@ assert sums[0] == 0;
  //@ ghost offsets[3] = 7;
}

int main() {
  int* a;
  int got[8];
  cudaMalloc(&a, sizeof got);
  multiples<<<1, 8>>>(a, 4);
  cudaMemcpy(got, a, sizeof got, cudaMemcpyDeviceToHost);
  cudaFree(a);
  for (int t = 0; t < 8; ++t) {
    if (got[t] != 4 * t) return printf("wrong: %d\n", got[t]), 1;
  }
}
