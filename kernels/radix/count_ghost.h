// What counting digits must have done, checked at its barrier and when its kernel ends.
//
// Paper: D. van Oorschot, "Let's sort this out: GPGPU Verification of Radix Sort", University of Twente, 2020,
// section 4.2, equations 7 to 9.
#pragma once
#ifdef __FENCEPOST__

#include <fencepost/ghost.h>

#include <vector>

#include "parallel_count.cuh"

class CountGhost {
 public:
  // The arguments of parallel_count.
  CountGhost(const int* input, const int* output, int radix, int partitions, int N)
      : input_(input), output_(output), radix_(radix), partitions_(partitions), N_(N) {}

  // tempCounts as the kernel's block sees it now.
  void check(const fencepost::AfterInterval& after, const int* tempCounts) const {
    const int* input = after.array(input_);

    bool rows = true;
    std::vector<int> columns(radix_, 0);
    for (int thread = 0; thread < partitions_; ++thread) {
      int counted = 0;
      for (int k = 0; k < radix_; ++k) {
        counted += tempCounts[thread * radix_ + k];
        columns[k] += tempCounts[thread * radix_ + k];
      }
      const Partition partition = partition_of(thread, partitions_, N_);
      rows = rows && counted == partition.end - partition.begin;
    }
    after.require(rows, "equation 7 for each thread: its row sums up to the size of its partition");
    if (!after.at_exit) return;

    const int* output = after.array(output_);
    long counted = 0, weighted = 0, sum = 0;
    bool counts = true;
    for (int k = 0; k < radix_; ++k) {
      counted += output[k];
      weighted += static_cast<long>(k) * output[k];
      counts = counts && output[k] == columns[k];
    }
    for (int i = 0; i < N_; ++i) sum += input[i];
    after.require(counted == N_, "equation 7: the counts sum up to the number of elements");
    after.require(weighted == sum, "equation 8: the counts times their digits sum up to the sum of the input");
    after.require(counts, "equation 9: each count is the sum of its column of tempCounts");
  }

 private:
  const int* input_;
  const int* output_;
  int radix_, partitions_, N_;
};

#endif  // __FENCEPOST__
