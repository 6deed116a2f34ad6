// Pinned buffers touched after waiting; reading what a copy only reads; two halves in turns.
// CLEAN
// STDOUT: ^2 4 6$
#include <cstdio>

__global__ void twice(int* data) { data[threadIdx.x] *= 2; }

int main() {
  int *data, *host;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaHostAlloc(&host, 64 * sizeof(int), cudaHostAllocDefault);
  for (int i = 0; i < 64; ++i) host[i] = i;
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaEvent_t done;
  cudaEventCreate(&done);
  cudaMemcpyAsync(data, host, 32 * sizeof(int), cudaMemcpyHostToDevice, s);
  const int second = host[2];
  host[40] = 6;
  twice<<<1, 32, 0, s>>>(data);
  cudaMemcpyAsync(host, data, 32 * sizeof(int), cudaMemcpyDeviceToHost, s);
  cudaEventRecord(done, s);
  while (cudaEventQuery(done) == cudaErrorNotReady) {
  }
  printf("%d %d %d\n", second, host[2], host[40]);
  host[2] = 1;
  cudaMemcpy(data, host, 64 * sizeof(int), cudaMemcpyHostToDevice);
  host[2] = 2;
}
