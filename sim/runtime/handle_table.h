// Objects that programs know by a number.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "sim/interface/host_mutex.h"

namespace fencepost::sim {

/// Handles are not 0, and a removed one is not used again for many more.
/// Thread safety: full. What find() returned must not be used once it is removed.
template <class T>
class HandleTable {
 public:
  /// 0 if there are too many.
  std::uint64_t add(const T& value) {
    const std::scoped_lock lock(mutex_);
    std::uint64_t handle = 0;
    if (!free_.empty()) {
      handle = free_.back();
      free_.pop_back();
    } else if (used_ < kPlaces) {
      handle = used_++;
    } else {
      return 0;
    }
    std::atomic<Chunk*>& chunk = chunks_[place(handle) / kChunk];
    if (chunk.load() == nullptr) chunk = new Chunk;
    Slot& slot = (*chunk.load())[place(handle) % kChunk];
    slot.value = value;
    slot.handle = handle;
    return handle;
  }

  bool remove(std::uint64_t handle) {
    const std::scoped_lock lock(mutex_);
    Slot* const slot = slot_of(handle);
    if (slot == nullptr) return false;
    slot->handle = 0;
    free_.push_back(handle + kPlaces);
    return true;
  }

  /// Null if there is none of this number.
  [[nodiscard]] const T* find(std::uint64_t handle) const {
    const Slot* const slot = slot_of(handle);
    return slot == nullptr ? nullptr : &slot->value;
  }

 private:
  struct Slot {
    std::atomic<std::uint64_t> handle = 0;
    T value{};
  };
  static constexpr std::uint64_t kChunk = 256, kPlaces = kChunk * 4096;
  using Chunk = std::array<Slot, kChunk>;

  static std::uint64_t place(std::uint64_t handle) { return handle % kPlaces; }
  [[nodiscard]] Slot* slot_of(std::uint64_t handle) const {
    Chunk* const chunk = chunks_[place(handle) / kChunk].load();
    if (handle == 0 || chunk == nullptr) return nullptr;
    Slot& slot = (*chunk)[place(handle) % kChunk];
    return slot.handle == handle ? &slot : nullptr;
  }

  HostMutex mutex_;
  std::array<std::atomic<Chunk*>, kPlaces / kChunk> chunks_{};
  std::vector<std::uint64_t> free_;
  std::uint64_t used_ = 1;
};

}  // namespace fencepost::sim
