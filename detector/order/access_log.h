// Accesses of a launch with their moments.
#pragma once

#include <cstdint>
#include <vector>

#include "detector/order/generic_writes.h"
#include "detector/order/knowledge.h"
#include "detector/shadow/shadow_cell.h"

namespace fencepost::detector {

/// All accesses of one thread in one moment from one source line and of one kind to the same bytes of a word.
struct Record {
  std::uint64_t word = 0;    ///< Address / 4; of shared memory the offset into the TLS block / 4.
  std::uint32_t moment = 0;  ///< Index into the launch's moments.
  std::uint32_t value = 0;   ///< Of a write: what it left in the bytes of `mask`.
  SiteId site = 0;
  std::uint8_t kind = 0;
  std::uint8_t mask = 0;
  bool reads_strongly = false;  ///< A strong load or a read-modify-write.
  std::uint32_t first = 0;      ///< Time of the first of these accesses; times number the accesses of a launch.
  std::uint32_t last = 0;       ///< And of the last.

  [[nodiscard]] bool writes() const { return (kind & kWrites) != 0; }
  [[nodiscard]] bool same_accesses(const Record& other) const {
    return site == other.site && kind == other.kind && mask == other.mask && reads_strongly == other.reads_strongly;
  }
};

/// A moment in which something was accessed.
struct TimedMoment {
  Moment at;
  SharedKnowledge known;
  const void* interval_begin = nullptr;  ///< Barrier before the interval.
  std::uint32_t interval = 0;            ///< Of the block; the moment of a copy has none.
  bool fenced = false;                   ///< The thread executed a fence in this interval.
  std::uint64_t cluster = 0;             ///< Of the block.
  std::uint64_t copied = 0;              ///< A number for what a bulk copy reads and writes; 0: it is none.
};

/// The accesses to one space, in the order in which they happened.
struct AccessLog {
  std::vector<Record> records;
  std::vector<TimedMoment> moments;
  std::uint32_t cleared = 0;     ///< How often records were taken away.
  GenericWrites generic_writes;  ///< Of shared memory.
};

/// By word; those of one word stay in the order of time.
void sort_by_word(std::vector<Record>& records);

}  // namespace fencepost::detector
