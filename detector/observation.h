// What reading a strong write tells of that write itself.
//
// A strong write happened before whatever follows, in causality order, a strong read that observes it: no fence is
// needed for the write, only for what its thread did before. So the last block may reset the counter that all blocks
// have incremented atomically (PTX ISA, "Observation Order" and "Causality Order").
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <unordered_map>
#include <vector>

#include "detector/ordered_log.h"

namespace fencepost::detector {

/// The accesses of one word, in the order in which they began. Both arguments of the constructor must outlive it.
class Observation {
 public:
  Observation(std::span<const Record> records, const std::vector<TimedMoment>& moments);

  /// True if `write`, a strong one, is observed by a strong read that happened before `later`.
  [[nodiscard]] bool orders(const Record& write, const Record& later);
  /// True if `b` continues `a`: who observes the one observes the other.
  [[nodiscard]] bool continues(const Record& a, const Record& b) const;

 private:
  /// Time of the first write that is observed.
  using Begins = std::map<std::uint32_t, std::uint32_t>;  ///< And of the last.

  [[nodiscard]] bool morally_strong(const Record& a, const Record& b) const;
  /// Of the write with this time: the begin of its chain of read-modify-writes.
  [[nodiscard]] std::uint32_t begin_of_chain(std::uint32_t time) const;

  const std::vector<TimedMoment>& moments_;
  std::vector<const Record*> writes_;        ///< By the time of the last repetition.
  std::vector<std::uint32_t> chain_begins_;  ///< Of each of them.
  std::vector<const Record*> reads_;         ///< The strong ones.
  std::unordered_map<const Record*, Begins> observed_;
};

}  // namespace fencepost::detector
