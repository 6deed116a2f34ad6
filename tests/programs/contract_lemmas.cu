// A lemma without a body that is wrong, and one that is called where it does not hold.
// COMPILE: --contracts
// FINDING: permission error none intra-block clause@wrong#1 occurrences=2 message="does not hold for thread 1, where xs = {1, 2}"
// FINDING: permission error none intra-block clause@needs#0 occurrences=1 message="does not hold for thread 0, where n = 0"
/*@
  ensures \result && |xs + xs| == |xs| + 1;  // @wrong
  pure bool one_more(seq<int> xs);

  requires n > 0;                            // @needs
  ensures \result && n * n >= n;
  pure bool grows(int n);
@*/

__global__ void called(int* a) {
  int t = threadIdx.x;
  //@ assert t > 0 ==> one_more(seq<int> { 1, 2 });
  //@ assert t == 0 ==> one_more(seq<int> { 1 });
  //@ assert grows(t);
  a[t] = 0;
}

int main() {
  int* a;
  cudaMalloc(&a, 3 * sizeof(int));
  called<<<1, 3>>>(a);
  cudaDeviceSynchronize();
  cudaFree(a);
}
