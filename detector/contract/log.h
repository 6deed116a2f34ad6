// What is wrong with the contracts of a launch, the least instance of each mistake, and how often clauses held.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "detector/contract/ledger.h"
#include "detector/include/fencepost/contract.h"
#include "detector/model/finding.h"
#include "detector/shadow/shadow_cell.h"
#include "sim/interface/observer.h"

namespace fencepost::detector {

/// By file, line and column: the same clause of a header may be static data of several objects.
struct ClauseOrder {
  bool operator()(const contract::Clause* a, const contract::Clause* b) const;
};

struct ContractMistake {
  enum class Kind : std::uint8_t {
    kAccess,     ///< A thread accesses what it has no, or not enough, permission for.
    kNotHeld,    ///< A thread does not have what a clause says: hands in, invariant, assertion, at a function or exit.
    kTooMuch,    ///< At the kernel's entry more than 1 is granted of a place.
    kInvented,   ///< A barrier gives more of a place than was handed in.
    kLeaked,     ///< It gives less.
    kStillLent,  ///< It gives some of a place that another thread may still change by atomic operations.
    kInexact,    ///< Sums take more than 64 bits.
    kFalse,      ///< A clause does not hold.
    kNoValue,    ///< It cannot be evaluated, and ought to.
    kUnframed,   ///< It reads memory that the thread has no permission for.
    kNotMemory,  ///< It names memory that is not the device's.
  };
  struct Key {
    Kind kind{};
    contract::library::Occasion occasion{};
    const contract::Clause* clause = nullptr;  ///< Of kAccess: that granted what the thread has; may be null.
    const contract::Clause* other = nullptr;   ///< The clause of the second thread; of a barrier, that gave.
    SiteId site = 0;                           ///< Of kAccess.
    bool writes = false;                       ///< Likewise.
  };
  struct Instance {
    sim::BlockRank block = 0;
    std::uint32_t interval = 0;
    std::uint64_t thread = 0;    ///< In the block.
    std::uintptr_t address = 0;  ///< Of shared memory the offset into the TLS block.
    auto operator<=>(const Instance&) const = default;
  };
  /// What its text needs beside that.
  struct Facts {
    Space space = Space::kNone;
    std::uint32_t bytes = 0;
    unsigned access = 0;        ///< AccessBits of kAccess.
    Share wanted, had;          ///< Of kTooMuch and of barriers: given, and what there was to give.
    std::string text;           ///< The values of a clause's variables; what has no value.
    std::vector<Grant> lowest;  ///< Of kTooMuch and of barriers; threads are ranks in the grid or in the block.
    std::optional<std::uint64_t> keeper{};  ///< Of kStillLent: that other thread, its rank in the grid.
  };
  Instance at;
  Facts facts;
  std::uint64_t occurrences = 0;
};

/// How often a clause held, was false, or had no value.
struct ClauseCount {
  std::uint64_t held = 0, failed = 0, not_evaluated = 0, assumed = 0;
  std::string reason;  ///< Why it was not evaluated; the least of several.
};
using ClauseCounts = std::map<const contract::Clause*, ClauseCount, ClauseOrder>;

/// Thread safety: none; one per block, and one for a launch, which takes those in.
class ContractLog {
 public:
  using Key = ContractMistake::Key;
  struct KeyOrder {
    bool operator()(const Key& a, const Key& b) const;
  };
  using Mistakes = std::map<Key, ContractMistake, KeyOrder>;

  /// One more instance. `facts()` is asked for if it is the least so far.
  template <class Facts>
  void add(const Key& key, const ContractMistake::Instance& at, std::uint64_t occurrences, Facts facts) {
    auto [entry, is_new] = mistakes_.try_emplace(key);
    ContractMistake& known = entry->second;
    if (is_new || at < known.at) {
      known.at = at;
      known.facts = facts();
    }
    known.occurrences += occurrences;
  }
  /// Takes in what another log has.
  void add(ContractLog&& other);

  [[nodiscard]] const Mistakes& mistakes() const { return mistakes_; }
  [[nodiscard]] bool empty() const { return mistakes_.empty(); }

 private:
  Mistakes mistakes_;
};

}  // namespace fencepost::detector
