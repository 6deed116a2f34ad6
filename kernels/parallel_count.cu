// Counts how often each digit occurs, by one block whose threads each count a partition of the input.
//
// Paper: D. van Oorschot, "Let's sort this out: GPGPU Verification of Radix Sort", University of Twente, 2020,
// algorithm 1 and figure 4.
//
// Usage: parallel_count [N | FIRST-LAST | random COUNT LARGEST [SEED]]    N digits; those of radix 4 by 4 threads for
// up to 16 of them, as in figure 4, more threads and larger radices for more
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "sizes.h"
#include "radix/count_ghost.h"
#include "radix/digit.cuh"
#include "radix/keys.h"
#include "radix/parallel_count.cuh"

template <int threads, int radix>
__global__ void count_digits(const int* input, int* output, int N) {
  static_assert(threads >= radix, "each digit's counts are added up by a thread");
  __shared__ int tempCounts[threads][radix];
  parallel_count(input, output, &tempCounts[0][0], radix, threads, N);
}

template <int threads, int radix>
static bool count_is_right(int N) {
  std::vector<int> digits(N), counts(radix, -1), expected(radix, 0);
  const std::vector<unsigned> keys = random_keys(N);
  for (int i = 0; i < N; ++i) {
    digits[i] = digit_of(keys[i], radix, 1);
    ++expected[digits[i]];
  }

  int *input, *output;
  cudaMalloc(&input, N * sizeof(int));
  cudaMalloc(&output, radix * sizeof(int));
  cudaMemcpy(input, digits.data(), N * sizeof(int), cudaMemcpyHostToDevice);
  {
#ifdef __FENCEPOST__
    CountGhost ghost(input, output, radix, threads, N);
    fencepost::GhostCheck equations([&](const fencepost::AfterInterval& after) {
      ghost.check(after, after.shared<int>("tempCounts"));
    });
#endif
    count_digits<threads, radix><<<1, threads>>>(input, output, N);
  }
  cudaMemcpy(counts.data(), output, radix * sizeof(int), cudaMemcpyDeviceToHost);
  const cudaError_t error = cudaGetLastError();
  cudaFree(input);
  cudaFree(output);
  if (error != cudaSuccess) {
    printf("parallel_count: %s\n", cudaGetErrorString(error));
    return false;
  }
  for (int k = 0; k < radix; ++k) {
    if (counts[k] != expected[k]) {
      printf("parallel_count: of %d elements, output[%d] is %d, not %d\n", N, k, counts[k], expected[k]);
      return false;
    }
  }
  return true;
}

static bool count_of_any_shape_is_right(int N) {
  if (N <= 16) return count_is_right<4, 4>(N);
  if (N <= 128) return count_is_right<16, 10>(N);
  if (N <= 512) return count_is_right<33, 2>(N);
  if (N <= 1024) return count_is_right<64, 64>(N);
  return count_is_right<100, 97>(N);
}

int main(int argc, char** argv) {
  const std::vector<long> sizes = sizes_of_command_line(argc, argv, "parallel_count", 1L << 24);
  for (long N : sizes) {
    if (!count_of_any_shape_is_right(static_cast<int>(N))) return 1;
  }
  printf("parallel_count: the count of %s is right\n", in_words(sizes).c_str());
}
