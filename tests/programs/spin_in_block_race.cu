// The same without fences: the flag is seen, but orders nothing.
// SCHEDULE-DEPENDENT: how often a thread looks before it goes on.
// FINDING: race error shared intra-block write@w read@r object=data
__device__ int out;

__global__ void k() {
  __shared__ int data, flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    while (atomicAdd(&flag, 0) == 0) {
    }
    out = data;  // @r
  } else if (threadIdx.x == 32) {
    data = 5;  // @w
    atomicExch(&flag, 1);
  }
}

int main() {
  k<<<1, 64>>>();
  return cudaDeviceSynchronize();
}
