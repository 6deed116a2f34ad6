// fence.sc of block scope is before no fence of another block.
// SCHEDULE-DEPENDENT: how often a thread looks before it goes on.
// FINDING: race error global inter-block write@w read@r object=data element=data[31]
__device__ int data[32], flag, out;

__global__ void k() {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = threadIdx.x;  // @w
    __threadfence_block();
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence_block();
      atomicExch(&flag, 1);
    }
  } else if (threadIdx.x == 0) {
    while (atomicAdd(&flag, 0) == 0) {
    }
    __threadfence();
    out = data[31];  // @r
  }
}

int main() {
  k<<<2, 32>>>();
  return cudaDeviceSynchronize();
}
