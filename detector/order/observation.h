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

#include "detector/order/ordered_log.h"
#include "detector/shadow/shadow_cell.h"

namespace fencepost::detector {

/// The accesses of one word, in the order in which they began. Both arguments of the constructor must outlive it.
/// Thread safety: none.
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

  /// What strong accesses overlap completely in.
  struct Bytes {
    std::uint8_t mask = 0;
    bool wide = false;
    explicit Bytes(const Record& record) : mask(record.mask), wide((record.kind & kWide) != 0) {}
    friend bool operator==(const Bytes&, const Bytes&) = default;
  };
  struct OfBytes {
    explicit OfBytes(Bytes all) : bytes(all) {}
    Bytes bytes;
    std::vector<const Record*> writes;        ///< That overlap them, by the time of the last repetition.
    std::vector<std::uint32_t> chain_begins;  ///< Of each of them.
    std::vector<const Record*> reads;         ///< The strong ones of just these bytes.
    std::unordered_map<const Record*, Begins> observed;

    /// Of the write with this time: the begin of its chain of read-modify-writes.
    [[nodiscard]] std::uint32_t begin_of_chain(std::uint32_t time) const;
  };
  [[nodiscard]] bool morally_strong(const Record& a, const Record& b) const;

  const std::vector<TimedMoment>& moments_;
  std::vector<OfBytes> of_bytes_;  ///< Nearly always one.
};

}  // namespace fencepost::detector
