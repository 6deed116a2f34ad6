// tcgen05.alloc and its kin, and what moves between tensor memory and registers: tcgen05.ld, .st and the waits for them
// (PTX ISA, "Tensor Memory and Register Load/Store Instructions"). All lanes of a warp come to such an instruction; the
// one that goes on first does it for all.
#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sim/device/told_order.h"
#include "sim/engine/block_runner.h"
#include "sim/include/fencepost_tensor_memory.h"
#include "sim/interface/current.h"
#include "sim/interface/observer.h"
#include "sim/matrix/fragments.h"
#include "sim/tensor/memory.h"

#define FENCEPOST_CALLER __builtin_return_address(0)

namespace {

using namespace fencepost::sim;
using fencepost_rt::tensor::Movement;
using fencepost_rt::tensor::Shape;

constexpr std::uint32_t kLeastColumns = 32;

ThreadRank first_of_warp() { return current.thread / kWarpSize * kWarpSize; }

/// The threads of the warp that have come.
std::vector<ThreadRank> threads_of(const MatrixLanes& lanes) {
  std::vector<ThreadRank> threads;
  for (std::uint32_t lane = 0; lane < lanes.size(); ++lane) {
    if (lanes.at(lane) != nullptr) threads.push_back(first_of_warp() + lane);
  }
  return threads;
}

void tell(TensorAgent of, const std::vector<MemoryRange>& reads, const std::vector<MemoryRange>& writes,
          const void* pc) {
  // Whichever lane does the work: a finding names the first one.
  const ThreadRank doer = std::exchange(current.thread, first_of_warp());
  observers().accesses->on_tensor_operation(of, current.thread, reads, writes, pc);
  current.thread = doer;
}

/// Meets the other lanes, and does `work` for all of them, once.
template <class Work>
void meet(MatrixMeeting meeting, MatrixLane own, const void* pc, Work work) {
  assert_told_order();
  MatrixLanes lanes{};
  if (!meet_for_matrices(meeting, own, lanes, pc)) return;
  work(lanes);
  tell_done(lanes);
}

/// What a lane brings to a load or store.
struct Address {
  std::uint32_t number, offset;
};

/// Where a register of a lane is: lanes and columns from the address on.
TensorPlace place_of(const Movement& how, std::uint32_t lane, std::uint32_t i, std::uint32_t offset) {
  switch (how.shape) {
    case Shape::k16x64b:
      return {lane / 4 + lane % 2 * 8, lane / 2 % 2 + 2 * i};
    case Shape::k16x128b:
      return {lane / 4 + i % 2 * 8, lane % 4 + 4 * (i / 2)};
    case Shape::k16x256b:
      return {lane / 4 + i / 2 % 2 * 8, lane % 4 * 2 + i % 2 + 8 * (i / 4)};
    case Shape::k16x32bx2:
      return {lane % 16, lane / 16 * offset + i * (how.packs ? 2U : 1U)};
    default:
      return {lane, i * (how.packs ? 2U : 1U)};
  }
}

/// Of those that count columns by themselves; packed ones have two columns for each.
TensorPlace packed_place_of(const Movement& how, std::uint32_t lane, std::uint32_t i, std::uint32_t offset) {
  TensorPlace place = place_of(how, lane, i, offset);
  const bool counts = how.shape == Shape::k16x64b || how.shape == Shape::k16x128b || how.shape == Shape::k16x256b;
  if (how.packs && counts) place.column *= 2;
  return place;
}

std::uint32_t columns_of(const Movement& how) {
  const auto registers = static_cast<std::uint32_t>(how.registers);
  const std::uint32_t columns =
      how.shape == Shape::k32x32b || how.shape == Shape::k16x32bx2 ? registers : 2 * registers;
  return how.packs ? 2 * columns : columns;
}

/// use(word of tensor memory, register of a lane)
template <class Use>
void each_register(TensorMemory& memory, const Movement& how, TensorPlace from, std::uint32_t offset,
                   const MatrixLanes& lanes, Use use) {
  for (std::uint32_t lane = 0; lane < lanes.size(); ++lane) {
    if (lanes.at(lane) == nullptr) continue;
    for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(how.registers); ++i) {
      const TensorPlace place = packed_place_of(how, lane, i, offset);
      use(from.lane + place.lane, from.column + place.column, *lanes.at(lane), i, memory);
    }
  }
}

/// The lane that the warp's own lanes are counted from. A lane of the first quarter is taken for that of the own one:
/// hardware has been seen to look at the lane within a quarter alone, and programs rely on it.
std::uint32_t lane_of_warp(std::uint32_t lane, std::uint32_t lanes, const char* what, const void* pc) {
  const std::uint32_t quarter = current.thread / kWarpSize % 4;
  if (lane >= kQuarter && lane / kQuarter != quarter) {
    stop_in_tensor_memory(std::string(what) + " of lanes from " + std::to_string(lane) + " on by warp " +
                              std::to_string(current.thread / kWarpSize) + ", which may access lanes " +
                              std::to_string(quarter * kQuarter) + " to " +
                              std::to_string(quarter * kQuarter + kQuarter - 1),
                          pc);
  }
  const std::uint32_t within = lane % kQuarter;
  if (within + lanes > kQuarter) {
    stop_in_tensor_memory(std::string(what) + " of " + std::to_string(lanes) + " lanes from lane " +
                              std::to_string(within) + " of a warp's 32 on",
                          pc);
  }
  return quarter * kQuarter + within;
}

/// Where it is, once it is all the warp's to access; its cells are added to `cells`.
TensorPlace begin_of(TensorMemory& memory, const MatrixLanes& lanes, const Movement& how, const Address& address,
                     const char* what, std::vector<MemoryRange>& cells, const void* pc) {
  for (const MatrixLane* const lane : lanes) {
    if (lane != nullptr && static_cast<const Address*>(lane->b)->number != address.number) {
      stop_in_tensor_memory(std::string(what) + " whose lanes name different addresses", pc);
    }
  }
  const std::uint32_t rows = how.shape == Shape::k32x32b ? 32 : 16;
  TensorPlace from = place_at(address.number);
  from.lane = lane_of_warp(from.lane, rows, what, pc);
  const std::uint32_t columns = columns_of(how);
  memory.require(from.column, columns, what, pc);
  memory.add_cells(cells, from, rows, columns);
  if (how.shape == Shape::k16x32bx2 && address.offset != 0) {
    memory.require(from.column + address.offset, columns, what, pc);
    memory.add_cells(cells, {from.lane, from.column + address.offset}, rows, columns);
  }
  return from;
}

void require_columns(std::uint32_t columns, const char* what, const void* pc) {
  if (columns >= kLeastColumns && columns <= kTensorColumns && std::has_single_bit(columns)) return;
  stop_in_tensor_memory(
      std::string(what) + " of " + std::to_string(columns) + " columns, which is no power of two from 32 to 512", pc);
}

}  // namespace

extern "C" {

void fencepost_tensor_alloc(unsigned int* to, unsigned int columns) {
  if (!current.in_kernel) return;
  const void* const pc = FENCEPOST_CALLER;
  meet(kTensorAlloc, {}, pc, [&](const MatrixLanes& lanes) {
    require_columns(columns, "a tcgen05.alloc", pc);
    TensorMemory& memory = TensorMemory::own();
    if (!memory.may_allocate()) {
      stop_in_tensor_memory("a tcgen05.alloc behind the block's tcgen05.relinquish_alloc_permit", pc);
    }
    auto made = memory.allocate(columns, pc);
    while (!made) {
      current.runner->wait_for_change({&memory.allocated(), sizeof memory.allocated()}, pc);
      made = memory.allocate(columns, pc);
    }
    // What all lanes know of: they have come together.
    tell(TensorAgent::kStores, {}, {{to, sizeof *to}}, pc);
    observers().accesses->on_await_tensor(TensorAgent::kStores, first_of_warp(), threads_of(lanes));
    *to = made->first;
    for (const ThreadRank by : made->freed_by) {
      observers().accesses->on_await_tensor(TensorAgent::kStores, by, threads_of(lanes));
    }
  });
}

void fencepost_tensor_dealloc(unsigned int address, unsigned int columns) {
  if (!current.in_kernel) return;
  const void* const pc = FENCEPOST_CALLER;
  meet(kTensorDealloc, {}, pc, [&](const MatrixLanes& lanes) {
    TensorMemory& memory = TensorMemory::own();
    require_columns(columns, "a tcgen05.dealloc", pc);
    const TensorPlace from = place_at(address);
    if (from.lane != 0 || !memory.free(from.column, columns)) {
      stop_in_tensor_memory("a tcgen05.dealloc of " + std::to_string(columns) + " columns from column " +
                                std::to_string(from.column) + " on, which are not what the block has allocated",
                            pc);
    }
    std::vector<MemoryRange> cells;
    memory.add_cells(cells, {0, from.column}, kTensorLanes, columns);
    tell(TensorAgent::kStores, {}, cells, pc);
    TensorMemory::number_cells(cells);
    observers().accesses->on_await_tensor(TensorAgent::kStores, first_of_warp(), threads_of(lanes));
  });
}

void fencepost_tensor_relinquish() {
  if (!current.in_kernel) return;
  meet(kTensorRelinquish, {}, FENCEPOST_CALLER, [](const MatrixLanes&) { TensorMemory::own().relinquish(); });
}

void fencepost_tensor_load_registers(unsigned int* to, unsigned int address, unsigned int offset, const Movement* how) {
  if (!current.in_kernel) return;
  const void* const pc = FENCEPOST_CALLER;
  const Address at{address, offset};
  meet(kTensorLoad, {.to = to, .a = nullptr, .b = &at, .c = nullptr}, pc, [&](const MatrixLanes& lanes) {
    TensorMemory& memory = TensorMemory::own();
    std::vector<MemoryRange> cells;
    const TensorPlace from = begin_of(memory, lanes, *how, at, "a tcgen05.ld", cells, pc);
    tell(TensorAgent::kLoads, cells, {}, pc);
    each_register(
        memory, *how, from, offset, lanes,
        [&](std::uint32_t lane, std::uint32_t column, const MatrixLane& of, std::uint32_t i, TensorMemory& words) {
          std::uint32_t value = words.word(lane, column);
          if (how->packs) value = (value & 0xffffU) | words.word(lane, column + 1) << 16;
          static_cast<std::uint32_t*>(of.to)[i] = value;
        });
  });
}

void fencepost_tensor_store_registers(const unsigned int* from_registers, unsigned int address, unsigned int offset,
                                      const Movement* how) {
  if (!current.in_kernel) return;
  const void* const pc = FENCEPOST_CALLER;
  const Address at{address, offset};
  meet(kTensorStore, {.to = nullptr, .a = from_registers, .b = &at, .c = nullptr}, pc, [&](const MatrixLanes& lanes) {
    TensorMemory& memory = TensorMemory::own();
    std::vector<MemoryRange> cells;
    const TensorPlace from = begin_of(memory, lanes, *how, at, "a tcgen05.st", cells, pc);
    tell(TensorAgent::kStores, {}, cells, pc);
    TensorMemory::number_cells(cells);
    each_register(
        memory, *how, from, offset, lanes,
        [&](std::uint32_t lane, std::uint32_t column, const MatrixLane& of, std::uint32_t i, TensorMemory& words) {
          const std::uint32_t value = static_cast<const std::uint32_t*>(of.a)[i];
          words.word(lane, column) = how->packs ? value & 0xffffU : value;
          if (how->packs) words.word(lane, column + 1) = value >> 16;
        });
  });
}

void fencepost_tensor_wait(bool of_stores) {
  if (!current.in_kernel) return;
  meet(of_stores ? kTensorWaitStores : kTensorWaitLoads, {}, FENCEPOST_CALLER, [&](const MatrixLanes& lanes) {
    observers().accesses->on_await_tensor(of_stores ? TensorAgent::kStores : TensorAgent::kLoads, first_of_warp(),
                                          threads_of(lanes));
  });
}

}  // extern "C"
