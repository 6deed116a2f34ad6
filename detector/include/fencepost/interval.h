// The interval domain: one run of a generic scan on it fixes the scan's result for every type and associative operator.
//
// Source: Chong, Donaldson and Ketema, "A Sound and Complete Abstraction for Reasoning About Parallel Prefix Sums",
// POPL 2014. The theorem and its conditions: docs/proofs.md. The host's side, which makes the inputs and judges the
// results: <fencepost/prove.h>.
//
// Works with fencepost-nvcc and with nvcc.
#pragma once

namespace fencepost {

/// Stands for the sum of the inputs first … last, for the empty sum, or for death: what is perhaps no such sum.
///
/// Opaque on purpose. It can be copied, stored, passed on and handed to IntervalSum, and that is all: no comparison, no
/// conversion, no arithmetic, and no access to its members. A kernel that compiles with it cannot let a branch, an
/// index or an address depend on the data, short of looking at the bytes through a cast or memcpy. A default-made one
/// is uninitialised, as an int would be, so that it may be a `__shared__` variable.
class Interval {
 public:
  Interval() = default;

 private:
  friend struct IntervalSum;
  friend class IntervalRun;

  __host__ __device__ Interval(int first, int last) : first_(first), last_(last) {}
  __host__ __device__ bool is_empty() const { return first_ == 0 && last_ == -1; }
  __host__ __device__ bool is_sum() const { return 0 <= first_ && first_ <= last_; }

  int first_, last_;  // (0,-1) is the empty sum; whatever is not well-formed is dead.
};

static_assert(sizeof(Interval) == 2 * sizeof(int), "an element is one 8-byte access");

/// The operator, "kiss or die": (i,j) + (j+1,k) is (i,k), the empty sum is neutral, anything else is death, which
/// absorbs. Associative; does not commute.
struct IntervalSum {
  __host__ __device__ Interval identity() const { return Interval(0, -1); }

  __host__ __device__ Interval operator()(Interval left, Interval right) const {
    if (left.is_empty()) return right;
    if (right.is_empty()) return left;
    const bool kiss = left.is_sum() && right.is_sum() && left.last_ + 1 == right.first_;
    return kiss ? Interval(left.first_, right.last_) : Interval(-1, -1);
  }
};

}  // namespace fencepost
