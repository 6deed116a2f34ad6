// Races found, one record per pair of sites, before they become findings.
#pragma once

#include <compare>
#include <cstdint>
#include <map>

#include "detector/model/finding.h"
#include "detector/shadow/history.h"
#include "detector/shadow/shadow_cell.h"

namespace fencepost::detector {

/// One side of a race.
struct RaceSide {
  SiteId site = 0;
  std::uint8_t kind = 0;
  Instance at;
};

/// One conflict on one word.
struct Conflict {
  Space space = Space::kNone;
  Scope scope = Scope::kNone;
  RaceSide a, b;
  std::uint64_t address = 0;  ///< Of the lowest conflicting byte; for shared memory the offset into the TLS block.
  const void* interval_begin = nullptr;  ///< Barrier before; null: kernel entry. Races within a block only.
  const void* interval_end = nullptr;    ///< Barrier after; null: kernel exit.
  bool same_value = false;               ///< Both sides write, and wrote the same.
  bool lockstep = false;                 ///< No race, but relies on lanes being in lockstep.
  bool in_warp = false;                  ///< All accesses it stands for are of lanes of one warp.
  bool lacks_proxy_fence = false;        ///< They are ordered, but for a `fence.proxy.async`.
};

/// The races of one launch. Thread safety: none; one per worker, merged at the launch's end.
class RaceLog {
 public:
  struct Record {
    Conflict least;  ///< By block, interval, address and threads: independent of the order of discovery.
    std::uint64_t occurrences = 0;
    bool only_same_value = true;  ///< No occurrence wrote two different values.
    bool only_lockstep = false;   ///< No occurrence was more than that.
    bool only_in_warp = false;    ///< Each occurrence was between lanes of one warp.
    bool both_write = false;      ///< In some occurrence both sides write.
    bool only_proxies = false;    ///< No occurrence lacked more than a `fence.proxy.async`.

    /// What holds of the occurrences of both. Leaves `least` and the number alone.
    void join(const Record& other);
  };
  struct Key {
    Space space;
    Scope scope;
    SiteId site_a, site_b;  ///< In the order of Sites::compare: that of the source.
    std::uint8_t kind_a, kind_b;
    std::uint64_t object = 0;  ///< As object_of says.
    friend auto operator<=>(const Key&, const Key&) = default;
  };

  /// A number for each object, where races on different objects have to be told apart: some may be suppressed. `pc`: of
  /// one of the accesses. Null:
  /// they need not. Set before the first launch; may be called by several workers.
  static inline std::uint64_t (*object_of)(Space, std::uint64_t address, const void* pc) = nullptr;

  /// `a` and `b` as in_order() has them.
  void add(Conflict);
  void merge(const RaceLog&);
  void clear() { records_.clear(); }
  [[nodiscard]] const std::map<Key, Record>& records() const { return records_; }

 private:
  void put(const Key&, const Record&);
  std::map<Key, Record> records_;
};

/// True if the side (a, kind_a) goes first in a Conflict: by place in the source, then by kind.
bool in_order(SiteId a, std::uint8_t kind_a, SiteId b, std::uint8_t kind_b);

/// The order in which conflicts of one key compete for being reported.
bool comes_before(const Conflict&, const Conflict&);

}  // namespace fencepost::detector
