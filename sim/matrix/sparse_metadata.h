// Which elements a sparse factor has (PTX ISA, "Sparse matrix storage"): of a row of A only half of them are given, one
// of each two (of 32 bits), two of each four (of 16 and 8), two pairs of each eight (of 4). Metadata say which, four
// bits for as many; of a product of a warpgroup each warp's are those of its own 16 rows, as `mma.sp` has them.
#pragma once

#include <cstdint>
#include <optional>

#include "sim/interface/observer.h"
#include "sim/matrix/fragments.h"

namespace fencepost::sim {

/// Four bits of metadata, and who gives them.
struct MetadataChunk {
  std::uint32_t lane, bits;
};

/// The metadata of 16 rows, spread over the lanes of a warp.
struct SparseMetadata {
  const MatrixLanes& lanes;
  int element_bits;
  int stored;    ///< Elements that a row gives.
  int selector;  ///< Whose registers count.
  bool ordered;  ///< They promise to name elements from left to right.

  /// Elements that four bits of metadata are for.
  [[nodiscard]] int stored_in_chunk() const { return element_bits == 32 ? 1 : element_bits == 4 ? 4 : 2; }

  /// Of elements of 16 and 32 bits the lower half of a register is a row's, the upper half that of 8 rows further down;
  /// of smaller ones the next lane has those.
  [[nodiscard]] MetadataChunk chunk(int row, int number) const {
    const bool is_lower = row >= 8;
    const bool takes_one = element_bits >= 16 && stored * element_bits == 128;
    int lane = row % 8 * 4 + selector * (takes_one ? 1 : 2);
    int place = 0;
    if (element_bits >= 16) {
      lane += number / 4;
      place = number % 4 + (is_lower ? 4 : 0);
    } else {
      lane += number / 8 * 2 + (is_lower ? 1 : 0);
      place = number % 8;
    }
    const MatrixLane* const one = lanes.at(static_cast<std::size_t>(lane));
    // Of a lane that is not there: what has a meaning, for elements of 32 bits, too.
    return {static_cast<std::uint32_t>(lane), one == nullptr ? 0b0100U : *one->metadata >> (place * 4) & 15U};
  }

  /// The column of element `i` of a row's.
  [[nodiscard]] int column(int row, int i) const {
    const int number = i / stored_in_chunk();
    const int within = i % stored_in_chunk();
    const auto bits = static_cast<int>(chunk(row, number).bits);
    if (element_bits == 32) return number * 2 + (bits & 3) / 2;
    if (element_bits == 4) return number * 8 + (bits >> within / 2 * 2 & 3) * 2 + within % 2;
    return number * 4 + (bits >> within * 2 & 3);
  }

  /// What is wrong with those of element `i`.
  [[nodiscard]] std::optional<WarpMisuse> misuse(int row, int i) const {
    const MetadataChunk one = chunk(row, i / stored_in_chunk());
    const std::optional<WarpMisuse::Kind> kind = misuse_in(one.bits);
    if (!kind) return std::nullopt;
    return WarpMisuse{.kind = *kind, .mask = ~0U, .lane = one.lane, .source = one.bits, .waiters = {}};
  }

 private:
  [[nodiscard]] std::optional<WarpMisuse::Kind> misuse_in(std::uint32_t bits) const {
    const std::uint32_t first = bits & 3;
    const std::uint32_t second = bits >> 2;
    if (element_bits == 32) {
      if (bits == 0b0100 || bits == 0b1110) return std::nullopt;
      return WarpMisuse::Kind::kMetadataHalves;
    }
    if (first == second) return WarpMisuse::Kind::kMetadataTwice;
    if (ordered && first > second) return WarpMisuse::Kind::kMetadataOrder;
    return std::nullopt;
  }
};

/// `first_thread`: of the warp whose metadata they are.
inline void tell_misuse_of_metadata(WarpMisuse misuse, ThreadRank first_thread, const void* pc) {
  const BusySection busy;
  const Waiter giver{.thread = first_thread + misuse.lane, .pc = pc, .mask = ~0U, .spins = false};
  misuse.waiters = {&giver, 1};
  observers().barriers->on_warp_misuse(misuse);
}

}  // namespace fencepost::sim
