// cudaMemcpyBatchAsync: copies of several buffers at once, each way, in the forms of CUDA 12.8 and of CUDA 13.
// CLEAN
// STDOUT: ^4 6 8 10 12 14, failed none
// STDOUT: ^cuda 13: 4 6 8
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>

__global__ void twice(int* a, int n) {
  if (threadIdx.x < n) a[threadIdx.x] *= 2;
}

int main() {
  int first[3] = {2, 3, 4}, second[3] = {5, 6, 7}, back[6];
  int *a, *b;
  cudaMalloc(&a, sizeof first);
  cudaMalloc(&b, sizeof second);
  cudaStream_t stream;
  cudaStreamCreate(&stream);

  cudaMemcpyAttributes attributes{};
  attributes.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  attributes.srcLocHint = {cudaMemLocationTypeHost, 0};
  attributes.dstLocHint = {cudaMemLocationTypeDevice, 0};
  attributes.flags = cudaMemcpyFlagPreferOverlapWithCompute;
  void* in[] = {a, b};
  void* from[] = {first, second};
  size_t bytes[] = {sizeof first, sizeof second};
  size_t of = 0, failed = 7;
  if (cudaMemcpyBatchAsync(in, from, bytes, 2, &attributes, &of, 1, &failed, stream) != cudaSuccess) return 1;
  twice<<<1, 32, 0, stream>>>(a, 3);
  twice<<<1, 32, 0, stream>>>(b, 3);

  int* out[] = {back, back + 3};
  int* devices[] = {a, b};
  if (cudaMemcpyBatchAsync(out, devices, bytes, 2, attributes, &failed, stream) != cudaSuccess) return 2;
  cudaStreamSynchronize(stream);
  for (int i = 0; i < 6; ++i) std::printf("%d%s", back[i], i < 5 ? " " : ", ");
  std::printf("failed %s\n", failed == SIZE_MAX ? "none" : "some");

  const int* const only_a[] = {a};
  if (cudaMemcpyBatchAsync(out, only_a, bytes, 1, attributes, stream) != cudaSuccess) return 3;
  cudaStreamSynchronize(stream);
  std::printf("cuda 13: %d %d %d\n", back[0], back[1], back[2]);
  cudaFree(a);
  cudaFree(b);
}
