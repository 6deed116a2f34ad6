// Kogge and Stone's inclusive prefix sum, in place: by one block of N threads; by several if N > 1024.
//
// Paper: Safari et al., "Formal Verification of Parallel Prefix Sum", NFM 2020,
// algorithm 2 (in CUDA: Safari and Huisman, 2022, algorithm 2). The kernel: scan/kogge_stone.cuh.
//
// Usage: kogge_stone [N | FIRST-LAST | random COUNT LARGEST [SEED]]
// N is padded to a power of two, or to a multiple of 1024.
#include "scan/scan_program.cuh"

#include "scan/kogge_stone.cuh"

int main(int argc, char** argv) {
  // After each step: element i is the sum of the last 2 * offset inputs up to i. (NFM 2020, section 4.2)
  const auto last_inputs = [](const auto& after, const int* Output, int N, const ScanSums& sums, int step) {
    const long offset = 1L << step;
    bool holds = offset < N;
    for (long i = 0; i < N; ++i) {
      holds = holds && Output[i] == sums.of(i - 2 * offset + 1, i);
    }
    after.require(holds, "Output[i] is the sum of the last 2 * offset inputs");
  };
  return scan_program<KoggeStone>(argc, argv, "kogge_stone", last_inputs);
}
