// Brent and Kung's inclusive prefix sum, in place: by one block of N/2 threads; by several if N > 1024.
//
// Paper: Brent and Kung, "A Regular Layout for Parallel Adders", 1982; one of the four scans of Chong, Donaldson and
// Ketema, POPL 2014. The kernel: scan/brent_kung.cuh.
//
// Usage: brent_kung [N | FIRST-LAST | random COUNT LARGEST [SEED]]
// N is padded to a power of two, or to a multiple of 1024.
#include "scan/scan_program.cuh"

#include "scan/brent_kung.cuh"

int main(int argc, char** argv) {
  // Up-sweep: the last of each 2 * stride elements is the sum of these. Down-sweep: the last of each `stride` elements
  // is the sum of all inputs up to it.
  const auto sweeps = [](const auto& after, const int* Output, int N, const ScanSums& sums, int step) {
    int levels = 0;
    while (1L << levels < N) {
      ++levels;
    }
    const bool up = step < levels;
    if (step > 2 * levels - 2) {
      after.require(false, "there are 2 * log2(N) - 1 steps");
      return;
    }
    const long distance = up ? 2L << step : 1L << (2 * levels - 2 - step);
    bool holds = true;
    for (long i = distance - 1; i < N; i += distance) {
      holds = holds && Output[i] == sums.of(up ? i - distance + 1 : 0, i);
    }
    after.require(holds, up ? "up-sweep: the last of each 2 * stride elements is their sum"
                            : "down-sweep: the last of each stride elements is the sum of all inputs up to it");
  };
  return scan_program<BrentKung>(argc, argv, "brent_kung", sweeps);
}
