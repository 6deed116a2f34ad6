// A spin lock without the fence before it is given back.
// SCHEDULE-DEPENDENT: how often a thread looks before it goes on.
// FINDING: race error global inter-block write@c read@c object=count
__device__ int lock, count;

__global__ void k() {
  if (threadIdx.x == 0) {
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    __threadfence();
    count = count + 1;  // @c
    atomicExch(&lock, 0);
  }
}

int main() {
  k<<<4, 32>>>();
  return cudaDeviceSynchronize();
}
