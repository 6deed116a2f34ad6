#include "sim/os/free_blocks.h"

#include <cassert>
#include <iterator>

namespace fencepost::sim {

FreeBlocks::FreeBlocks(std::size_t size) {
  if (size != 0) insert(0, size);
}

std::optional<std::size_t> FreeBlocks::take(std::size_t bytes) {
  const auto fit = by_size_.lower_bound({bytes, 0});
  if (fit == by_size_.end()) return std::nullopt;
  const auto [size, offset] = *fit;
  erase(by_offset_.find(offset));
  if (size > bytes) insert(offset + bytes, size - bytes);
  return offset;
}

void FreeBlocks::give_back(std::size_t offset, std::size_t bytes) {
  const auto next = by_offset_.lower_bound(offset);
  assert(next == by_offset_.end() || offset + bytes <= next->first);
  if (next != by_offset_.begin()) {
    const auto previous = std::prev(next);
    assert(previous->first + previous->second <= offset);
    if (previous->first + previous->second == offset) {
      offset = previous->first;
      bytes += previous->second;
      erase(previous);
    }
  }
  if (next != by_offset_.end() && offset + bytes == next->first) {
    bytes += next->second;
    erase(next);
  }
  insert(offset, bytes);
}

void FreeBlocks::insert(std::size_t offset, std::size_t bytes) {
  by_offset_.emplace(offset, bytes);
  by_size_.emplace(bytes, offset);
  free_bytes_ += bytes;
  assert(by_offset_.size() == by_size_.size());
}

void FreeBlocks::erase(std::map<std::size_t, std::size_t>::iterator block) {
  free_bytes_ -= block->second;
  by_size_.erase({block->second, block->first});
  by_offset_.erase(block);
}

}  // namespace fencepost::sim
