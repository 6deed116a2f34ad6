// A spin lock by atomicCAS, with fences after it is taken and before it is given back.
// SCHEDULE-DEPENDENT: how often a thread looks before it goes on.
// CLEAN
__device__ int lock, count;

__global__ void k() {
  if (threadIdx.x == 0) {
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    __threadfence();
    count = count + 1;  // @c
    __threadfence();
    atomicExch(&lock, 0);
  }
}

int main() {
  k<<<4, 32>>>();
  return cudaDeviceSynchronize();
}
