// A block barrier orders nothing between blocks: the write is in interval 0, the read in interval 1.
// FINDING: race error global inter-block read@r write@w object=data
__device__ int data;
__device__ int out[32];

__global__ void k() {
  if (blockIdx.x == 0 && threadIdx.x == 0) data = 5;  // @w
  __syncthreads();
  if (blockIdx.x == 1) out[threadIdx.x] = data;  // @r
}

int main() {
  k<<<2, 32>>>();
  return cudaDeviceSynchronize();
}
