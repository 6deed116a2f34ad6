// Which writes to a tensor map the hardware that reads it has to be told of.
//
// Bulk copies of tensors read their map through a proxy of its own (PTX ISA, "Proxies": tensormap). They see what a
// thread wrote there only if a `fence.proxy.tensormap::generic` of order release lies between and, behind it, one of
// order acquire: each somewhere on the way by which the write happens before the copy.
#pragma once

#include <cstdint>
#include <vector>

#include "detector/order/access_log.h"
#include "detector/shadow/race_log.h"

namespace fencepost::detector {

/// A tensor map in global memory that a copy has read.
struct MapRead {
  static constexpr std::uint64_t kWords = 32;

  std::uint64_t word = 0;  ///< The first.
  SiteId site = 0;
  std::uint32_t time = 0;  ///< As Record::first.
  TimedMoment when;
  SharedKnowledge acquired;  ///< What came before a fence of order release, behind which one of order acquire came.

  /// True if, where nobody has written in between, it is as good as the other one.
  [[nodiscard]] bool stands_for(const MapRead& other) const {
    return word == other.word && site == other.site && when.at.block == other.when.at.block &&
           when.at.thread == other.when.at.thread && acquired == other.acquired;
  }
};

/// Adds what lacks such fences to `result`. What is not ordered at all is a race of another kind.
void judge_map_reads(const std::vector<MapRead>& reads, const AccessLog& log, RaceLog& result);

}  // namespace fencepost::detector
