// A kernel waits for what the host writes after the launch: its call returns, what follows in its stream is held back, other
// streams go on.
// CLEAN
// STDOUT: ^0 then 1 8 8 5$
#include <cstdio>

__global__ void wait_for(volatile unsigned* latch) {
  while (*latch < 1) { }
}
__global__ void add(int* p, int n) { p[threadIdx.x] += n; }

int main() {
  volatile unsigned* latch;
  int *data, *other, back[2] = {}, from_pageable[2] = {3, 3};
  cudaMallocHost((void**)&latch, sizeof *latch);
  cudaMalloc(&data, sizeof back);
  cudaMalloc(&other, sizeof back);
  cudaStream_t stream, beside;
  cudaStreamCreate(&stream);
  cudaStreamCreateWithFlags(&beside, cudaStreamNonBlocking);
  *latch = 0;
  wait_for<<<1, 1, 0, stream>>>((unsigned*)latch);
  cudaMemcpyAsync(data, from_pageable, sizeof back, cudaMemcpyHostToDevice, stream);
  from_pageable[0] = from_pageable[1] = 100;  // It was put aside.
  add<<<1, 2, 0, stream>>>(data, 5);
  cudaEvent_t done;
  cudaEventCreate(&done);
  cudaEventRecord(done, stream);
  const bool ready = cudaEventQuery(done) == cudaSuccess;

  int beside_back = 0;
  cudaMemsetAsync(other, 0, sizeof back, beside);
  add<<<1, 2, 0, beside>>>(other, 5);
  cudaMemcpyAsync(&beside_back, other, sizeof(int), cudaMemcpyDeviceToHost, beside);
  cudaStreamSynchronize(beside);

  *latch = 1;
  const cudaError_t waited = cudaEventSynchronize(done);
  cudaMemcpy(back, data, sizeof back, cudaMemcpyDeviceToHost);
  printf("%d then %d %d %d %d\n", ready, waited == cudaSuccess, back[0], back[1], beside_back);
  cudaStreamDestroy(stream);
  cudaFree(data);
  cudaFree(other);
  cudaFreeHost((void*)latch);
}
