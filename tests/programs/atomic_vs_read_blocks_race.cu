// An atomic operation races with another block's plain read, barrier or not.
// FINDING: race error global inter-block atomic@a read@r object=count
__device__ int count;
__device__ int out[4];

__global__ void k() {
  if (threadIdx.x == 0) atomicAdd(&count, 1);  // @a
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = count;  // @r
}

int main() {
  k<<<4, 32>>>();
  return cudaDeviceSynchronize();
}
