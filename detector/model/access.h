// What is said of an access to one 4-byte word: where it stands in the source, its kind, its bytes; and which two
// conflict.
#pragma once

#include <cstdint>

#include "sim/interface/warp_size.h"

namespace fencepost::detector {

using SiteId = std::uint16_t;  ///< A source line that accesses memory; 0: none.
using ThreadRank16 = std::uint16_t;

inline constexpr unsigned kWordBytes = 4;
inline constexpr std::uint32_t kAllBytes = 0xF;  ///< Byte mask of a whole word.

/// The bytes of the word at `word` that lie in [begin, end).
constexpr unsigned mask_of(std::uintptr_t word, std::uintptr_t begin, std::uintptr_t end) {
  unsigned mask = kAllBytes;
  if (word < begin) mask &= kAllBytes << (begin - word) & kAllBytes;
  if (end - word < kWordBytes) mask &= kAllBytes >> (kWordBytes - (end - word));
  return mask;
}

/// Kind of an access, as bits.
enum AccessBits : std::uint8_t {
  kPlainRead = 0,
  kWrites = 1,
  kStrong = 2,    ///< Atomic or volatile.
  kIsAtomic = 4,  ///< Told apart from volatile for the report.
  kOfBlock = 8,   ///< Strong in its own block only (`atomicAdd_block`).
  kWide = 16,     ///< Strong, and of more bytes than a word has: 8, the most that are accessed as one.
};
inline constexpr unsigned kKinds = 32;  ///< A kind is below, but for
/// what is strong in its own cluster only: of launches in clusters, whose accesses are kept one by one
/// (detector/order). To all else it is of block scope, or of device scope: see as_seen_by().
inline constexpr unsigned kOfCluster = 32;
inline constexpr unsigned kOrderedKinds = 64;

/// The kind for a thread of the same cluster, or of another one.
constexpr unsigned as_seen_by(unsigned kind, bool same_cluster) {
  if ((kind & kOfCluster) == 0) return kind;
  return (kind & ~kOfCluster) | (same_cluster ? 0U : unsigned{kOfBlock});
}

/// True if two accesses of these kinds to the same bytes by threads of one block in one interval race
/// (docs/memory-model.md).
constexpr bool kinds_conflict(unsigned a, unsigned b) { return ((a | b) & kWrites) != 0 && (a & b & kStrong) == 0; }

/// The same for accesses by threads of different blocks.
constexpr bool kinds_conflict_between_blocks(unsigned a, unsigned b) {
  return kinds_conflict(a, b) || (((a | b) & kWrites) != 0 && ((a | b) & kOfBlock) != 0);
}

/// True if two strong accesses with these kinds and bytes of one word overlap, but not completely: then they are not
/// strong with each other (PTX ISA, "Morally Strong Operations").
constexpr bool overlap_in_part(unsigned kind_a, unsigned mask_a, unsigned kind_b, unsigned mask_b) {
  return (kind_a & kind_b & kStrong) != 0 && (mask_a & mask_b) != 0 &&
         (mask_a != mask_b || ((kind_a ^ kind_b) & kWide) != 0);
}

/// True if accesses of these kinds to these bytes of one word by different threads of a block in one interval race.
constexpr bool accesses_conflict(unsigned kind_a, unsigned mask_a, unsigned kind_b, unsigned mask_b) {
  if ((mask_a & mask_b) == 0) return false;
  return kinds_conflict(kind_a, kind_b) ||
         (((kind_a | kind_b) & kWrites) != 0 && overlap_in_part(kind_a, mask_a, kind_b, mask_b));
}

/// The same for threads of different blocks.
constexpr bool accesses_conflict_between_blocks(unsigned kind_a, unsigned mask_a, unsigned kind_b, unsigned mask_b) {
  return accesses_conflict(kind_a, mask_a, kind_b, mask_b) ||
         ((mask_a & mask_b) != 0 && kinds_conflict_between_blocks(kind_a, kind_b));
}

/// True if two accesses of these kinds to the same byte of shared memory by two lanes of one warp rely on the lanes
/// being in lockstep: a volatile read and a volatile write. No race, but a warning (likewise).
constexpr bool kinds_assume_lockstep(unsigned a, unsigned b) {
  return ((a ^ b) & kWrites) != 0 && (a & b & kStrong) != 0 && ((a | b) & kIsAtomic) == 0;
}
inline bool in_one_warp(unsigned a, unsigned b) { return a != b && (a ^ b) < sim::warp_size; }

}  // namespace fencepost::detector
