// Whether the write comes before the read is up to the schedule: the race is reported, and only that.
// FINDING: race error global inter-block write@w read@r
// FINDING: race error shared intra-warp write@ws read@rs
__global__ void k(int* a, int* out) {
  __shared__ int s;
  if (threadIdx.x == 0) s = blockIdx.x;  // @ws
  out[2 * blockIdx.x + threadIdx.x] = s;  // @rs
  if (blockIdx.x == 1 && threadIdx.x == 0) a[0] = 1;  // @w
  if (blockIdx.x == 0 && threadIdx.x == 1) out[4] = a[0];  // @r
}

int main() {
  int *a, *out;
  cudaMalloc(&a, 4);
  cudaMalloc(&out, 20);
  k<<<2, 2>>>(a, out);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(out);
}
