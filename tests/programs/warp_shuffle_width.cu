// A shuffle in segments of 24 lanes: the width must be a power of two.
// FINDING: barrier-divergence error none intra-warp barrier@shuffle message="width 24 of a shuffle"
__global__ void k(int* out) {
  out[threadIdx.x] = __shfl_sync(0xffffffff, threadIdx.x, 0, 24);  // @shuffle
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  k<<<1, 32>>>(out);
  return cudaDeviceSynchronize();
}
