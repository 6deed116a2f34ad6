// The papers' invariants of the scan by a tree, checked between the barriers of a run.
//
// Papers: Safari et al., "Formal Verification of Parallel Prefix Sum", NFM 2020, section 3.2; Safari and Huisman, 2022,
// section 4.2.2. Their ghost variable p_hist is `sums_` here: what each level held after the up-sweep.
#pragma once
#ifdef __FENCEPOST__

#include <fencepost/ghost.h>

#include <numeric>
#include <vector>

class TreeGhost {
 public:
  // A tree of `leaves` (a power of two from 2) over the first `count` elements of `input`, padded with zeros.
  // Level 0 is the leaves, level log2(leaves) the root.
  TreeGhost(const int* input, int leaves, int count) : input_(input), leaves_(leaves), count_(count) {
    while ((1 << top_) < leaves) ++top_;
    sums_.resize(top_ + 1);
  }

  // row(level) is the kernel's array of that level's nodes. Intervals 0 … top - 1 sum up levels 1 … top, the last of
  // them also takes the step down from the root; the intervals after it each take one step down.
  template <class Row>
  void check(const fencepost::AfterInterval& after, Row row) {
    const int interval = static_cast<int>(after.interval);
    const int last_up = top_ - 1;
    if (interval == 0) record_leaves(after);
    if (interval < last_up) {
      record_sums(after, interval + 1, row(interval + 1));
    } else if (interval - last_up < top_) {
      const int level = top_ - 1 - (interval - last_up);
      require_prefix_sums(after, level, row(level));
    }
    if (after.at_exit) after.require(interval == last_up + top_ - 1, "one interval for each level up and down");
  }

 private:
  void record_leaves(const fencepost::AfterInterval& after) {
    const int* input = after.array(input_);
    sums_[0].assign(leaves_, 0);
    for (int i = 0; i < count_ && i < leaves_; ++i) sums_[0][i] = input[i];
  }

  // Up-sweep: the values that changed are the sums of the pairs below, and sum up to the input's sum.
  void record_sums(const fencepost::AfterInterval& after, int level, const int* nodes) {
    sums_[level].assign(nodes, nodes + (leaves_ >> level));
    bool pairs = true;
    for (size_t i = 0; i < sums_[level].size(); ++i) {
      pairs = pairs && nodes[i] == sums_[level - 1][2 * i] + sums_[level - 1][2 * i + 1];
    }
    after.require(pairs, "up-sweep: each node is the sum of its two children");
    after.require(sum(sums_[level]) == sum(sums_[0]), "up-sweep: the level sums up to the input's sum");
  }

  // Down-sweep: the values that changed are the exclusive prefix sums of the same level after the up-sweep.
  void require_prefix_sums(const fencepost::AfterInterval& after, int level, const int* nodes) const {
    bool prefix_sums = true;
    int before = 0;
    for (size_t i = 0; i < sums_[level].size(); ++i) {
      prefix_sums = prefix_sums && nodes[i] == before;
      before += sums_[level][i];
    }
    after.require(prefix_sums, "down-sweep: the level holds the exclusive prefix sums of its sums");
  }

  static int sum(const std::vector<int>& values) { return std::accumulate(values.begin(), values.end(), 0); }

  const int* input_;
  int leaves_, count_, top_ = 0;
  std::vector<std::vector<int>> sums_;
};

#endif  // __FENCEPOST__
