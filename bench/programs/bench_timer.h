// Times launches: each program runs its kernel once to warm up and then several times, and prints the median.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <vector>

template <class Launch>
double median_seconds(int runs, Launch launch) {
  std::vector<double> seconds;
  for (int i = 0; i <= runs; ++i) {
    const auto start = std::chrono::steady_clock::now();
    launch();
    cudaDeviceSynchronize();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    if (i > 0) seconds.push_back(taken.count());
  }
  std::sort(seconds.begin(), seconds.end());
  return seconds[seconds.size() / 2];
}

/// The line that the benchmark driver reads.
inline void print_result(double seconds, double accesses, double crossings, bool right) {
  std::printf("seconds %.9f accesses %.0f crossings %.0f %s\n", seconds, accesses, crossings,
              right ? "right" : "WRONG");
}
