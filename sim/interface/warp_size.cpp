#include "sim/interface/warp_size.h"

#include <mutex>

namespace fencepost::sim {

namespace {

constinit std::mutex warp_size_mutex;
constinit bool is_warp_size_chosen = false;

}  // namespace

bool choose_warp_size(std::uint64_t size) {
  const std::lock_guard lock(warp_size_mutex);
  if (is_warp_size_chosen) return size == warp_size;
  if (size != kWarpSize && size != kLargestWarpSize) return false;
  is_warp_size_chosen = true;
  if (warp_size != size) warp_size = static_cast<std::uint32_t>(size);
  return true;
}

std::uint32_t fix_warp_size() {
  const std::lock_guard lock(warp_size_mutex);
  is_warp_size_chosen = true;
  return warp_size;
}

}  // namespace fencepost::sim
