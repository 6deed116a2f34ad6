// tcgen05.cp, .shift, .commit and .fence (PTX ISA, "Tensor Memory Data Movement Instructions", "tcgen05.commit").
#include <algorithm>
#include <bit>
#include <cstring>
#include <span>
#include <vector>

#include "sim/device/told_order.h"
#include "sim/engine/block_runner.h"
#include "sim/include/fencepost_tensor_memory.h"
#include "sim/interface/current.h"
#include "sim/interface/observer.h"
#include "sim/tensor/memory.h"
#include "sim/tensor/operands.h"
#include "sim/tensor/pair.h"

#define FENCEPOST_CALLER __builtin_return_address(0)

// sim/device/barrier_objects.cpp
extern "C" void fencepost_barrier_arrive_tensor(FencepostBarrier* barrier, const void* pc);
// sim/device/clusters.cpp
extern "C" void* fencepost_cluster_map(const void* address, unsigned rank);

namespace {

using namespace fencepost::sim;
using fencepost_rt::tensor::Copy;
using fencepost_rt::tensor::CopyShape;

constexpr int kWordsOfChunk = kChunk / 4;

struct CopyLayout {
  int rows, chunks;
};
CopyLayout layout_of(CopyShape shape) {
  switch (shape) {
    case CopyShape::k128x256b:
      return {128, 2};
    case CopyShape::k4x256b:
      return {4, 2};
    case CopyShape::k64x128bHalves:
    case CopyShape::k64x128bPairs:
      return {64, 1};
    case CopyShape::k32x128b:
      return {32, 1};
    default:
      return {128, 1};
  }
}

/// Lanes that get a row.
std::vector<std::uint32_t> lanes_of_row(CopyShape shape, std::uint32_t row) {
  switch (shape) {
    case CopyShape::k4x256b:
      return {row * kQuarter};
    case CopyShape::k64x128bHalves:
      return {row, row + 2 * kQuarter};
    case CopyShape::k64x128bPairs: {
      const std::uint32_t first = row / kQuarter * 2 * kQuarter + row % kQuarter;
      return {first, first + kQuarter};
    }
    case CopyShape::k32x128b:
      return {row, row + kQuarter, row + 2 * kQuarter, row + 3 * kQuarter};
    default:
      return {row};
  }
}

/// 16 bytes of shared memory as they are in tensor memory: elements of 4 and 6 bits become bytes.
std::array<std::uint32_t, kWordsOfChunk> unpacked(const std::byte* from, int bits) {
  std::array<std::uint32_t, kWordsOfChunk> words{};
  std::memcpy(words.data(), from, kChunk);
  if (bits == 0) return words;
  std::array<std::uint8_t, kChunk> bytes{};
  for (int i = 0; i < kChunk; ++i) {
    const int bit = i * bits;
    std::uint64_t two = words.at(static_cast<std::size_t>(bit / 32));
    if (bit / 32 + 1 < kWordsOfChunk) two |= std::uint64_t{words.at(static_cast<std::size_t>(bit / 32 + 1))} << 32;
    const auto element = static_cast<std::uint8_t>(two >> bit % 32 & ((1U << bits) - 1));
    bytes.at(static_cast<std::size_t>(i)) = static_cast<std::uint8_t>(bits == 4 ? element << 2 : element);
  }
  std::memcpy(words.data(), bytes.data(), kChunk);
  return words;
}

}  // namespace

extern "C" {

void fencepost_tensor_copy(unsigned int to, unsigned long from, const Copy* how) {
  if (!current.in_kernel) return;
  assert_told_order();
  const void* const pc = FENCEPOST_CALLER;
  const CopyLayout layout = layout_of(how->shape);
  const TensorPlace place = place_at(to);
  const ElementType bytes{.slots = kChunk};
  std::vector<MemoryRange> reads, writes;
  struct Part {
    SharedMatrix matrix;
    TensorMemory* memory;
  };
  std::vector<Part> parts;
  for (const std::uint32_t rank : blocks_of_pair(how->blocks, "a tcgen05.cp", pc)) {
    parts.push_back({matrix_of_descriptor(from, rank, bytes, false, layout.chunks * kChunk, pc),
                     &TensorMemory::of_rank(rank, "a tcgen05.cp", pc)});
    const auto columns = static_cast<std::uint32_t>(layout.chunks * kWordsOfChunk);
    parts.back().memory->require(place.column, columns, "a tcgen05.cp", pc);
    add_chunks(reads, parts.back().matrix, layout.rows, rank, pc);
    for (std::uint32_t row = 0; row < static_cast<std::uint32_t>(layout.rows); ++row) {
      for (const std::uint32_t lane : lanes_of_row(how->shape, row)) {
        if (place.lane + lane >= kTensorLanes)
          stop_in_tensor_memory("a tcgen05.cp to lanes beyond the 128 of tensor memory", pc);
        if (row % kTensorCellLanes == 0 || layout.rows == 4) {
          parts.back().memory->add_cells(writes, {place.lane + lane, place.column}, 1, columns);
        }
      }
    }
  }
  join_ranges(reads);
  observers().accesses->on_tensor_operation(TensorAgent::kCores, current.thread, reads, writes, pc);
  TensorMemory::number_cells(writes);
  for (const Part& part : parts) {
    part.matrix.for_each_chunk(0, layout.rows, [&](const std::byte* address, int row, int number) {
      const auto words = unpacked(address, how->packed_bits);
      for (const std::uint32_t lane : lanes_of_row(how->shape, static_cast<std::uint32_t>(row))) {
        for (std::uint32_t i = 0; i < words.size(); ++i) {
          part.memory->word(place.lane + lane, place.column + static_cast<std::uint32_t>(number * kWordsOfChunk) + i) =
              words.at(i);
        }
      }
    });
  }
}

/// Each lane gets what the next one holds, of 32 bytes; the last keeps its own.
void fencepost_tensor_shift(unsigned int address, int blocks) {
  if (!current.in_kernel) return;
  assert_told_order();
  const void* const pc = FENCEPOST_CALLER;
  constexpr std::uint32_t kShifted = 8;  ///< Columns.
  const TensorPlace place = place_at(address);
  if (place.lane % kQuarter != 0 || place.lane >= kTensorLanes) {
    stop_in_tensor_memory("a tcgen05.shift from a lane that is no multiple of 32 on", pc);
  }
  std::vector<MemoryRange> cells;
  std::vector<TensorMemory*> memories;
  for (const std::uint32_t rank : blocks_of_pair(blocks, "a tcgen05.shift", pc)) {
    memories.push_back(&TensorMemory::of_rank(rank, "a tcgen05.shift", pc));
    memories.back()->require(place.column, kShifted, "a tcgen05.shift", pc);
    memories.back()->add_cells(cells, place, kQuarter, kShifted);
  }
  observers().accesses->on_tensor_operation(TensorAgent::kCores, current.thread, cells, cells, pc);
  TensorMemory::number_cells(cells);
  for (TensorMemory* const memory : memories) {
    for (std::uint32_t lane = place.lane; lane + 1 < place.lane + kQuarter; ++lane) {
      for (std::uint32_t i = place.column; i < place.column + kShifted; ++i) {
        memory->word(lane, i) = memory->word(lane + 1, i);
      }
    }
  }
}

void fencepost_tensor_commit(FencepostBarrier* barrier, unsigned int mask) {
  if (!current.in_kernel) return;
  assert_told_order();
  const void* const pc = FENCEPOST_CALLER;
  if (mask == 0) return fencepost_barrier_arrive_tensor(barrier, pc);
  for (; mask != 0; mask &= mask - 1) {
    const auto rank = static_cast<unsigned>(std::countr_zero(mask));
    fencepost_barrier_arrive_tensor(static_cast<FencepostBarrier*>(fencepost_cluster_map(barrier, rank)), pc);
  }
}

void fencepost_tensor_fence(bool is_before) {
  if (!current.in_kernel) return;
  assert_told_order();
  const bool is_alone = current.runner->cluster() == nullptr;
  observers().accesses->on_fence(
      {.of_block = is_alone, .of_cluster = !is_alone, .acquires = !is_before, .releases = is_before});
}

}  // extern "C"
