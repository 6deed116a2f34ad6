// The flag of a hand-over is cleared without a __syncwarp() before other lanes use it.
// FINDING: race error shared * write@c atomic@s object=flag
// FINDING: race error shared * write@c atomic@g object=flag
__device__ int out;

__global__ void k() {
  __shared__ int flag;
  if (threadIdx.x == 0) flag = 0;  // @c
  if (threadIdx.x == 1) {
    __threadfence_block();
    atomicExch_block(&flag, 1);  // @s
  } else if (threadIdx.x == 2) {
    out = atomicAdd_block(&flag, 0);  // @g
  }
}

int main() {
  k<<<1, 32>>>();
  return cudaDeviceSynchronize();
}
