// Copies from pageable memory put the data aside before the call returns; copies to it are done when it returns.
// CLEAN
// STDOUT: ^4$
#include <cstdio>

__global__ void twice(int* data) { data[threadIdx.x] *= 2; }

int main() {
  static int host[64];
  int* data;
  cudaMalloc(&data, sizeof host);
  cudaStream_t s;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  host[2] = 2;
  cudaMemcpyAsync(data, host, sizeof host, cudaMemcpyHostToDevice, s);
  host[2] = 0;
  twice<<<1, 64, 0, s>>>(data);
  cudaMemcpyAsync(host, data, sizeof host, cudaMemcpyDeviceToHost, s);
  printf("%d\n", host[2]);
}
