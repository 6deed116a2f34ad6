// Hand-over from lane to lane by an atomic flag with fences of block scope.
// SCHEDULE-DEPENDENT: how often a thread looks before it goes on.
// CLEAN
__device__ int out;

__global__ void k() {
  __shared__ int data, flag;
  if (threadIdx.x == 0) flag = 0;
  __syncwarp();
  if (threadIdx.x == 1) {
    data = 5;
    __threadfence_block();
    atomicExch_block(&flag, 1);
  } else if (threadIdx.x == 2) {
    while (atomicAdd_block(&flag, 0) == 0) {
    }
    __threadfence_block();
    out = data;
  }
}

int main() {
  k<<<1, 32>>>();
  return cudaDeviceSynchronize();
}
