// Shared memory reached through a pointer that a function was given.
// FINDING: race error shared intra-warp *@add *@add object=sum element=sum[0]
__device__ int out;

__device__ void add(int* place, int value) {
  *place += value;  // @add
}

__global__ void k() {
  __shared__ int sum[2];
  if (threadIdx.x == 0) sum[0] = sum[1] = 0;
  __syncthreads();
  if (threadIdx.x > 29) add(sum, threadIdx.x);
  __syncthreads();
  if (threadIdx.x == 0) out = sum[0];
}

int main() {
  k<<<1, 32>>>();
  return cudaDeviceSynchronize();
}
