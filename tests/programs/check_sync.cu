// --check sync leaves out what is not named: here a race.
// OPTIONS: --check sync
// FINDING: barrier-divergence warning none intra-block
// FINDING-COUNT: 1
__global__ void k(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = 1;
  out[threadIdx.x] = s[63 - threadIdx.x];
  if (threadIdx.x == 0) return;
  __syncthreads();
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  k<<<1, 64>>>(out);
  return cudaDeviceSynchronize();
}
