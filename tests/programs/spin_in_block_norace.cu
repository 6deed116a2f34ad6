// A thread waits for another one of its block: fence and flag, no barrier. The wait ends.
// SCHEDULE-DEPENDENT: how often a thread looks before it goes on.
// CLEAN
__device__ int out;

__global__ void k() {
  __shared__ int data, flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    while (atomicAdd(&flag, 0) == 0) {
    }
    __threadfence_block();
    out = data;
  } else if (threadIdx.x == 32) {
    data = 5;
    __threadfence_block();
    atomicExch(&flag, 1);
  }
}

int main() {
  k<<<1, 64>>>();
  return cudaDeviceSynchronize();
}
