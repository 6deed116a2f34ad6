// The same without the fence: the last block may see old partial sums.
// SCHEDULE-DEPENDENT: which block is the last.
// FINDING: race error global inter-block write@w read@r object=partial
__device__ float partial[4], total;
__device__ unsigned int arrived;

__global__ void k() {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = blockIdx.x;  // @w
    last = atomicInc(&arrived, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    float sum = 0;
    for (int i = 0; i < gridDim.x; ++i) sum += partial[i];  // @r
    total = sum;
  }
}

int main() {
  k<<<4, 32>>>();
  return cudaDeviceSynchronize();
}
