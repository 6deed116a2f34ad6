// 16-byte stores beside each other.
// CLEAN
// STDOUT: ^6 31$
#include <cstdio>

__global__ void k(float4* data) {
  float x = 4 * threadIdx.x;
  data[threadIdx.x] = make_float4(x, x + 1, x + 2, x + 3);
}

int main() {
  float4* data;
  cudaMallocManaged(&data, 8 * sizeof(float4));
  k<<<1, 8>>>(data);
  cudaDeviceSynchronize();
  printf("%g %g\n", data[1].z, data[7].w);
}
