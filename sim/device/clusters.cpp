// What kernels ask of their cluster: its barrier, and the shared memory of its other blocks.
#include <cstdint>
#include <string>

#include "sim/cluster/cluster.h"
#include "sim/device/entry.h"
#include "sim/device/told_order.h"
#include "sim/engine/block_runner.h"
#include "sim/engine/engine.h"

extern "C" __thread unsigned char fencepost_dynamic_shared[];
extern "C" bool fencepost_is_shared(const void* address);

namespace {

using fencepost::sim::assert_told_order;
using fencepost::sim::Cluster;
using fencepost::sim::current;
using fencepost::sim::StopReason;

/// Null: the block is alone.
const Cluster* cluster() { return current.in_kernel ? current.runner->cluster() : nullptr; }

std::byte* own_shared() { return reinterpret_cast<std::byte*>(fencepost_dynamic_shared); }

/// What lies there on the calling OS thread: all its shared variables are as far from each other as on the others.
const void* seen_from(std::uint32_t rank, const void* address) {
  const std::ptrdiff_t distance = static_cast<const std::byte*>(address) - cluster()->shared(rank);
  return own_shared() + distance;
}

[[noreturn]] void trap(std::string what, const void* pc) {
  fencepost::sim::stop_launch({.reason = StopReason::kTrap, .pc = pc, .text = std::move(what)});
}

}  // namespace

extern "C" {

void fencepost_cluster_arrive(bool releases) {
  if (!current.in_kernel) return;
  assert_told_order();
  current.runner->arrive_at_cluster(releases, FENCEPOST_CALLER);
}

void fencepost_cluster_wait() {
  if (!current.in_kernel) return;
  assert_told_order();
  current.runner->wait_for_cluster(FENCEPOST_CALLER);
}

int fencepost_rank_of_shared(const void* address) {
  const int own = current.in_kernel ? static_cast<int>(current.runner->rank_in_cluster()) : 0;
  if (fencepost_is_shared(address)) return own;
  if (cluster() == nullptr) return -1;
  for (std::uint32_t rank = 0; rank < cluster()->size(); ++rank) {
    if (fencepost_is_shared(seen_from(rank, address))) return static_cast<int>(rank);
  }
  return -1;
}

void* fencepost_cluster_map(const void* address, unsigned rank) {
  assert_told_order();
  const void* const pc = FENCEPOST_CALLER;
  const unsigned size = cluster() != nullptr ? cluster()->size() : 1;
  if (current.in_kernel && rank >= size) {
    trap("asking for the shared memory of block " + std::to_string(rank) + " of its cluster, which has " +
             std::to_string(size) + (size == 1 ? " block" : " blocks"),
         pc);
  }
  if (!current.in_kernel) return const_cast<void*>(address);
  const int owner = fencepost_rank_of_shared(address);
  if (owner < 0) trap("asking where an address that is not in shared memory lies in another block of its cluster", pc);
  if (cluster() == nullptr) return const_cast<void*>(address);
  const std::ptrdiff_t distance =
      static_cast<const std::byte*>(address) - cluster()->shared(static_cast<std::uint32_t>(owner));
  return cluster()->shared(rank) + distance;
}

unsigned char* fencepost_shared_of_rank(unsigned rank) {
  if (cluster() == nullptr || rank >= cluster()->size()) return fencepost_dynamic_shared;
  return reinterpret_cast<unsigned char*>(cluster()->shared(rank));
}

bool fencepost_cluster_is_explicit() { return current.in_kernel && current.runner->launch()->has_clusters; }

}  // extern "C"
