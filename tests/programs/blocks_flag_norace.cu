// Block 0 waits for what block 1 hands over by fence and flag, and the other way round: both are resident.
// CLEAN
// STDOUT: ^42 43$
// SCHEDULE-DEPENDENT: how often threads look while they wait
#include <cstdio>

__global__ void k(int* data, volatile int* flags, int* result) {
  if (blockIdx.x == 0) {
    while (flags[0] == 0) {
    }
    __threadfence();
    result[0] = data[0];
    data[1] = 43;
    __threadfence();
    flags[1] = 1;
  } else {
    data[0] = 42;
    __threadfence();
    flags[0] = 1;
    while (flags[1] == 0) {
    }
    __threadfence();
    result[1] = data[1];
  }
}

int main() {
  int *data, *flags, *result;
  cudaMalloc(&data, 2 * sizeof(int));
  cudaMalloc(&flags, 2 * sizeof(int));
  cudaMalloc(&result, 2 * sizeof(int));
  cudaMemset(flags, 0, 2 * sizeof(int));
  k<<<2, 1>>>(data, flags, result);
  int host[2];
  cudaMemcpy(host, result, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d %d\n", host[0], host[1]);
}
