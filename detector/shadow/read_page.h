// Who read the words of a page, each by one line: what FirstReads (detector/worker/first_reads.h) notes, and Footprint
// keeps as it is until somebody writes there.
#pragma once

#include <cstdint>
#include <vector>

#include "detector/shadow/shadow_cell.h"

namespace fencepost::detector {

/// The reads of a word by one line: the line's key (cell::key_bits) above 32 bits of the least thread rank in the
/// launch. 0: none.
namespace first_read {

inline constexpr unsigned kRankBits = 32;
inline constexpr unsigned kBits = kRankBits + cell::kEpochShift - cell::kMaskShift;
inline constexpr std::uint64_t kMask = (std::uint64_t{1} << kBits) - 1;

/// `access`: site, kind and mask in place for a cell.
constexpr std::uint64_t make(std::uint64_t access, std::uint64_t rank) {
  return std::uint64_t{cell::key_bits(access)} << kRankBits | rank;
}
constexpr bool are_alike(std::uint64_t a, std::uint64_t b) { return (a ^ b) >> kRankBits == 0; }
constexpr std::uint64_t rank(std::uint64_t read) { return read & ((std::uint64_t{1} << kRankBits) - 1); }
/// Without a thread.
constexpr Entry entry(std::uint64_t read) {
  return cell::unpack_access((read & kMask) >> kRankBits << cell::kMaskShift);
}

}  // namespace first_read

struct ReadPage {
  std::uint64_t first_word = 0;      ///< Address / 4.
  std::vector<std::uint64_t> reads;  ///< Of each word from there on.

  [[nodiscard]] std::uint64_t end() const { return first_word + reads.size(); }
  friend bool operator==(const ReadPage&, const ReadPage&) = default;
};

}  // namespace fencepost::detector
