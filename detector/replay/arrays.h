// The arrays that a recorded block uses, and what they hold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "detector/model/finding.h"
#include "detector/replay/event.h"
#include "detector/symbols/object_name.h"
#include "detector/worker/worker_shadow.h"
#include "sim/interface/observer.h"

namespace fencepost::detector {

/// One object. Its elements are those of its type if they are numbers, else pieces of structs: their members if these
/// are equally wide, else as many bytes as the first access to it had, at most 8.
struct ReplayArray {
  NamedObject object;
  Space space{};
  std::uintptr_t base = 0;  ///< Address of element 0.
  std::uint64_t elements = 0;
  std::uint32_t element_bytes = 0;  ///< 1, 2, 4 or 8.
  NumberKind number = NumberKind::kUnknown;
  /// What is known of the elements, by number / kChunk: of an array of many only where it is used.
  std::map<std::uint64_t, std::vector<ReplayValue>> now;
  std::map<std::uint64_t, std::vector<ReplayValue>> first;  ///< The same when the block first used them.

  static constexpr std::uint64_t kChunk = 256;
};

/// Thread safety: none; used on the OS thread that runs the block.
class ReplayArrays {
 public:
  explicit ReplayArrays(const sim::LaunchInfo& launch);

  struct Place {
    std::uint32_t array = ReplayEvent::kNowhere;
    std::uint64_t element = 0;
    std::uint32_t count = 0;
  };
  /// The elements at `address`; array kNowhere if no object lies there. What they hold is known from here on. Asks for
  /// names the first time an object is met. No more than kMostElements are taken of one access.
  Place find(std::uintptr_t address, std::size_t bytes);
  static constexpr std::uint64_t kMostElements = 4096;

  /// What the element holds in memory now.
  [[nodiscard]] ReplayValue read(std::uint32_t array, std::uint64_t element) const;
  /// What the block knows of it.
  ReplayValue& known(std::uint32_t array, std::uint64_t element);

  struct Change {
    std::uint32_t array = 0;
    std::uint64_t element = 0;
    ReplayValue value;
  };
  /// What was changed without an access of the block having told: by other blocks, or by copies that arrive later. It
  /// is known then.
  std::vector<Change> take_unseen_changes();

  [[nodiscard]] const std::vector<ReplayArray>& all() const { return arrays_; }

 private:
  std::uint32_t add(std::uintptr_t address, std::size_t bytes, bool shared);
  void look_at(ReplayArray& array, std::uint64_t chunk);
  [[nodiscard]] ReplayValue first_value(const ReplayArray& array, std::uint64_t element) const;

  const sim::LaunchInfo& launch_;
  ShadowRange shared_;
  std::vector<ReplayArray> arrays_;
  std::uint32_t last_ = 0;  ///< The one that was found last.
};

}  // namespace fencepost::detector
