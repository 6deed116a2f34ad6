// Blelloch's exclusive prefix sum, in place: by one block of N threads; by several if N > 1024.
//
// Paper: Safari et al., "Formal Verification of Parallel Prefix Sum", NFM 2020,
// algorithm 1 (in CUDA: Safari and Huisman, 2022, algorithm 1). The kernel: scan/blelloch.cuh.
//
// Usage: blelloch [N | FIRST-LAST | random COUNT LARGEST [SEED]]
// N is padded to a power of two, or to a multiple of 1024.
#include "scan/scan_program.cuh"

#include "scan/blelloch.cuh"

// The values that the up-sweep changes at `level`: the last of every 2^level elements. Level 0: all.
static std::vector<int> changed_values(const int* Output, int N, int level) {
  std::vector<int> values;
  for (long i = (1L << level) - 1; i < N; i += 1L << level) {
    values.push_back(Output[i]);
  }
  return values;
}

int main(int argc, char** argv) {
  // What each level of the up-sweep changed (NFM 2020, section 3.2: the ghost variable p_hist).
  std::vector<std::vector<int>> history;

  // Up-sweep: the changed values sum to the input's sum. Down-sweep: they are the exclusive prefix sum of those that
  // the same level of the up-sweep changed. (NFM 2020, section 3.2)
  const auto sweeps = [&](const auto& after, const int* Output, int N, const ScanSums& sums, int step) {
    int levels = 0;
    while (1L << levels < N) {
      ++levels;
    }
    if (step == 0) {
      history.assign(1, std::vector<int>(sums.input.begin(), sums.input.begin() + N));
    }
    if (step < levels) {
      history.push_back(changed_values(Output, N, step + 1));
      int sum = 0;
      for (int value : history.back()) {
        sum += value;
      }
      after.require(sum == sums.of(0, N - 1), "up-sweep: the changed values sum to the input's sum");
    } else if (step < 2 * levels) {
      const int level = 2 * levels - 1 - step;
      bool holds = true;
      int sum = 0;
      const std::vector<int> values = changed_values(Output, N, level);
      for (size_t i = 0; i < values.size(); ++i) {
        holds = holds && values[i] == sum;
        sum += history[level][i];
      }
      after.require(holds, "down-sweep: the changed values are the exclusive prefix sum of the up-sweep's level");
    }
  };
  return scan_program<Blelloch>(argc, argv, "blelloch", sweeps);
}
