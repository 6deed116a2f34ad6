// Pure functions without a body: those whose postconditions say what they return have that value, and the rest of the
// postconditions is checked where an annotation calls them; others have none.
// CLEAN
// COMPILE: --contracts
// STDERR: contracts: 6 clauses held 168 times, 1 not evaluated: partly checked$
#include <cstdio>

/*@
  pure int sum(seq<int> xs) = |xs| == 0 ? 0 : head(xs) + sum(tail(xs));

  ensures \result && sum(xs + ys) == sum(xs) + sum(ys);
  pure bool sum_of_both(seq<int> xs, seq<int> ys);

  requires n >= 0;
  ensures \result == n * n && \result >= n;
  pure int square(int n);

  ensures \result > n;
  pure int more_than(int n);
@*/

//@ context Perm(a[\ltid], write);
__global__ void squares(int* a) {
  int t = threadIdx.x;
  a[t] = t * t;
  //@ assert a[t] == square(t);
  //@ assert sum_of_both(seq<int> { 1, t }, seq<int> { a[t] });
  //@ assert more_than(t) > t;
}

int main() {
  int* a;
  int got[24];
  cudaMalloc(&a, sizeof got);
  squares<<<1, 24>>>(a);
  cudaMemcpy(got, a, sizeof got, cudaMemcpyDeviceToHost);
  cudaFree(a);
  for (int t = 0; t < 24; ++t) {
    if (got[t] != t * t) return printf("wrong: %d\n", got[t]), 1;
  }
}
