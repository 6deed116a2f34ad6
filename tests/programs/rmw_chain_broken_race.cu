// A store in between ends it: the value that is read in the end is the store's, which releases nothing.
// SCHEDULE-DEPENDENT: how often a thread looks before it goes on.
// FINDING: race error global inter-block write@w read@r object=data
__device__ int data, flag, out;

__global__ void k() {
  if (blockIdx.x == 0) {
    data = 5;  // @w
    __threadfence();
    atomicAdd(&flag, 1);
  } else if (blockIdx.x == 1) {
    while (*(volatile int*)&flag != 1) {
    }
    *(volatile int*)&flag = 2;
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
