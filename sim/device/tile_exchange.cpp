// Exchange of values among the warps of a tile larger than a warp (cooperative_groups/tiles.h). Orders no memory.
//
// A block runs on one OS thread, so its CUDA threads meet in plain variables of that thread.
#include <array>
#include <cstddef>
#include <cstring>
#include <vector>

#include "sim/device/tile_meeting.h"

namespace {

using fencepost::sim::current;
using fencepost::sim::kMaxThreads;
using fencepost::sim::kWarpSize;
using fencepost::sim::TileMeetings;
using fencepost::sim::warp_size;

constexpr std::size_t kMostBytes = 32;

thread_local TileMeetings before_reading, after_reading;
thread_local std::array<std::array<std::byte, kMostBytes>, kMaxThreads / kWarpSize> values;

}  // namespace

extern "C" void fencepost_tile_exchange(unsigned first, unsigned count, const void* of_warp, unsigned long bytes,
                                        void* of_all_warps) {
  if (!current.in_kernel) return;
  const void* const pc = __builtin_return_address(0);
  std::memcpy(values.at(current.thread / warp_size).data(), of_warp, bytes);
  const auto nothing = [](const std::vector<fencepost::sim::ThreadRank>&) {};
  before_reading.meet(first, count, pc, nothing);
  for (unsigned warp = 0; warp * warp_size < count; ++warp) {
    std::memcpy(static_cast<std::byte*>(of_all_warps) + warp * bytes, values.at(first / warp_size + warp).data(),
                bytes);
  }
  after_reading.meet(first, count, pc, nothing);  // Nobody may overwrite its value before all have read it.
}
