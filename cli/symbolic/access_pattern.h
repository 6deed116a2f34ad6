// What each thread accesses in an interval, as the papers write it: "t < N / 2: W on 2·stride·t + stride - 1".
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "compiler/symbolic/symbolic_kernel.h"

namespace fencepost::cli::symbolic {

struct AccessPattern {
  std::set<std::string> arrays;    ///< That it may be of, as the kernel names them; empty: any.
  bool is_global = false;          ///< They are what pointer parameters point to.
  char right = 'R';                ///< 'W', 'R' or 'A' (atomic).
  std::vector<std::string> guard;  ///< Conditions that hold where it is, in the order in which they are asked.
  std::string index;               ///< "t + offset", "[ty][tx]"; of what is not known "…".

  auto operator<=>(const AccessPattern&) const = default;
};

/// From the kernel's entry or a barrier to the next ones, in any iteration of the loops around.
struct IntervalPattern {
  std::string file;        ///< Of the barrier where it begins.
  std::uint32_t line = 0;  ///< 0: the kernel's entry.
  /// In the code's order, each once, and no read of what the thread writes on the same conditions.
  std::vector<AccessPattern> accesses;
};

struct KernelPattern {
  std::string signature;  ///< Without the result's type.
  /// Of loops, if some access needs them: "stride: 1, then 2·stride".
  std::vector<std::string> variables;
  std::vector<IntervalPattern> intervals;
};

/// Thread t is threadIdx.x, or tx, ty and tz are its dimensions if the kernel reads more than the first. A loop's
/// variable is meant in the iteration that the access is in; with ' it is of the next iteration, where an interval has
/// accesses of both. Integers are taken not to overflow. Of a kernel with an obstacle there are no intervals.
KernelPattern pattern_of(const compiler::SymbolicKernel& kernel);

/// What a value of the kernel is on the way to an access. `context` as of an IntervalNode: the loop around the barrier
/// where the interval begins whose next iteration it is asked in, or -1.
struct GuardCondition {
  int value = 0;
  bool holds = true;
  int context = -1;
};

/// An access of an interval, and the conditions that hold where it is.
struct GuardedAccess {
  int access = 0;
  int context = -1;  ///< As of a GuardCondition.
  std::vector<GuardCondition> guard;
};

/// Of the interval from the block `barrier` (-1: the kernel's entry), in the code's order.
std::vector<GuardedAccess> guarded_accesses(const compiler::SymbolicKernel& kernel, int barrier);

/// "t < N / 2: W on 2·stride·t + stride - 1".
std::string text_of(const AccessPattern& pattern);

}  // namespace fencepost::cli::symbolic
