// tcgen05.commit and .fence (PTX ISA, "tcgen05.commit", "TensorCore 5th Generation Specialized Synchronization
// Operations").
#include <bit>

#include "sim/device/told_order.h"
#include "sim/engine/block_runner.h"
#include "sim/include/fencepost_tensor_memory.h"
#include "sim/interface/current.h"
#include "sim/interface/observer.h"

#define FENCEPOST_CALLER __builtin_return_address(0)

// sim/device/barrier_objects.cpp
extern "C" void fencepost_barrier_arrive_tensor(FencepostBarrier* barrier, const void* pc);
// sim/device/clusters.cpp
extern "C" void* fencepost_cluster_map(const void* address, unsigned rank);

using namespace fencepost::sim;  // NOLINT: this file is the ABI only

extern "C" {

void fencepost_tensor_commit(FencepostBarrier* barrier, unsigned int mask) {
  if (!current.in_kernel) return;
  assert_told_order();
  const void* const pc = FENCEPOST_CALLER;
  if (mask == 0) return fencepost_barrier_arrive_tensor(barrier, pc);
  for (; mask != 0; mask &= mask - 1) {
    const auto rank = static_cast<unsigned>(std::countr_zero(mask));
    fencepost_barrier_arrive_tensor(static_cast<FencepostBarrier*>(fencepost_cluster_map(barrier, rank)), pc);
  }
}

void fencepost_tensor_fence(bool is_before) {
  if (!current.in_kernel) return;
  assert_told_order();
  const bool is_alone = current.runner->cluster() == nullptr;
  observers().accesses->on_fence(
      {.of_block = is_alone, .of_cluster = !is_alone, .acquires = !is_before, .releases = is_before});
}

}  // extern "C"
