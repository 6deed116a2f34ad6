// Lanes of one warp name each other in masks that differ.
// FINDING: deadlock error none intra-block barrier@a barrier@b message="lane 0 of warp 0 waits with the mask 0xffffffff for lane 16, which waits with the mask 0xfffffffe"
__global__ void k() {
  if (threadIdx.x < 16) {
    __syncwarp(0xffffffff);  // @a
  } else {
    __syncwarp(0xfffffffe);  // @b
  }
}

int main() {
  k<<<1, 32>>>();
  cudaDeviceSynchronize();
}
