// A block's tensor memory (PTX ISA, "Tensor Memory"): 128 lanes of 512 columns of 32 bits. An address has its lane in
// the upper half and its column in the lower one.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/interface/observer.h"
#include "sim/interface/tensor/cells.h"

namespace fencepost::sim {

inline constexpr std::uint32_t kQuarter =
    32;  ///< Lanes that a warp may access: the first one those of the first quarter.

struct TensorPlace {
  std::uint32_t lane = 0, column = 0;
};
inline TensorPlace place_at(std::uint32_t address) { return {address >> 16, address & 0xffffU}; }

/// Stops the launch: the thread at `pc` does `what` in tensor memory, which is none of its block's.
[[noreturn]] void stop_in_tensor_memory(const std::string& what, const void* pc);

/// Thread safety: none; blocks of a cluster run one at a time.
class TensorMemory {
 public:
  /// The running block's, or that of the other block of its pair; there it stops the launch if that has none.
  static TensorMemory& own();
  static TensorMemory& of_rank(std::uint32_t rank, const char* what, const void* pc);

  std::uint32_t& word(std::uint32_t lane, std::uint32_t column) { return words_[lane * kTensorColumns + column]; }

  /// Columns that lie behind each other, from a multiple of their number on. None: there are not as many.
  struct Allocation {
    std::uint32_t first = 0;
    std::vector<ThreadRank> freed_by;  ///< First threads of the warps that freed some of them.
  };
  std::optional<Allocation> allocate(std::uint32_t columns, const void* pc);
  /// False: no allocation of so many begins there.
  bool free(std::uint32_t first, std::uint32_t columns);
  [[nodiscard]] bool may_allocate() const { return !relinquished_; }
  void relinquish() { relinquished_ = true; }
  [[nodiscard]] const std::uint32_t& allocated() const;

  /// Stops the launch if not all of these columns are allocated: `what` uses them.
  void require(std::uint32_t first, std::uint32_t columns, const char* what, const void* pc) const;

  /// The cells of these lanes and columns, added to `ranges`.
  void add_cells(std::vector<MemoryRange>& ranges, TensorPlace from, std::uint32_t lanes, std::uint32_t columns) const;
  /// They are written by one operation, which numbers them.
  static void number_cells(const std::vector<MemoryRange>& ranges);

 private:
  void begin_block_if_new();

  std::uint64_t launch_ = 0;
  BlockRank block_ = 0;
  TensorHome* home_ = nullptr;
  TensorCells* cells_ = nullptr;
  bool relinquished_ = false;
  std::array<std::uint16_t, kTensorColumns> size_{};  ///< Of the allocation that begins there.
  std::array<bool, kTensorColumns> is_allocated_{};
  std::array<std::uint16_t, kTensorColumns> freed_by_{};  ///< Thread and 1; 0: nobody.
  std::vector<std::uint32_t> words_;
};

}  // namespace fencepost::sim
