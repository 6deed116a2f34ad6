// What the programs of the four scans share: sums of ints, compared with a sequential scan, for the sizes asked for.
#pragma once

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "../sizes.h"
#include "multi_block.cuh"
#include "sum.cuh"

#ifdef __FENCEPOST__
#include <fencepost/ghost.h>
#endif

// The input and the result of one scan, for the invariants that a program states.
struct ScanSums {
  std::vector<int> input;  // Padded with zeros.
  std::vector<int> until;  // until[i]: the sum of input[0] to input[i - 1]; one element more than input.

  explicit ScanSums(long n, long size) : input(size), until(size + 1) {
    for (long i = 0; i < n; ++i) {
      input[i] = (7 * i + 3) % 10;
    }
    for (long i = 0; i < size; ++i) {
      until[i + 1] = until[i] + input[i];
    }
  }

  // Sum of input[first] to input[last]. A first below 0 counts as 0.
  int of(long first, long last) const { return until[last + 1] - until[first < 0 ? 0 : first]; }
};

// Scans n elements by Algorithm, 1024 of them per block, and checks the result. Prints what is wrong.
//
// Ghost check: during the first launch, `invariant(after, Output, N, sums, step)` is called after each interval in
// which block 0, which scans the N elements at Output, changed one. `step` counts these intervals from 0.
template <class Algorithm, class Invariant>
bool scan_is_right(const char* name, long n, Invariant invariant) {
  constexpr int kSlice = 1024;
  const long size = padded_size(n, kSlice);
  const ScanSums sums(n, size);
  int* Output = nullptr;
  cudaMalloc((void**)&Output, size * sizeof(int));
  cudaMemcpy(Output, sums.input.data(), size * sizeof(int), cudaMemcpyHostToDevice);
  {
#ifdef __FENCEPOST__
    const int N = size < kSlice ? size : kSlice;
    std::vector<int> before(sums.input.begin(), sums.input.begin() + N);
    unsigned launch = 0;
    int step = 0;
    fencepost::GhostCheck check([&](const fencepost::AfterInterval& after) {
      if (launch == 0) launch = after.launch;
      const int* now = after.array(Output);
      if (after.launch != launch || std::equal(before.begin(), before.end(), now)) return;
      before.assign(now, now + N);
      invariant(after, now, N, sums, step++);
    });
#endif
    scan<Algorithm>(Output, size, Sum<int>(), kSlice);
  }
  std::vector<int> output(size);
  cudaMemcpy(output.data(), Output, size * sizeof(int), cudaMemcpyDeviceToHost);
  const cudaError_t error = cudaGetLastError();
  cudaFree(Output);
  if (error != cudaSuccess) {
    printf("%s: %s\n", name, cudaGetErrorString(error));
    return false;
  }
  for (long i = 0; i < n; ++i) {
    const int expected = sums.until[Algorithm::kExclusive ? i : i + 1];
    if (output[i] != expected) {
      printf("%s: of %ld elements, Output[%ld] is %d, not %d\n", name, n, i, output[i], expected);
      return false;
    }
  }
  return true;
}

// The program's main function. Returns its exit status.
template <class Algorithm, class Invariant>
int scan_program(int argc, char** argv, const char* name, Invariant invariant) {
  const std::vector<long> sizes = sizes_of_command_line(argc, argv, name, 1 << 20);
  for (long n : sizes) {
    if (!scan_is_right<Algorithm>(name, n, invariant)) return 1;
  }
  printf("%s: %s scan%s of %s %s right\n", name, Algorithm::kExclusive ? "exclusive" : "inclusive",
         sizes.size() == 1 ? "" : "s", in_words(sizes).c_str(), sizes.size() == 1 ? "is" : "are");
  return 0;
}
