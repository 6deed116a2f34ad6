// Message passing by a volatile flag, which is as strong as a relaxed atomic.
// SCHEDULE-DEPENDENT: how often a thread looks before it goes on.
// CLEAN
__device__ int data, flag, out;

__global__ void k() {
  if (blockIdx.x == 0) {
    data = 5;  // @w
    __threadfence();
    *(volatile int*)&flag = 1;
  } else {
    while (*(volatile int*)&flag == 0) {
    }
    __threadfence();
    out = data;
  }
}

int main() {
  k<<<2, 1>>>();
  return cudaDeviceSynchronize();
}
