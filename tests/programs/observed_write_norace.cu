// The last block resets the counter by a plain write: it has observed the increments of all others.
// SCHEDULE-DEPENDENT: which block is the last.
// CLEAN
__device__ unsigned int arrived;

__global__ void k() {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    __threadfence();
    last = atomicAdd(&arrived, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 33) arrived = 0;
}

int main() {
  k<<<4, 64>>>();
  return cudaDeviceSynchronize();
}
