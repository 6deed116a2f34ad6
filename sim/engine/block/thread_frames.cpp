#include "sim/engine/block/thread_frames.h"

#include <cstring>

#include "sim/engine/state_hash.h"

namespace fencepost::sim {

void ThreadFrames::begin(const KernelThreads& kernel, std::uint32_t threads) {
  const std::size_t alignment = kernel.frame_alignment;
  stride_ = bytes_ = 0;
  if (kernel.frame_bytes == 0) return;
  stride_ = kernel.frame_bytes;
  parts_ = {kernel.parts, kernel.part_count};
  capacity_ = (threads + kFrameGroup - 1) / kFrameGroup * kFrameGroup;
  bytes_ = stride_ * capacity_;
  if (memory_.size() < bytes_ + alignment) memory_.resize(bytes_ + alignment);
  const auto from = reinterpret_cast<std::uintptr_t>(memory_.data());
  first_ = memory_.data() + ((from + alignment - 1) / alignment * alignment - from);
  if (!parts_.empty()) {
    std::memset(first_ + kernel.start * capacity_, 0, kernel.start_bytes * threads);
    return;
  }
  for (std::uint32_t rank = 0; rank < threads; ++rank)
    std::memset(first_ + rank * stride_ + kernel.start, 0, kernel.start_bytes);
}

std::uint64_t ThreadFrames::hash(std::uint32_t rank, std::uint64_t state) const {
  if (parts_.empty()) return hash_bytes({first_ + rank * stride_, stride_}, state);
  const std::byte* part = first_;
  for (const std::uint64_t bytes : parts_) {
    state = hash_bytes({part + rank * bytes, bytes}, state);
    part += bytes * capacity_;
  }
  return state;
}

}  // namespace fencepost::sim
