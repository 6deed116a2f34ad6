// The sum by the last block where every thread has a part: all fence, one takes the ticket, and the barrier behind it
// counts as the fence of the readers.
// CLEAN
__device__ float partial[4][32], total[32];
__device__ unsigned int arrived;

__global__ void k() {
  __shared__ bool last;
  partial[blockIdx.x][threadIdx.x] = blockIdx.x;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) last = atomicInc(&arrived, gridDim.x) == gridDim.x - 1;
  __syncthreads();
  if (last) {
    float sum = 0;
    for (int i = 0; i < gridDim.x; ++i) sum += partial[i][threadIdx.x];
    total[threadIdx.x] = sum;
  }
}

int main() {
  k<<<4, 32>>>();
  return cudaDeviceSynchronize();
}
