// Success that the program looks at says that the stream, or what an event stands for, is done. "Not yet", which comes
// first, is no error.
// CLEAN
// STDOUT: ^0 4 4 0$
#include <cuda.h>

#include <cstdio>

__global__ void add(int* data) { *data += 1; }

int main() {
  int* data;
  cudaMallocManaged(&data, sizeof(int));
  *data = 0;
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaEvent_t done;
  cudaEventCreate(&done);
  int sum = 0;
  sum += cudaStreamQuery(s);  // Nothing was to do.

  add<<<1, 1, 0, s>>>(data);
  cudaStreamQuery(s);  // So that work begins.
  while (cudaStreamQuery(s) == cudaErrorNotReady) {
  }
  *data += 0;

  add<<<1, 1, 0, s>>>(data);
  cudaEventRecord(done, s);
  cudaError_t answer;
  do answer = cudaEventQuery(done);
  while (answer != cudaSuccess);
  *data += 0;

  add<<<1, 1, 0, s>>>(data);
  while (cuStreamQuery(s) == CUDA_ERROR_NOT_READY) {
  }
  *data += 0;

  add<<<1, 1, 0, s>>>(data);
  if (cudaStreamQuery(s) == cudaErrorNotReady) cudaStreamSynchronize(s);
  *data += 0;
  const int after_four = *data;

  // Work is added between the questions: they are answered in the end.
  int* other;
  cudaMalloc(&other, sizeof(int));
  cudaMemset(other, 0, sizeof(int));
  do add<<<1, 1, 0, s>>>(other);
  while (cudaStreamQuery(s) == cudaErrorNotReady);
  printf("%d %d %d %d\n", sum, *data, after_four, cudaGetLastError());
}
