// A read-modify-write continues what an earlier one released, without fences of its own.
// SCHEDULE-DEPENDENT: how often a thread looks before it goes on.
// CLEAN
__device__ int data, flag, out;

__global__ void k() {
  if (blockIdx.x == 0) {
    data = 5;  // @w
    __threadfence();
    atomicAdd(&flag, 1);
  } else if (blockIdx.x == 1) {
    while (atomicCAS(&flag, 1, 2) != 1) {
    }
  } else {
    while (atomicAdd(&flag, 0) < 2) {
    }
    __threadfence();
    out = data;  // @r
  }
}

int main() {
  k<<<3, 1>>>();
  return cudaDeviceSynchronize();
}
