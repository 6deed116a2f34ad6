// Who holds which element of an array in each interval of one block.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "cli/solve/observations.h"

namespace fencepost::cli::infer {

/// What the threads of a block do with one element in one interval.
struct ElementUse {
  bool written = false, atomic = false;
  std::vector<std::uint32_t> threads;  ///< Ascending. One, if written. Of an interval that is not lent.
};

/// One array in one block. Elements count from the array's begin.
struct ArrayUse {
  std::int64_t element_bytes = 0;
  std::int64_t elements = 0;
  std::string problem;  ///< Why no permissions tell it; empty: none.
  bool only_read = true;
  std::vector<std::map<std::int64_t, ElementUse>> intervals;
  std::vector<std::map<std::uint32_t, std::vector<std::int64_t>>> touched;  ///< In each interval by each thread.
  std::vector<bool> lent;  ///< In each interval: atomic operations use it, and nothing else does. No thread holds it.
  std::int64_t begin = 0, end = 0;                               ///< What is kept while it is not used.
  std::int64_t last_interval = -1;                               ///< In which it is used.
  std::int64_t last_write = -1;                                  ///< The interval of it.
  std::map<std::uint32_t, std::vector<std::int64_t>> by_thread;  ///< What each uses at any time, ascending.
  std::set<std::int64_t> of_several;                             ///< That several threads use, if not at once.

  /// Whether nobody uses it in the interval, but it is kept.
  [[nodiscard]] bool is_idle(std::size_t interval, std::int64_t element, const Keeping& keeping) const;
  /// Lent in some intervals, and held in others.
  [[nodiscard]] bool is_lent_at_times() const;
  /// All of these, ascending.
  [[nodiscard]] std::vector<std::int64_t> idle(std::size_t interval, const Keeping& keeping) const;
};

/// The arrays of a block, by object. Of a block whose record has no touch of an object: no elements.
std::vector<ArrayUse> uses_of(const detector::ScopeRecord& run, const detector::ScopeBlock& block,
                              const Keeping& keeping);

}  // namespace fencepost::cli::infer
