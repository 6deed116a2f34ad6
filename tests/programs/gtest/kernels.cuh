// Kernels for findings.cu and calls.cpp, right and wrong.
#pragma once

void launch_reverse(int* data);
void launch_right(int* data);

#ifdef __CUDACC__
__global__ void reverse(int* data) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  tile[t] = data[t];       // @write
  data[t] = tile[63 - t];  // @read
}
__global__ void right(int* data) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  tile[t] = data[t];
  __syncthreads();
  data[t] = tile[63 - t];
}
#endif
