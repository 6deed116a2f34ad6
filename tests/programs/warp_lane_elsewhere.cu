// Half of a warp votes with a full mask, the other half waits for the block: never a hang.
// FINDING: deadlock error none intra-block barrier@vote barrier@block message="lane 0 of warp 0 waits with the mask 0xffffffff for lane 16, which waits elsewhere" hint="that the mask names"
__global__ void k(int* out) {
  if (threadIdx.x < 16) out[threadIdx.x] = __all_sync(0xffffffff, 1);  // @vote
  __syncthreads();                                                     // @block
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  k<<<1, 32>>>(out);
  cudaDeviceSynchronize();
}
