// Block 0 waits for a flag of block 1, but no fence lies between the data and the flag.
// FINDING: race error global inter-block write@w read@r object=data
// SCHEDULE-DEPENDENT: how often threads look while they wait
#include <cstdio>

__global__ void k(int* data, volatile int* flag, int* result) {
  if (blockIdx.x == 0) {
    while (*flag == 0) {
    }
    *result = *data;  // @r
  } else {
    *data = 42;  // @w
    *flag = 1;
  }
  __threadfence();
}

int main() {
  int *data, *flag, *result;
  cudaMalloc(&data, sizeof(int));
  cudaMalloc(&flag, sizeof(int));
  cudaMalloc(&result, sizeof(int));
  cudaMemset(flag, 0, sizeof(int));
  k<<<2, 1>>>(data, flag, result);
  cudaDeviceSynchronize();
}
