// tcgen05.cp (PTX ISA, "TensorCore 5th Generation Data Movement Instructions").
#include <cstring>
#include <vector>

#include "sim/device/told_order.h"
#include "sim/include/fencepost_tensor_memory.h"
#include "sim/interface/current.h"
#include "sim/interface/observer.h"
#include "sim/tensor/memory.h"
#include "sim/tensor/operands.h"
#include "sim/tensor/pair.h"

#define FENCEPOST_CALLER __builtin_return_address(0)

namespace {

using namespace fencepost::sim;
using fencepost_rt::tensor::Copy;

constexpr const char* kCopy = "a tcgen05.cp";
constexpr std::uint32_t kCopiedColumns = kChunk / 4;

/// A block of the instruction.
struct CopyPart {
  SharedMatrix from;
  TensorMemory& to;
};

}  // namespace

extern "C" void fencepost_tensor_copy(unsigned int to, unsigned long from, const Copy* how) {
  if (!current.in_kernel) return;
  assert_told_order();
  const void* const pc = FENCEPOST_CALLER;
  const TensorPlace place = place_at(to);
  if (place.lane != 0) stop_in_tensor_memory("a tcgen05.cp to lanes beyond the 128 of tensor memory", pc);
  const ElementType bytes{.slots = kChunk};
  std::vector<CopyPart> parts;
  std::vector<MemoryRange> reads, writes;
  for (const std::uint32_t rank : blocks_of_pair(how->blocks, kCopy, pc)) {
    parts.push_back({matrix_of_descriptor(from, rank, bytes, /*transposed=*/false, kChunk, pc),
                     TensorMemory::of_rank(rank, kCopy, pc)});
    parts.back().to.require(place.column, kCopiedColumns, kCopy, pc);
    parts.back().to.add_cells(writes, place, kTensorLanes, kCopiedColumns);
    add_chunks(reads, parts.back().from, how->rows, rank, pc);
  }
  join_ranges(reads);
  observers().accesses->on_tensor_operation(TensorAgent::kCores, current.thread, reads, writes, pc);
  TensorMemory::number_cells(writes);
  for (const CopyPart& part : parts) {
    part.from.for_each_chunk(0, how->rows, [&](const std::byte* address, int row, int) {
      for (auto lane = static_cast<std::uint32_t>(row); lane < kTensorLanes;
           lane += static_cast<std::uint32_t>(how->rows)) {
        std::memcpy(&part.to.word(lane, place.column), address, kChunk);
      }
    });
  }
}
