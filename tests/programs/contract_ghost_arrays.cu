// Ghost arrays that tell what a kernel does wrong; an index that they do not have.
// COMPILE: --contracts
// FINDING: permission error none intra-block clause@forall#3 occurrences=5 message="does not hold for thread 3, where n = 4, seen = {0, 3, 5, 9, 12}, t = 3"
// FINDING: permission error none intra-block clause@index#0 occurrences=8 message="has no value for thread 0: an index outside of a sequence"
//@ requires Perm(a[\ltid], write);
__global__ void multiples(int* a, int n) {
  int t = threadIdx.x;
  //@ ghost int seen[n + 1];
  for (int i = 0; i <= n; ++i) {
    a[t] = i == 2 && t > 2 ? 5 : i * t;
    //@ ghost seen[i] = a[t];
  }
  //@ assert (\forall int i; 0 <= i && i <= n; seen[i] == i * t);  // @forall
  //@ ghost seen[n + 1] = 0;                                       // @index
}

int main() {
  int* a;
  cudaMalloc(&a, 8 * sizeof(int));
  multiples<<<1, 8>>>(a, 4);
  cudaDeviceSynchronize();
  cudaFree(a);
}
