#include "sim/matrix/shared_matrix.h"

#include <algorithm>
#include <string>

#include "sim/engine/block/shared_memory.h"
#include "sim/engine/block_runner.h"
#include "sim/engine/engine.h"
#include "sim/interface/current.h"

extern "C" __thread unsigned char fencepost_dynamic_shared[];

namespace fencepost::sim {

const std::byte* shared_address(std::uint32_t low, const char* of, const void* pc) {
  const auto places = places_in_shared_memory(low, kChunk, *current.runner->launch());
  if (places.size() > 1) {
    stop_launch({.reason = StopReason::kUnsupported,
                 .pc = pc,
                 .text = std::string("a matrix descriptor of ") + of +
                         ", where all kernels' __shared__ variables take more room than one block has,"});
  }
  if (!places.empty()) return places.front();
  // Of a program without symbols nobody has told where static variables are: they lie before the dynamic memory.
  const auto begin = reinterpret_cast<std::uintptr_t>(fencepost_dynamic_shared);
  return reinterpret_cast<const std::byte*>(fencepost_dynamic_shared) + low - begin % (std::uintptr_t{1} << 18);
}

void join_ranges(std::vector<MemoryRange>& ranges) {
  const auto begin_of = [](const MemoryRange& range) { return reinterpret_cast<std::uintptr_t>(range.address); };
  std::ranges::sort(ranges, {}, begin_of);
  std::size_t count = 0;
  for (const MemoryRange& range : ranges) {
    if (count != 0 && begin_of(ranges[count - 1]) + ranges[count - 1].bytes >= begin_of(range)) {
      MemoryRange& last = ranges[count - 1];
      last.bytes = std::max(last.bytes, begin_of(range) + range.bytes - begin_of(last));
    } else {
      ranges[count++] = range;
    }
  }
  ranges.resize(count);
}

}  // namespace fencepost::sim
