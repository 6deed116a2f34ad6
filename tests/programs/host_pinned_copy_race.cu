// The host touches a pinned buffer before the copy from, or to, it is known to be done.
// FINDING: race error global host-device read@to write@w offset=4 size=4
// FINDING: race error global host-device write@from read@r
#include <cstdio>

__global__ void twice(int* data) { data[threadIdx.x] *= 2; }

int main() {
  int *data, *host;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMallocHost(&host, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) host[i] = i;
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaMemcpyAsync(data, host, 64 * sizeof(int), cudaMemcpyHostToDevice, s);  // @to
  host[1] = 3;                                                                // @w
  twice<<<1, 64, 0, s>>>(data);
  cudaMemcpyAsync(host, data, 64 * sizeof(int), cudaMemcpyDeviceToHost, s);  // @from
  printf("%d\n", host[2]);                                                    // @r
  cudaStreamSynchronize(s);
}
