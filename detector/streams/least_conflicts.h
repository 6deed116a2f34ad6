// Of the conflicts of two operations, one for each object.
#pragma once

#include <cstdint>
#include <map>

#include "detector/streams/check.h"

namespace fencepost::detector {

/// The base of the object, as far as objects have to be told apart.
struct ObjectRange {
  std::uintptr_t begin = 0, end = 0;
};
ObjectRange object_around(std::uintptr_t address);
/// The first byte that the two have in common in `word`.
std::uintptr_t first_byte(const FootprintRun& a, const FootprintRun& b, std::uint64_t word);

/// What is missing is the order of the operations, whatever lines they meet at: kept is the conflict at the first word,
/// and of several lines there those that come first in the source.
class LeastConflicts {
 public:
  void add(const StreamConflict&);
  [[nodiscard]] const std::map<std::uintptr_t, StreamConflict>& by_object() const { return least_; }

 private:
  std::map<std::uintptr_t, StreamConflict> least_;
  ObjectRange object_;
};

}  // namespace fencepost::detector
