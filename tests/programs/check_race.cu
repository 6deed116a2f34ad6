// --check race leaves out what is not named: here a barrier that not all threads reach.
// OPTIONS: --check race
// FINDING: race error shared intra-block write@w read@r
// FINDING-COUNT: 1
__global__ void k(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = 1;                       // @w
  out[threadIdx.x] = s[63 - threadIdx.x];  // @r
  if (threadIdx.x == 0) return;
  __syncthreads();
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  k<<<1, 64>>>(out);
  return cudaDeviceSynchronize();
}
