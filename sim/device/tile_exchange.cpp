// Exchange of values among the threads of a tile that spans several warps (cooperative_groups::reduce).
//
// A block runs on one OS thread, so its CUDA threads meet in plain variables of that thread.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "sim/block_runner.h"
#include "sim/current.h"

namespace {

using fencepost::sim::BlockRunner;
using fencepost::sim::current;
using fencepost::sim::kMaxThreads;

constexpr std::size_t kMostBytes = 32;
constexpr std::uint32_t kLeastTile = 64;

struct Tile {
  std::uint64_t launch = 0;  ///< Which block the counts belong to: an aborted one leaves them half done.
  std::uint64_t block = 0;
  std::uint32_t arrived = 0;
  std::uint32_t round = 0;
};

thread_local std::array<Tile, kMaxThreads / kLeastTile> tiles;
thread_local std::array<std::array<std::byte, kMostBytes>, kMaxThreads> values;

/// Waits until `count` threads have come to the tile that starts at thread `first`.
void meet(std::uint32_t first, std::uint32_t count) {
  BlockRunner& runner = *current.runner;
  Tile& tile = tiles[first / kLeastTile];
  if (tile.launch != runner.launch()->number || tile.block != runner.block()) {
    tile = {runner.launch()->number, runner.block(), 0, 0};
  }
  const std::uint32_t round = tile.round;
  if (++tile.arrived == count) {
    tile.arrived = 0;
    ++tile.round;
    return;
  }
  while (tile.round == round) runner.yield();
}

}  // namespace

/// Gives every thread of the tile [first, first + count) the `bytes` of all of them, in order of rank.
extern "C" void fencepost_tile_exchange(unsigned first, unsigned count, const void* value, std::size_t bytes,
                                        void* all) {
  std::memcpy(values[current.thread].data(), value, bytes);
  meet(first, count);
  for (std::uint32_t i = 0; i < count; ++i) {
    std::memcpy(static_cast<std::byte*>(all) + i * bytes, values[first + i].data(), bytes);
  }
  meet(first, count);  // Nobody may overwrite its value before all have read it.
}
