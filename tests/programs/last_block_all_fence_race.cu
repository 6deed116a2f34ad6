// As last_block_all_fence_norace, but only the thread that takes the ticket fences, before the barrier: the others' parts
// have no fence behind them.
// SCHEDULE-DEPENDENT: which block is the last, and so which one its reads race with.
// FINDING: race error global inter-block write@w read@r object=partial
__device__ float partial[4][32], total[32];
__device__ unsigned int arrived;

__global__ void k() {
  __shared__ bool last;
  partial[blockIdx.x][threadIdx.x] = blockIdx.x;  // @w
  if (threadIdx.x == 0) __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) last = atomicInc(&arrived, gridDim.x) == gridDim.x - 1;
  __syncthreads();
  if (last) {
    float sum = 0;
    for (int i = 0; i < gridDim.x; ++i) sum += partial[i][threadIdx.x];  // @r
    total[threadIdx.x] = sum;
  }
}

int main() {
  k<<<4, 32>>>();
  return cudaDeviceSynchronize();
}
