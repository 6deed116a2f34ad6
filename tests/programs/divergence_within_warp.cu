// Lanes of one warp wait at different barriers of the block.
// FINDING: barrier-divergence error none intra-block barrier@odd barrier@even
__global__ void k(int* out) {
  if (threadIdx.x % 2) {
    out[threadIdx.x] = __syncthreads_count(1);  // @odd
  } else {
    __syncthreads();  // @even
  }
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  k<<<1, 32>>>(out);
  return cudaDeviceSynchronize();
}
