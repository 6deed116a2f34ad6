// Message passing: fence and atomic flag on both sides.
// SCHEDULE-DEPENDENT: how often a thread looks before it goes on.
// CLEAN
__device__ int data, flag, out;

__global__ void k() {
  if (blockIdx.x == 0) {
    data = 5;  // @w
    __threadfence();
    atomicExch(&flag, 1);
  } else {
    while (atomicAdd(&flag, 0) == 0) {
    }
    __threadfence();
    out = data;
  }
}

int main() {
  k<<<2, 1>>>();
  return cudaDeviceSynchronize();
}
