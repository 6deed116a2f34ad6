// The host polls a flag in mapped memory that the kernel sets when it has written the rest.
// CLEAN
// STDOUT: ^64$
#include <cstdio>

__global__ void fill(int* data, volatile int* flag) {
  data[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence_system();
    *flag = 1;
  }
}

int main() {
  int* data;
  volatile int* flag;
  cudaMallocManaged(&data, 64 * sizeof(int));
  cudaMallocManaged((int**)&flag, sizeof(int));
  *flag = 0;
  fill<<<1, 64>>>(data, flag);
  while (*flag == 0) {
  }
  int sum = 0;
  for (int i = 0; i < 64; ++i) sum += data[i];
  printf("%d\n", sum);
  cudaDeviceSynchronize();
}
