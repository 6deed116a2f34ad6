// Which clusters a launch has, by CUDA's rules (CUDA C++ Programming Guide, "Thread Block Clusters").
#pragma once

#include "sim/include/driver_types.h"
#include "sim/interface/kernel_table.h"
#include "sim/interface/observer.h"
#include "sim/runtime/launch.h"

namespace fencepost::sim {

/// What the kernel's __cluster_dims__ says; zeros: it has none.
Extent cluster_of(const KernelEntry&);

/// From here on the kernel may have clusters of more than 8 blocks, up to 16, or no longer. Thread safety: full.
void allow_large_clusters(const void* function, bool allowed);
[[nodiscard]] std::uint32_t most_in_cluster(const void* function);

/// Sets what `configuration` does not say of its clusters: they are the kernel's, or of one block. Returns why the
/// launch is refused: a cluster that is too large, that the grid is no multiple of, or that is not the kernel's.
cudaError_t choose_cluster(LaunchConfiguration&, const void* function, const Extent& of_kernel);

}  // namespace fencepost::sim
