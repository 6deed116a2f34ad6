// Sound samples on the device.
#pragma once

#include <cuda_runtime.h>

// The loudest sample that is kept.
#define LOUDEST 90

#ifdef __CUDACC__
// Limits a sample to +-LOUDEST, and counts those that were louder in `clipped_samples`.
__device__ int clip(int sample);
extern __device__ int clipped_samples;
#endif

// Adds up `count` numbers on the device.
long long sum_on_device(const int* numbers, int count);

// How many samples clip() has limited so far.
int clipped_so_far();
