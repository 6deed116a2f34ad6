// The sum of a warp of which the upper lanes have returned: the value that lane 12 gets from lane 28 is undefined.
// FINDING: barrier-divergence error none intra-warp barrier@shuffle exit message="undefined value"
__global__ void k(int* out, int n) {
  if (threadIdx.x >= n) return;
  int value = threadIdx.x;
  value += __shfl_down_sync(0xffffffff, value, 16);  // @shuffle
  out[threadIdx.x] = value;
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  k<<<1, 32>>>(out, 20);
  return cudaDeviceSynchronize();
}
