// All lanes call a shuffle whose mask names only half of them.
// FINDING: barrier-divergence error none intra-warp barrier@shuffle message="mask 0x0000ffff .* does not name lane 16"
__global__ void k(int* out) {
  int value = threadIdx.x;
  value += __shfl_down_sync(0x0000ffff, value, 8);  // @shuffle
  out[threadIdx.x] = value;
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  k<<<1, 64>>>(out);
  return cudaDeviceSynchronize();
}
