// The properties that prove stream compaction, checked when its kernel ends.
//
// Paper: Safari and Huisman, "Formal verification of parallel prefix sum and stream compaction algorithms in CUDA",
// 2022, section 5.3, properties 4 to 7 and lists 8 and 9.
#pragma once
#ifdef __FENCEPOST__

#include <fencepost/ghost.h>

#include <vector>

class CompactionGhost {
 public:
  // Of `count` elements; the padding, whose flags are zero, has no part in the properties.
  CompactionGhost(const int* Input, const int* Output, const int* Flag, const int* ExPre, int count)
      : Input_(Input), Output_(Output), Flag_(Flag), ExPre_(ExPre), count_(count) {}

  void check(const fencepost::AfterInterval& after) const {
    if (!after.at_exit) return;
    const int* Input = after.array(Input_);
    const int* Output = after.array(Output_);
    const int* Flag = after.array(Flag_);
    const int* ExPre = after.array(ExPre_);

    // The paper's sequences: intsum(flags), epsum(flags) and filter(input, flags).
    int sum = 0;
    std::vector<int> prefix_sums, filtered;
    for (int i = 0; i < count_; ++i) {
      after.require(Flag[i] == 0 || Flag[i] == 1, "flags are zeros and ones");
      prefix_sums.push_back(sum);
      sum += Flag[i];
      if (Flag[i] == 1) filtered.push_back(Input[i]);
    }

    after.require(sum >= 0, "property 4: the sum of the flags is not negative");
    bool scanned = true, in_sum = true, in_output = true, found = true, stored = true;
    for (int i = 0; i < count_; ++i) {
      scanned = scanned && ExPre[i] == prefix_sums[i];
      in_sum = in_sum && ExPre[i] >= 0 && ExPre[i] <= sum;
      if (Flag[i] != 1) continue;
      const bool in_range = ExPre[i] >= 0 && ExPre[i] < sum;
      in_output = in_output && in_range;
      found = found && in_range && Input[i] == filtered[ExPre[i]];
      stored = stored && in_range && Output[ExPre[i]] == Input[i];
    }
    after.require(scanned, "ExPre is the exclusive prefix sum of the flags");
    after.require(in_sum, "property 5: ExPre lies between 0 and the sum of the flags");
    after.require(in_output, "property 6: a flagged element's ExPre is a place in the output");
    after.require(found, "property 7: a flagged element is the filtered sequence's element at its ExPre");
    after.require(stored, "list 9: a flagged element is stored at its ExPre");

    bool same = true;
    for (int i = 0; i < sum; ++i) same = same && Output[i] == filtered[i];
    after.require(same, "the output is the filtered sequence: the flagged elements, no others, in their order");
  }

 private:
  const int* Input_;
  const int* Output_;
  const int* Flag_;
  const int* ExPre_;
  int count_;
};

#endif  // __FENCEPOST__
