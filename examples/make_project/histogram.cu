#include "histogram.h"

__global__ void histogram_kernel(const unsigned char* values, int n, int* bins) {
  __shared__ int counts[kBins];
  if (threadIdx.x < kBins) counts[threadIdx.x] = 0;
  // What is missing here: __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&counts[values[i]], 1);
  __syncthreads();
  if (threadIdx.x < kBins) atomicAdd(&bins[threadIdx.x], counts[threadIdx.x]);
}

void histogram(const unsigned char* values, int n, int* bins) {
  unsigned char* device_values;
  int* device_bins;
  cudaMalloc(&device_values, n);
  cudaMalloc(&device_bins, kBins * sizeof(int));
  cudaMemcpy(device_values, values, n, cudaMemcpyHostToDevice);
  cudaMemset(device_bins, 0, kBins * sizeof(int));
  histogram_kernel<<<(n + 255) / 256, 256>>>(device_values, n, device_bins);
  cudaMemcpy(bins, device_bins, kBins * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(device_values);
  cudaFree(device_bins);
}
