// Lanes that the mask of __syncwarp() and of a vote names have returned: waited for by nobody, but not well.
// FINDING: barrier-divergence warning none intra-warp barrier@sync exit message="have returned"
// FINDING: barrier-divergence warning none intra-warp barrier@vote exit message="have returned"
__global__ void k(int* out) {
  if (threadIdx.x >= 20) return;
  __syncwarp();  // @sync
  out[threadIdx.x] = __all_sync(0xffffffff, threadIdx.x < 20);  // @vote
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  k<<<1, 32>>>(out);
  return cudaDeviceSynchronize();
}
