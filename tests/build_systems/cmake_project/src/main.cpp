// Filters a signal on the device and compares with the same on the host.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "filter.h"
#include "samples.h"

int main(int argc, char** argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 500;
  const int taps[TAPS] = {3, -2, 1, 1};
  std::vector<int> signal(count), expected(count), result(count);
  int clipped = 0;
  long long sum = 0;
  for (int i = 0; i < count; ++i) signal[i] = i * 37 % 101 - 50;
  for (int i = 0; i < count; ++i) {
    int value = 0;
    for (int k = 0; k < TAPS && k <= i; ++k) value += taps[k] * signal[i - k];
    if (value < -LOUDEST || value > LOUDEST) {
      ++clipped;
      value = value < 0 ? -LOUDEST : LOUDEST;
    }
    expected[i] = value;
    sum += value;
  }
  int *in = nullptr, *out = nullptr;
  const size_t bytes = count * sizeof(int);
  if (cudaMalloc(&in, bytes) != cudaSuccess || cudaMalloc(&out, bytes) != cudaSuccess) return 2;
  cudaMemcpy(in, signal.data(), bytes, cudaMemcpyHostToDevice);
  filter(in, out, count, taps);
  const long long device_sum = sum_on_device(out, count);
  cudaMemcpy(result.data(), out, bytes, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  const bool right = result == expected && device_sum == sum && clipped_so_far() == clipped;
  std::printf("%d samples, %d clipped, sum %lld: %s\n", count, clipped_so_far(), device_sum, right ? "right" : "wrong");
  return right ? 0 : 1;
}
