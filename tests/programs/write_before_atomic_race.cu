// Each thread writes another value and then replaces it by the same one, atomically: the plain writes were of different
// values, whatever is in memory behind the atomic operation.
// FINDING: race error global intra-warp write@w write@w
// FINDING: race error global intra-warp atomic@a write@w
__global__ void k(int* x) {
  x[0] = threadIdx.x;  // @w
  atomicExch(x, 5);    // @a
}

int main() {
  int* x;
  cudaMalloc(&x, sizeof(int));
  cudaMemset(x, 0, sizeof(int));
  k<<<1, 2>>>(x);
  cudaDeviceSynchronize();
}
