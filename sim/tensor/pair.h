// The two blocks of a cluster that work together (PTX ISA, "CTA Pair").
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/cluster/cluster.h"
#include "sim/engine/block_runner.h"
#include "sim/engine/engine.h"
#include "sim/interface/current.h"

extern "C" __thread unsigned char fencepost_dynamic_shared[];

namespace fencepost::sim {

/// From what lies on the running OS thread to the same place on that of another block of the cluster.
inline std::ptrdiff_t distance_to(std::uint32_t rank) {
  const Cluster* const cluster = current.runner->cluster();
  if (cluster == nullptr) return 0;
  auto* begin = reinterpret_cast<std::byte*>(fencepost_dynamic_shared);
  asm("" : "+r"(begin));  // As one value: the linker cannot take its relocation out of a subtraction.
  return cluster->shared(rank) - begin;
}

/// Ranks in the cluster of the blocks of an instruction: the own one's, or that of both of its pair. Stops the launch
/// if there is no other one.
inline std::vector<std::uint32_t> blocks_of_pair(int blocks, const char* what, const void* pc) {
  const std::uint32_t own = current.runner->rank_in_cluster();
  if (blocks == 1) return {own};
  const Cluster* const cluster = current.runner->cluster();
  if (cluster == nullptr || (own | 1U) >= cluster->size()) {
    stop_launch({.reason = StopReason::kTrap,
                 .pc = pc,
                 .text = std::string(what) + " of two blocks (.cta_group::2) by a block that has no other one in its "
                                             "cluster"});
  }
  return {own & ~1U, own | 1U};
}

}  // namespace fencepost::sim
