// In-place stencil over several blocks, fixed: read from one array, write to another.
// CLEAN
// STDOUT: ^smoothed$
#include <cstdio>

__global__ void smooth(const int* in, int* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int left = i > 0 ? in[i - 1] : 0;
  if (i < n) data[i] = in[i] + left;
}

int main() {
  int *in, *data;
  cudaMallocManaged(&in, 128 * sizeof(int));
  cudaMallocManaged(&data, 128 * sizeof(int));
  for (int i = 0; i < 128; ++i) in[i] = i;
  smooth<<<4, 32>>>(in, data, 128);
  cudaDeviceSynchronize();
  for (int i = 1; i < 128; ++i) {
    if (data[i] != 2 * i - 1) return printf("data[%d] is %d\n", i, data[i]), 1;
  }
  printf("smoothed\n");
}
