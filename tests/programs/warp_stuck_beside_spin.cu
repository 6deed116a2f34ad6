// Half of warp 0 waits for its other half, which waits for the block, while warp 1 spins for ever: never a hang.
// FINDING: deadlock error none intra-block barrier@warp barrier@block
// SCHEDULE-DEPENDENT: how often threads look while they wait
__global__ void k(volatile int* flag) {
  if (threadIdx.x < 16) __syncwarp();  // @warp
  if (threadIdx.x >= 32) {
    while (*flag == 0) {
    }
  }
  __syncthreads();  // @block
}

int main() {
  int* flag;
  cudaMalloc(&flag, sizeof(int));
  cudaMemset(flag, 0, sizeof(int));
  k<<<1, 64>>>(flag);
  cudaDeviceSynchronize();
}
