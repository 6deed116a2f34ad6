// Sklansky's inclusive prefix sum, in place: by one block of N/2 threads; by several if N > 1024.
//
// Paper: Sklansky, "Conditional-Sum Addition Logic", 1960; one of the four scans of Chong, Donaldson and Ketema, POPL
// 2014. The kernel: scan/sklansky.cuh.
//
// Usage: sklansky [N | FIRST-LAST | random COUNT LARGEST [SEED]]
// N is padded to a power of two, or to a multiple of 1024.
#include "scan/scan_program.cuh"

#include "scan/sklansky.cuh"

int main(int argc, char** argv) {
  // After each step: each part of 2 * stride elements is scanned by itself.
  const auto parts = [](const auto& after, const int* Output, int N, const ScanSums& sums, int step) {
    const long size = 2L << step;
    bool holds = size <= N;
    for (long i = 0; i < N; ++i) {
      holds = holds && Output[i] == sums.of(i / size * size, i);
    }
    after.require(holds, "Output[i] is the sum of the inputs of its part of 2 * stride elements up to i");
  };
  return scan_program<Sklansky>(argc, argv, "sklansky", parts);
}
