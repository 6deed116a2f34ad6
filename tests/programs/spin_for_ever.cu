// The lanes of a warp wait for a flag that the thread writes only after the barrier at which it waits for them.
// SCHEDULE-DEPENDENT: how often threads look while they wait
// FINDING: deadlock error none intra-block barrier@loop barrier@block message="memory that nobody changes"
__global__ void k() {
  __shared__ int flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x >= 32) {
    while (atomicAdd(&flag, 0) == 0) {  // @loop
      __threadfence_block();
    }
  }
  __syncthreads();  // @block
  if (threadIdx.x == 0) atomicExch(&flag, 1);
}

int main() {
  k<<<1, 64>>>();
  cudaDeviceSynchronize();
}
