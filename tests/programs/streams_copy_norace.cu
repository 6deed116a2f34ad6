// Each stream copies, computes and copies back its own part; synchronous copies wait for the blocking streams.
// CLEAN
// STDOUT: ^256$
#include <cstdio>

__global__ void twice(int* data) { data[threadIdx.x] *= 2; }

int main() {
  constexpr int kStreams = 4, kPart = 32;
  int *data, *host;
  cudaMalloc(&data, kStreams * kPart * sizeof(int));
  cudaMallocHost(&host, kStreams * kPart * sizeof(int));
  for (int i = 0; i < kStreams * kPart; ++i) host[i] = 1;
  cudaStream_t streams[kStreams];
  for (cudaStream_t& s : streams) cudaStreamCreate(&s);
  for (int i = 0; i < kStreams; ++i) {
    int* const part = data + i * kPart;
    cudaMemcpyAsync(part, host + i * kPart, kPart * sizeof(int), cudaMemcpyHostToDevice, streams[i]);
    twice<<<1, kPart, 0, streams[i]>>>(part);
    cudaMemcpyAsync(host + i * kPart, part, kPart * sizeof(int), cudaMemcpyDeviceToHost, streams[i]);
  }
  for (cudaStream_t& s : streams) cudaStreamSynchronize(s);
  int sum = 0;
  for (int i = 0; i < kStreams * kPart; ++i) sum += host[i];
  printf("%d\n", sum);
  twice<<<1, kPart, 0, streams[1]>>>(data);
  cudaMemcpy(host, data, kPart * sizeof(int), cudaMemcpyDeviceToHost);
  for (cudaStream_t& s : streams) cudaStreamDestroy(s);
}
