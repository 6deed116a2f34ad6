// What kernels have without declaring it: their indices, dynamic shared memory, the size of a warp.
#include <cstddef>
#include <mutex>

#include "sim/interface/tensor/cells.h"
#include "sim/interface/thread_variables.h"
#include "sim/interface/warp_size.h"

namespace {
/// The reach of a wgmma descriptor. All thread-local variables of an OS thread are aligned to what one of them is: so
/// where a shared variable lies in the window (sim/include/fencepost_ptx_window.h) is the same in all blocks and runs.
/// It is one that is not zero, as GNU ld lets programs with such an alignment in .tbss not start.
constexpr std::size_t kWindowAlignment = std::size_t{1} << 18;
}  // namespace

extern "C" {
__thread fencepost::sim::Extent fencepost_thread_idx{0, 0, 0};
__thread fencepost::sim::Extent fencepost_block_idx{0, 0, 0};
alignas(kWindowAlignment) __thread fencepost::sim::Extent fencepost_block_dim{1, 1, 1};
__thread fencepost::sim::Extent fencepost_grid_dim{1, 1, 1};
__thread fencepost::sim::Extent fencepost_block_in_cluster{0, 0, 0};
__thread fencepost::sim::Extent fencepost_cluster_dim{1, 1, 1};

// Every `extern __shared__` array of a program is this buffer (compiler/passes/place_variables.cpp). 227 KiB is what
// one block may have on compute capability 9.0.
__attribute__((aligned(1024))) __thread unsigned char fencepost_dynamic_shared[232448];

__thread fencepost::sim::TensorCells fencepost_tensor_cells;
__thread fencepost::sim::TensorHome fencepost_tensor_home;
}

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
  if (warp_size != size) {
    warp_size = static_cast<std::uint32_t>(size);
    all_lanes = first_lanes(warp_size);
  }
  return true;
}

std::uint32_t fix_warp_size() {
  const std::lock_guard lock(warp_size_mutex);
  is_warp_size_chosen = true;
  return warp_size;
}

}  // namespace fencepost::sim
