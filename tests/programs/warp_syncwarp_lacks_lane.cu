// Lanes that the mask of __syncwarp() does not name call it; the others go on, nobody waits for ever.
// FINDING: barrier-divergence error none intra-warp barrier@sync message="mask 0x00000001 .* does not name lane 1,"
__global__ void k() {
  __syncwarp(1);  // @sync
}

int main() {
  k<<<2, 64>>>();
  return cudaDeviceSynchronize();
}
