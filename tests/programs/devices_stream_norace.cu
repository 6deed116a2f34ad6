// What may be done with a stream of another device than the current one: copies, waits, questions.
// OPTIONS: --devices 2
// CLEAN
#include <cstdlib>

__global__ void fill(int* data) {
  data[threadIdx.x] = 1;
}

void check(bool right) {
  if (!right) std::abort();
}

int main() {
  int *data, *copy, device;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  fill<<<1, 64, 0, stream>>>(data);
  cudaSetDevice(1);
  cudaMalloc(&copy, 64 * sizeof(int));
  check(cudaMemcpyAsync(copy, data, 64 * sizeof(int), cudaMemcpyDefault, stream) == cudaSuccess);
  check(cudaStreamGetDevice(stream, &device) == cudaSuccess && device == 0);
  check(cudaStreamSynchronize(stream) == cudaSuccess && cudaStreamQuery(stream) == cudaSuccess);
  int value = 0;
  cudaMemcpy(&value, copy + 5, sizeof value, cudaMemcpyDeviceToHost);
  check(value == 1 && cudaStreamDestroy(stream) == cudaSuccess);
}
