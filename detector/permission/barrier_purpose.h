// What the barriers of a run are for: the conflicts that each of them separates.
//
// A barrier of the source is taken away in thought: the intervals on both sides of each of its crossings become one,
// all other barriers stay. What then conflicts inside a joined interval, and did not before, is what the barrier
// separates. If nothing does, the run has no race without it.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "detector/model/permission_pattern.h"
#include "detector/shadow/touch.h"
#include "sim/interface/observer.h"

namespace fencepost::detector {

/// The accesses of one block, as far as conflicts between its intervals need them: of each word, interval, site and
/// kind the two lowest threads. Thread safety: none.
class BlockAccesses {
 public:
  void add(std::uint32_t interval, const Touch& touch);

  struct Access {
    std::uint32_t interval = 0;
    Entry entry;
  };
  struct Word {
    std::vector<Access> accesses;
    bool written = false;
  };
  /// Keyed by the word's address; shared memory (offsets into the TLS block) apart.
  [[nodiscard]] const std::unordered_map<std::uint64_t, Word>& words(bool shared) const {
    return words_[shared ? 1 : 0];
  }

 private:
  std::unordered_map<std::uint64_t, Word> words_[2];
};

/// Two sites with the kinds (AccessBits) of their accesses, the lesser one first.
using SitePair = std::pair<std::pair<SiteId, unsigned>, std::pair<SiteId, unsigned>>;

/// The pairs of sites whose accesses to `word` would race if the intervals with the same number in `group` (indexed by
/// interval, ascending) were one, and do not because they are several.
std::set<SitePair> separated_pairs(const BlockAccesses::Word& word, const std::vector<std::uint32_t>& group);

/// The purposes of all barriers of a run. Thread safety: add_block() from several workers; the result does not depend
/// on the order.
class BarrierPurposes {
 public:
  /// A block that has ended. `barriers`: the return address of the barrier between intervals i and i + 1, for each i.
  void add_block(const sim::LaunchInfo& launch, const std::vector<const void*>& barriers,
                 const BlockAccesses& accesses);
  [[nodiscard]] std::vector<BarrierPurpose> purposes() const;

 private:
  using PairKey =
      std::tuple<std::string, Location, Location, AccessKind, AccessKind>;  ///< Array, a, b and their kinds.
  struct Barrier {
    std::uint64_t crossings = 0;
    std::map<PairKey, std::uint64_t> pairs;  ///< With the number of elements.
  };

  mutable std::mutex mutex_;
  std::map<std::pair<std::string, Location>, Barrier> barriers_;  ///< By kernel and line.
};

}  // namespace fencepost::detector
