// As fence_sc_barrier_norace among the warps of one block: fence.sc of block scope is enough there.
// SCHEDULE-DEPENDENT: how often a thread looks before it goes on.
// CLEAN
__device__ int data[32], flag, out;

__global__ void k() {
  if (threadIdx.x < 32) {
    data[threadIdx.x] = threadIdx.x;  // @w
    __threadfence_block();
    __syncwarp();
    if (threadIdx.x == 0) atomicExch(&flag, 1);
  } else if (threadIdx.x == 32) {
    while (atomicAdd(&flag, 0) == 0) {
    }
    __threadfence_block();
    out = data[31];  // @r
  }
}

int main() {
  k<<<1, 64>>>();
  return cudaDeviceSynchronize();
}
