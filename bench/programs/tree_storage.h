// Wiefferink's scan of N elements in one block, timed: tree_storage N RUNS. Included behind the kernel's own program,
// whose main() is called something else.
#pragma once

#include <cstdlib>
#include <vector>

#include "bench_timer.h"

int main(int argc, char** argv) {
  const int n = argc == 3 ? std::atoi(argv[1]) : 0;
  const int runs = argc == 3 ? std::atoi(argv[2]) : 0;
  if (n < 2 || n > kLargestPart || runs < 1) return 2;
  std::vector<int> ones(n, 1), result(n);
  const size_t bytes = n * sizeof(int);
  int *input, *output, *sums;
  cudaMalloc(&input, bytes);
  cudaMalloc(&output, bytes);
  cudaMalloc(&sums, sizeof(int));
  cudaMemcpy(input, ones.data(), bytes, cudaMemcpyHostToDevice);
  const double seconds = median_seconds(runs, [&] { scan_parts<>(input, output, sums, n); });
  cudaMemcpy(result.data(), output, bytes, cudaMemcpyDeviceToHost);
  bool right = true;
  for (int i = 0; i < n; ++i) right = right && result[i] == i;
  print_result(seconds, 0, 0, right);
}
