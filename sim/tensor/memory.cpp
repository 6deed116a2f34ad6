#include "sim/tensor/memory.h"

#include <algorithm>
#include <atomic>
#include <memory>

#include "sim/cluster/cluster.h"
#include "sim/engine/block_runner.h"
#include "sim/engine/engine.h"
#include "sim/interface/current.h"
#include "sim/tensor/pair.h"

namespace fencepost::sim {
namespace {

/// What lies there on the OS thread of another block of the cluster.
template <class T>
T* seen_by(std::uint32_t rank, T* own) {
  return reinterpret_cast<T*>(reinterpret_cast<std::byte*>(own) + distance_to(rank));
}

/// As numbers of columns: "17", "16 to 47".
std::string range_text(std::uint32_t first, std::uint32_t count) {
  std::string text = std::to_string(first);
  if (count != 1) text += " to " + std::to_string(first + count - 1);
  return text;
}

}  // namespace

void stop_in_tensor_memory(const std::string& what, const void* pc) {
  stop_launch({.reason = StopReason::kTensorMemory, .pc = pc, .text = what});
}

TensorMemory& TensorMemory::own() {
  TensorHome& home = fencepost_tensor_home;
  if (home.memory == nullptr) {
    static thread_local const auto kept = std::make_unique<TensorMemory>();
    kept->home_ = &home;
    kept->cells_ = &fencepost_tensor_cells;
    home.memory = kept.get();
  }
  auto& memory = *static_cast<TensorMemory*>(home.memory);
  memory.begin_block_if_new();
  return memory;
}

TensorMemory& TensorMemory::of_rank(std::uint32_t rank, const char* what, const void* pc) {
  TensorMemory& mine = own();
  if (rank == current.runner->rank_in_cluster()) return mine;
  auto* const other = static_cast<TensorMemory*>(seen_by(rank, &fencepost_tensor_home)->memory);
  if (other == nullptr || other->launch_ != mine.launch_ || other->block_ != current.runner->cluster()->block(rank)) {
    stop_in_tensor_memory(std::string(what) + " of a pair of blocks, the other one of which has allocated no columns",
                          pc);
  }
  return *other;
}

void TensorMemory::begin_block_if_new() {
  const std::uint64_t launch = current.runner->launch()->number;
  const BlockRank block = current.runner->block();
  if (!words_.empty() && launch == launch_ && block == block_) return;
  launch_ = launch;
  block_ = block;
  relinquished_ = false;
  size_.fill(0);
  is_allocated_.fill(false);
  freed_by_.fill(0);
  constexpr std::uint32_t kPoison = ~std::uint32_t{0};  // As shared memory holds it before it is written.
  words_.assign(std::size_t{kTensorLanes} * kTensorColumns, kPoison);
  home_->allocated = 0;
}

const std::uint32_t& TensorMemory::allocated() const { return home_->allocated; }

std::optional<TensorMemory::Allocation> TensorMemory::allocate(std::uint32_t columns, const void* pc) {
  for (std::uint32_t first = 0; first + columns <= kTensorColumns; first += columns) {
    const auto from = is_allocated_.begin() + first;
    const auto to = from + columns;
    if (std::find(from, to, true) != to) continue;
    std::fill(from, to, true);
    size_.at(first) = static_cast<std::uint16_t>(columns);
    Allocation result{.first = first, .freed_by = {}};
    for (std::uint32_t i = first; i < first + columns; ++i) {
      if (freed_by_.at(i) == 0) continue;
      const ThreadRank by = freed_by_.at(i) - 1U;
      if (std::ranges::find(result.freed_by, by) == result.freed_by.end()) result.freed_by.push_back(by);
    }
    home_->allocated += columns;
    home_->pc = pc;
    home_->thread = current.thread / kWarpSize * kWarpSize;
    return result;
  }
  return std::nullopt;
}

bool TensorMemory::free(std::uint32_t first, std::uint32_t columns) {
  if (first >= kTensorColumns || columns == 0 || size_.at(first) != columns) return false;
  size_.at(first) = 0;
  std::fill_n(is_allocated_.begin() + first, columns, false);
  std::fill_n(freed_by_.begin() + first, columns,
              static_cast<std::uint16_t>(current.thread / kWarpSize * kWarpSize + 1));
  home_->allocated -= columns;
  return true;
}

void TensorMemory::require(std::uint32_t first, std::uint32_t columns, const char* what, const void* pc) const {
  if (first + columns > kTensorColumns) {
    stop_in_tensor_memory(
        std::string(what) + " of columns " + range_text(first, columns) + " of tensor memory, which has 512", pc);
  }
  const auto from = is_allocated_.begin() + first;
  if (std::all_of(from, from + columns, [](bool is_allocated) { return is_allocated; })) return;
  stop_in_tensor_memory(std::string(what) + " of columns " + range_text(first, columns) +
                            " of tensor memory, which the block has not allocated",
                        pc);
}

void TensorMemory::add_cells(std::vector<MemoryRange>& ranges, TensorPlace from, std::uint32_t lanes,
                             std::uint32_t columns) const {
  const std::uint32_t end = (from.lane + lanes + kTensorCellLanes - 1) / kTensorCellLanes;
  for (std::uint32_t row = from.lane / kTensorCellLanes; row < end; ++row) {
    ranges.push_back({&cells_->number[row * kTensorColumns + from.column], columns * sizeof(std::uint32_t)});
  }
}

void TensorMemory::number_cells(const std::vector<MemoryRange>& ranges) {
  static constinit std::atomic<std::uint32_t> operations = 0;
  const std::uint32_t number = ++operations;
  for (const MemoryRange& range : ranges) {
    auto* const cells = static_cast<std::uint32_t*>(const_cast<void*>(range.address));
    std::fill_n(cells, range.bytes / sizeof number, number);
  }
}

}  // namespace fencepost::sim
