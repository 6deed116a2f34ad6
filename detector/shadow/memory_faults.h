// Accesses to memory that is not theirs, not aligned or not written, before they become findings.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <tuple>
#include <unordered_set>

#include "detector/model/finding.h"
#include "detector/shadow/history.h"
#include "detector/shadow/shadow_cell.h"
#include "sim/interface/local_variable.h"

namespace fencepost::detector {

/// One access.
struct MemoryFault {
  Kind kind{};
  Space space = Space::kNone;
  SiteId site = 0;
  std::uint8_t access = 0;    ///< AccessBits.
  std::uint64_t address = 0;  ///< For shared memory the offset into the TLS block.
  std::uint32_t bytes = 0;
  bool partial = false;  ///< A read of which some bytes were written: perhaps the copy of a struct with padding. Or a
                         ///< misaligned access to what may be a packed struct.
  bool half_written =
      false;  ///< A partial read of a word of which the lower half was written: perhaps one of two numbers.
  bool is_vtable = false;  ///< The read, of kInvalidAddress, is of the host's pointer to a table of virtual functions.
  Instance at;
  /// Of kLocal: the variable; `address` is the offset from its begin, plus kLocalBegin.
  const LocalVariable* local = nullptr;
};

constexpr std::uint64_t kLocalBegin = std::uint64_t{1} << 40;

/// The faults of one launch. Counted are places: an address of global memory, an address of shared memory in one
/// interval of one block. Neither that nor the least fault of a source line depends on the order of arrival.
/// Thread safety: none; one per worker, merged at the launch's end.
class FaultLog {
 public:
  struct Key {
    Kind kind;
    Space space;
    SiteId site;
    std::uint8_t access;
    bool partial;
    bool half_written;
    bool is_vtable;
    friend auto operator<=>(const Key&, const Key&) = default;
  };
  struct Record {
    MemoryFault least;
    std::uint64_t occurrences = 0;
  };

  void add(const MemoryFault&);
  [[nodiscard]] bool empty() const { return places_.empty() && records_.empty(); }

  /// The block, or launch, that the places of `space` belong to is over. Forgets reads of unwritten memory
  /// and uses of freed memory in `racy_words` (addresses / 4), which other threads wrote or freed with nothing between:
  /// what came first is up to the schedule, and the race is reported.
  void end(Space space, const std::unordered_set<std::uint64_t>& racy_words);
  void merge(const FaultLog&);
  void clear();
  /// After end() of all spaces.
  [[nodiscard]] const std::map<Key, Record>& records() const { return records_; }

 private:
  /// Address, and interval of shared memory.
  using Place = std::tuple<Key, std::uint64_t, std::uint32_t>;
  std::map<Space, std::map<Place, MemoryFault>> places_;  ///< The least fault of each.
  std::map<Key, Record> records_;
};

}  // namespace fencepost::detector
