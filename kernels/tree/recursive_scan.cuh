// Wiefferink's scan of any size by parts: section 4.5 of "Optimization, Specification and Verification of the Prefix
// Sum Program in an OpenCL Environment", University of Twente, 2015 (after Nguyen, GPU Gems 3, chapter 39).
#pragma once

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

// Elements that one block scans at most: a tree of 1024 leaves fits in its shared memory in both storages.
constexpr int kLargestPart = 1024;

// Step 2d: adds to each part the sum of the parts before it.
__global__ void add_sums(int* output, const int* sums, int count) {
  int i = blockIdx.x * kLargestPart + threadIdx.x;
  if (i < count) {
    output[i] = output[i] + sums[blockIdx.x];
  }
}

// Exclusive scan of `count` elements, 1 or more; input and output are device arrays that do not overlap.
// `scan_parts(input, output, sums, count)` launches the scans of the parts, each of kLargestPart elements or the rest,
// and leaves the sum of part p in sums[p].
template <class ScanParts>
void recursive_scan(const int* input, int* output, int count, ScanParts scan_parts) {
  const int parts = (count + kLargestPart - 1) / kLargestPart;
  int* sums;
  cudaMalloc(&sums, parts * sizeof(int));
  scan_parts(input, output, sums, count);
  if (parts > 1) {
    int* sums_before;
    cudaMalloc(&sums_before, parts * sizeof(int));
    recursive_scan(sums, sums_before, parts, scan_parts);
    add_sums<<<parts, kLargestPart>>>(output, sums_before, count);
    cudaFree(sums_before);
  }
  cudaFree(sums);
}

// Scans `count` small numbers and compares with a loop on the host; says on stdout, after `name`, what is wrong.
template <class ScanParts>
bool recursive_scan_is_right(const char* name, int count, ScanParts scan_parts) {
  std::vector<int> input(count), output(count, -1);
  for (int i = 0; i < count; ++i) {
    input[i] = (7 * i + 3) % 10;
  }
  const size_t bytes = count * sizeof(int);
  int *device_input, *device_output;
  cudaMalloc(&device_input, bytes);
  cudaMalloc(&device_output, bytes);
  cudaMemcpy(device_input, input.data(), bytes, cudaMemcpyHostToDevice);
  recursive_scan(device_input, device_output, count, scan_parts);
  cudaMemcpy(output.data(), device_output, bytes, cudaMemcpyDeviceToHost);
  const cudaError_t error = cudaGetLastError();
  cudaFree(device_input);
  cudaFree(device_output);
  if (error != cudaSuccess) {
    printf("%s: %s\n", name, cudaGetErrorString(error));
    return false;
  }
  int sum = 0;
  for (int i = 0; i < count; ++i) {
    if (output[i] != sum) {
      printf("%s: of %d elements, output[%d] is %d, not %d\n", name, count, i, output[i], sum);
      return false;
    }
    sum += input[i];
  }
  return true;
}
