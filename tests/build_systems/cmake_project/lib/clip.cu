#include "samples.h"

__device__ int clipped_samples = 0;

__device__ int clip(int sample) {
  if (sample >= -LOUDEST && sample <= LOUDEST) return sample;
  atomicAdd(&clipped_samples, 1);
  return sample < 0 ? -LOUDEST : LOUDEST;
}

int clipped_so_far() {
  int count = 0;
  cudaMemcpyFromSymbol(&count, clipped_samples, sizeof(count));
  return count;
}
