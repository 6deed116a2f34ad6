// Bulk copies (PTX ISA, "Data Movement and Conversion Instructions: cp.async.bulk", "cp.async.bulk.tensor"), as
// sim/include/fencepost_async.h declares them. They are done at once; what may be relied on is the observers' business.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "sim/cluster/cluster.h"
#include "sim/device/tensor/box.h"
#include "sim/device/told_order.h"
#include "sim/engine/block/shared_memory.h"
#include "sim/engine/block_runner.h"
#include "sim/engine/engine.h"
#include "sim/engine/swizzle.h"
#include "sim/include/cuda.h"
#include "sim/interface/current.h"
#include "sim/interface/observer.h"
#include "sim/runtime/driver/tensor_map.h"
#define __CUDACC__  // For the device functions of the headers.
#include "sim/include/cuda_bf16.h"
#include "sim/include/cuda_fp16.h"
#include "sim/include/fencepost_async.h"

#define FENCEPOST_CALLER __builtin_return_address(0)

// sim/device/barrier_objects.cpp
extern "C" void fencepost_barrier_bring_at(FencepostBarrier* barrier, long bytes, const void* pc);
// sim/device/clusters.cpp
extern "C" void* fencepost_cluster_map(const void* address, unsigned rank);
extern "C" int fencepost_rank_of_shared(const void* address);
extern "C" __thread unsigned char fencepost_dynamic_shared[];

namespace {

using fencepost::sim::Cluster;

using fencepost::sim::BoxPlace;
using fencepost::sim::current;
using fencepost::sim::for_each_row;
using fencepost::sim::MemoryRange;
using fencepost::sim::observers;
using fencepost::sim::part_in_tensor;
using fencepost::sim::RowPart;
using fencepost::sim::StopReason;
using fencepost::sim::swizzled;
using fencepost::sim::tensor_of;
using fencepost::sim::TensorMap;
using fencepost_rt::Reduction;
using fencepost_rt::ReductionType;

constexpr std::uintptr_t kUnit = fencepost::sim::kSwizzleUnit;

/// One of no bytes is nothing, wherever it goes: GPUs take it so, and CUB's BlockLoadToShared starts some.
void refuse_unaligned(const void* to, const void* from, std::size_t bytes, const void* pc) {
  const auto all = reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from) | bytes;
  if (all % kUnit == 0 || bytes == 0 || !current.in_kernel) return;
  fencepost::sim::stop_launch({.reason = StopReason::kTrap,
                               .pc = pc,
                               .text = "a bulk copy whose addresses and size are not all multiples of 16 bytes"});
}

/// The same place in the own shared memory, of an address in that of another block of the cluster.
const void* in_own_shared(const void* address) {
  const Cluster* const cluster = current.runner->cluster();
  const int rank = cluster != nullptr ? fencepost_rank_of_shared(address) : -1;
  if (rank < 0) return address;
  return fencepost_dynamic_shared +
         (static_cast<const std::byte*>(address) - cluster->shared(static_cast<std::uint32_t>(rank)));
}

/// Elsewhere lies what the runtime itself needs.
void stop_beyond_shared(const void* to, std::size_t bytes, const void* pc) {
  if (bytes == 0 || fencepost::sim::is_in_shared_memory(in_own_shared(to), bytes, *current.runner->launch())) return;
  fencepost::sim::stop_launch({.reason = StopReason::kTrap,
                               .pc = pc,
                               .text = "a bulk copy of " + std::to_string(bytes) +
                                       " bytes whose target is not all in one __shared__ variable of the block"});
}

/// Moves `bytes` of the box from `offset` on, to or from memory that is not swizzled.
template <bool ToShared>
void move_piece(std::byte* box, std::size_t offset, std::byte* plain, std::size_t bytes, const TensorMap& map) {
  while (bytes != 0) {
    const auto at = reinterpret_cast<std::uintptr_t>(box) + offset;
    const std::size_t piece = std::min<std::size_t>(bytes, kUnit - at % kUnit);
    auto* const shared = reinterpret_cast<std::byte*>(swizzled(at, map.swizzle_bytes, map.swizzle_unit));
    std::memcpy(ToShared ? shared : plain, ToShared ? plain : shared, piece);
    offset += piece;
    plain += piece;
    bytes -= piece;
  }
}

/// The same of part of a row, which begins at `offset`: `bytes` of its elements, between which there may be gaps.
template <bool ToShared>
void move_swizzled(std::byte* box, std::size_t offset, std::byte* plain, std::size_t bytes, const TensorMap& map) {
  if (!map.spreads) return move_piece<ToShared>(box, offset, plain, bytes, map);
  const auto group = static_cast<std::size_t>(map.bytes_of(16));
  for (std::size_t done = 0; done < bytes; done += group, offset += kUnit) {
    move_piece<ToShared>(box, offset, plain + done, group, map);
  }
}

// --- Reductions: each element is updated by a relaxed atomic operation (PTX ISA, "cp.reduce.async.bulk")

template <class T>
T combined(Reduction how, T old, T value) {
  if (how == Reduction::kMin) return value < old ? value : old;
  if (how == Reduction::kMax) return old < value ? value : old;
  if constexpr (std::is_integral_v<T>) {
    using Bits = std::make_unsigned_t<T>;
    const auto a = static_cast<Bits>(old), b = static_cast<Bits>(value);
    switch (how) {
      case Reduction::kAnd:
        return static_cast<T>(a & b);
      case Reduction::kOr:
        return static_cast<T>(a | b);
      case Reduction::kXor:
        return static_cast<T>(a ^ b);
      case Reduction::kInc:
        return static_cast<T>(a >= b ? Bits{0} : a + 1);
      case Reduction::kDec:
        return static_cast<T>(a == 0 || a > b ? b : a - 1);
      default:
        return static_cast<T>(a + b);
    }
  } else if constexpr (sizeof(T) == 2) {
    return __hadd(old, value);
  } else {
    return old + value;
  }
}

template <class T, class Bits>
void combine_all(Reduction how, void* to, const void* from, std::size_t bytes) {
  static_assert(sizeof(T) == sizeof(Bits));
  auto* location = static_cast<Bits*>(to);
  const auto* values = static_cast<const std::byte*>(from);
  for (std::size_t i = 0; i < bytes / sizeof(T); ++i, ++location) {
    Bits value = 0;
    std::memcpy(&value, values + i * sizeof(T), sizeof(T));
    Bits old = __atomic_load_n(location, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(
        location, &old, std::bit_cast<Bits>(combined(how, std::bit_cast<T>(old), std::bit_cast<T>(value))), false,
        __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) {
    }
  }
}

void combine(Reduction how, ReductionType type, void* to, const void* from, std::size_t bytes) {
  switch (type) {
    case ReductionType::kUnsigned32:
      return combine_all<std::uint32_t, std::uint32_t>(how, to, from, bytes);
    case ReductionType::kSigned32:
      return combine_all<std::int32_t, std::uint32_t>(how, to, from, bytes);
    case ReductionType::kUnsigned64:
      return combine_all<std::uint64_t, std::uint64_t>(how, to, from, bytes);
    case ReductionType::kSigned64:
      return combine_all<std::int64_t, std::uint64_t>(how, to, from, bytes);
    case ReductionType::kHalf:
      return combine_all<__half, std::uint16_t>(how, to, from, bytes);
    case ReductionType::kBrain:
      return combine_all<__nv_bfloat16, std::uint16_t>(how, to, from, bytes);
    case ReductionType::kFloat:
      return combine_all<float, std::uint32_t>(how, to, from, bytes);
    case ReductionType::kDouble:
      return combine_all<double, std::uint64_t>(how, to, from, bytes);
  }
}

std::size_t bytes_of(ReductionType type) {
  switch (type) {
    case ReductionType::kHalf:
    case ReductionType::kBrain:
      return 2;
    case ReductionType::kUnsigned64:
    case ReductionType::kSigned64:
    case ReductionType::kDouble:
      return 8;
    default:
      return 4;
  }
}

void bulk_copy(void* to, const void* from, std::size_t bytes, FencepostBarrier* barrier, const void* pc) {
  fencepost::sim::assert_told_order();
  refuse_unaligned(to, from, bytes, pc);
  if (current.in_kernel && barrier != nullptr) stop_beyond_shared(to, bytes, pc);
  const MemoryRange read{from, bytes}, write{to, bytes};
  if (current.in_kernel && bytes != 0) observers().accesses->on_bulk_copy({&read, 1}, {&write, 1}, barrier, pc);
  std::memcpy(to, from, bytes);
  if (barrier != nullptr) fencepost_barrier_bring_at(barrier, static_cast<long>(bytes), pc);
}

void tensor_load(void* to, const void* map, const BoxPlace& place, int rank, FencepostBarrier* barrier,
                 const void* pc) {
  fencepost::sim::assert_told_order();
  if (!current.in_kernel) return;
  const TensorMap& tensor = tensor_of(map, rank, place, pc);
  auto* const box = static_cast<std::byte*>(to);
  stop_beyond_shared(box, tensor.box_bytes(), pc);
  std::vector<MemoryRange> reads;
  const RowPart part = part_in_tensor(tensor, place.coordinates[0]);
  for_each_row(tensor, place, [&](const std::byte* global, std::size_t) {
    if (global == nullptr || part.bytes == 0) return;
    reads.push_back({global + tensor.bytes_of(place.coordinates[0]) + part.at, part.bytes});
  });
  const MemoryRange write{box, tensor.box_bytes()};
  observers().accesses->on_bulk_copy(reads, {&write, 1}, barrier, pc);
  std::memset(box, 0, tensor.box_bytes());
  auto next = reads.begin();
  for_each_row(tensor, place, [&](const std::byte* global, std::size_t offset) {
    if (global == nullptr || part.bytes == 0) return;
    auto* const from = static_cast<std::byte*>(const_cast<void*>((next++)->address));
    move_swizzled<true>(box, offset + part.at, from, part.bytes, tensor);
  });
  fencepost_barrier_bring_at(barrier, static_cast<long>(tensor.moved_bytes()), pc);
}

/// The type of a tensor's elements in reductions. Empty: there are none of it.
std::optional<ReductionType> reduction_type(CUtensorMapDataType type) {
  switch (type) {
    case CU_TENSOR_MAP_DATA_TYPE_UINT32:
      return ReductionType::kUnsigned32;
    case CU_TENSOR_MAP_DATA_TYPE_INT32:
      return ReductionType::kSigned32;
    case CU_TENSOR_MAP_DATA_TYPE_UINT64:
      return ReductionType::kUnsigned64;
    case CU_TENSOR_MAP_DATA_TYPE_INT64:
      return ReductionType::kSigned64;
    case CU_TENSOR_MAP_DATA_TYPE_FLOAT16:
      return ReductionType::kHalf;
    case CU_TENSOR_MAP_DATA_TYPE_BFLOAT16:
      return ReductionType::kBrain;
    case CU_TENSOR_MAP_DATA_TYPE_FLOAT32:
    case CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ:
      return ReductionType::kFloat;
    case CU_TENSOR_MAP_DATA_TYPE_FLOAT64:
      return ReductionType::kDouble;
    default:
      return std::nullopt;
  }
}

/// The rows of a box in shared memory that lie in the tensor, in part at least.
struct TensorRows {
  TensorRows(const TensorMap& of, const int* coordinates, const void* from)
      : map(of), box(static_cast<std::byte*>(const_cast<void*>(from))), part(part_in_tensor(of, coordinates[0])) {
    for_each_row(map, BoxPlace{coordinates}, [&](const std::byte* global, std::size_t offset) {
      if (global == nullptr || part.bytes == 0) return;
      reads.push_back({box + offset, map.row_bytes()});
      writes.push_back({global + map.bytes_of(coordinates[0]) + part.at, part.bytes});
    });
  }
  /// visit(place in the tensor, what the box has for it, bytes)
  template <class Visit>
  void each(Visit visit) const {
    std::vector<std::byte> row;
    for (std::size_t i = 0; i < reads.size(); ++i) {
      const auto offset = static_cast<std::size_t>(static_cast<const std::byte*>(reads[i].address) - box);
      row.resize(writes[i].bytes);
      move_swizzled<false>(box, offset + part.at, row.data(), row.size(), map);
      visit(static_cast<std::byte*>(const_cast<void*>(writes[i].address)), row.data(), row.size());
    }
  }

  const TensorMap& map;
  std::byte* box;
  RowPart part;
  std::vector<MemoryRange> reads, writes;
};

/// Calls `visit` with each rank that the mask names.
template <class Visit>
void for_each_named(unsigned mask, Visit visit) {
  for (; mask != 0; mask &= mask - 1) visit(static_cast<unsigned>(std::countr_zero(mask)));
}

}  // namespace

extern "C" {

void fencepost_bulk_reduce(void* to, const void* from, unsigned long bytes, FencepostBarrier* barrier, Reduction how,
                           ReductionType type) {
  fencepost::sim::assert_told_order();
  if (!current.in_kernel) return;
  const void* const pc = FENCEPOST_CALLER;
  refuse_unaligned(to, from, bytes, pc);
  if (barrier != nullptr) stop_beyond_shared(to, bytes, pc);
  if (bytes != 0) observers().accesses->on_bulk_reduction({from, bytes}, {to, bytes}, bytes_of(type), barrier, pc);
  combine(how, type, to, from, bytes);
  if (barrier != nullptr) fencepost_barrier_bring(barrier, static_cast<long>(bytes));
}

void fencepost_bulk_reduce_value(void* to, const void* value, unsigned long bytes, FencepostBarrier* barrier,
                                 Reduction how, ReductionType type) {
  fencepost::sim::assert_told_order();
  if (!current.in_kernel) return;
  const void* const pc = FENCEPOST_CALLER;
  stop_beyond_shared(to, bytes, pc);
  observers().accesses->on_bulk_reduction({}, {to, bytes}, bytes_of(type), barrier, pc);
  combine(how, type, to, value, bytes);
  fencepost_barrier_bring_at(barrier, static_cast<long>(bytes), pc);
}

void fencepost_bulk_copy(void* to, const void* from, unsigned long bytes, FencepostBarrier* barrier) {
  bulk_copy(to, from, bytes, barrier, FENCEPOST_CALLER);
}

void fencepost_bulk_multicast(void* to, const void* from, unsigned long bytes, FencepostBarrier* barrier,
                              unsigned mask) {
  const void* const pc = FENCEPOST_CALLER;
  for_each_named(mask, [&](unsigned rank) {
    bulk_copy(fencepost_cluster_map(to, rank), from, bytes,
              static_cast<FencepostBarrier*>(fencepost_cluster_map(barrier, rank)), pc);
  });
}

void fencepost_tensor_multicast(void* to, const void* map, const int* coordinates, const unsigned short* offsets,
                                int rank, FencepostBarrier* barrier, unsigned mask) {
  const void* const pc = FENCEPOST_CALLER;
  for_each_named(mask, [&](unsigned block) {
    tensor_load(fencepost_cluster_map(to, block), map, {coordinates, offsets}, rank,
                static_cast<FencepostBarrier*>(fencepost_cluster_map(barrier, block)), pc);
  });
}

void fencepost_async_store(void* to, const void* value, unsigned long bytes, FencepostBarrier* barrier) {
  fencepost::sim::assert_told_order();
  if (!current.in_kernel) return;
  const void* const pc = FENCEPOST_CALLER;
  stop_beyond_shared(to, bytes, pc);
  const MemoryRange write{to, bytes};
  observers().accesses->on_bulk_copy({}, {&write, 1}, barrier, pc);
  std::memcpy(to, value, bytes);
  fencepost_barrier_bring_at(barrier, static_cast<long>(bytes), pc);
}

void fencepost_tensor_load(void* to, const void* map, const int* coordinates, const unsigned short* offsets, int rank,
                           FencepostBarrier* barrier) {
  tensor_load(to, map, {coordinates, offsets}, rank, barrier, FENCEPOST_CALLER);
}

void fencepost_tensor_store(const void* map, const int* coordinates, int rank, const void* from) {
  fencepost::sim::assert_told_order();
  if (!current.in_kernel) return;
  const void* const pc = FENCEPOST_CALLER;
  const TensorMap& tensor = tensor_of(map, rank, {coordinates}, pc);
  if (tensor.type == CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN16B) {
    fencepost::sim::stop_launch({.reason = StopReason::kTrap,
                                 .pc = pc,
                                 .text = "a store into a tensor of 16U4_ALIGN16B, which has only loads"});
  }
  const TensorRows rows(tensor, coordinates, from);
  observers().accesses->on_bulk_copy(rows.reads, rows.writes, nullptr, pc);
  rows.each([](std::byte* to, const std::byte* row, std::size_t bytes) { std::memcpy(to, row, bytes); });
}

void fencepost_tensor_reduce(const void* map, const int* coordinates, int rank, const void* from, Reduction how) {
  fencepost::sim::assert_told_order();
  if (!current.in_kernel) return;
  const void* const pc = FENCEPOST_CALLER;
  const TensorMap& tensor = tensor_of(map, rank, {coordinates}, pc);
  const std::optional<ReductionType> type = reduction_type(static_cast<CUtensorMapDataType>(tensor.type));
  if (!type) {
    fencepost::sim::stop_launch(
        {.reason = StopReason::kUnsupported, .pc = pc, .text = "a reduction into a tensor of elements of this type"});
  }
  const TensorRows rows(tensor, coordinates, from);
  for (std::size_t i = 0; i < rows.reads.size(); ++i)
    observers().accesses->on_bulk_reduction(rows.reads[i], rows.writes[i], tensor.element_bits / 8U, nullptr, pc);
  rows.each([&](std::byte* to, const std::byte* row, std::size_t bytes) { combine(how, *type, to, row, bytes); });
}

void fencepost_commit_bulk_copies() {
  fencepost::sim::assert_told_order();
  if (current.in_kernel) observers().accesses->on_commit_bulk_copies();
}

void fencepost_await_bulk_copies(unsigned remaining, bool of_reads) {
  fencepost::sim::assert_told_order();
  if (current.in_kernel) observers().accesses->on_await_bulk_copies(remaining, of_reads);
}

}  // extern "C"
