// Lesson 7: block 0 leaves a message for block 1 and raises a flag.
#include <cstdio>

__device__ int message, flag, received;

__global__ void send_and_receive() {
  if (blockIdx.x == 0) {
    message = 42;
    atomicExch(&flag, 1);
  } else {
    while (atomicAdd(&flag, 0) == 0) {
    }
    received = message;
  }
}

int main() {
  send_and_receive<<<2, 1>>>();
  cudaDeviceSynchronize();
  int result;
  cudaMemcpyFromSymbol(&result, received, sizeof result);
  printf("%d\n", result);
}
