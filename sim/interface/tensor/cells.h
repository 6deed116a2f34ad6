// Tensor memory (PTX ISA, "Tensor Memory"), as who checks accesses knows it: each block has cells for it beside its
// shared memory, one for each column of 16 lanes, which no instruction takes apart. What is in tensor memory lies
// elsewhere (sim/tensor/memory.h).
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/interface/events.h"

namespace fencepost::sim {

inline constexpr std::uint32_t kTensorLanes = 128;
inline constexpr std::uint32_t kTensorColumns = 512;
inline constexpr std::uint32_t kTensorCellLanes = 16;
inline constexpr std::uint32_t kTensorCells = kTensorLanes / kTensorCellLanes * kTensorColumns;

/// Of the block that the OS thread runs. Cell i is that of column i % kTensorColumns, and holds the number of the last
/// operation that wrote there.
struct TensorCells {
  std::uint32_t number[kTensorCells];
};

/// Which block's tensor memory it is, and what of it is allocated.
struct TensorHome {
  void* memory = nullptr;  ///< Null: no block of the OS thread has had any.
  std::uint32_t allocated = 0;
  const void* pc = nullptr;  ///< Where its last allocation was made, and by whom.
  ThreadRank thread = 0;
};

}  // namespace fencepost::sim

extern "C" {
extern __thread fencepost::sim::TensorCells fencepost_tensor_cells;
extern __thread fencepost::sim::TensorHome fencepost_tensor_home;
}
