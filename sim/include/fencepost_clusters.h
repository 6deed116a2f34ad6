// Functions of thread block clusters (CUDA C++ Programming Guide, "Cluster functions"). No launch has clusters here:
// each block is one of its own, as on a device in a launch without them. What would have threads of a cluster wait for
// each other stops the kernel that comes to it.
#pragma once

#include "fencepost_builtin_variables.h"
#include "fencepost_device.h"
#include "fencepost_ptx.h"

#define FENCEPOST_CLUSTER inline __attribute__((always_inline))

FENCEPOST_CLUSTER dim3 __clusterDim() { return dim3(1, 1, 1); }
FENCEPOST_CLUSTER dim3 __clusterRelativeBlockIdx() { return dim3(0, 0, 0); }
FENCEPOST_CLUSTER dim3 __clusterGridDimInClusters() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
FENCEPOST_CLUSTER dim3 __clusterIdx() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
FENCEPOST_CLUSTER unsigned int __clusterDimIsSpecified() { return 0; }
FENCEPOST_CLUSTER unsigned int __clusterRelativeBlockRank() { return 0; }
FENCEPOST_CLUSTER unsigned int __clusterSizeInBlocks() { return 1; }
FENCEPOST_CLUSTER unsigned int __isClusterShared(const void* p) { return __isShared(p); }
FENCEPOST_CLUSTER unsigned int __cluster_query_shared_rank(const void*) { return 0; }
/// The same address in the shared memory of block `rank`, which must be 0.
FENCEPOST_CLUSTER void* __cluster_map_shared_rank(const void* p, unsigned int rank) {
  if (rank != 0) fencepost_unsupported("__cluster_map_shared_rank: another block of a cluster");
  return const_cast<void*>(p);
}
// As barrier.cluster of PTX.
FENCEPOST_CLUSTER void __cluster_barrier_arrive() { fencepost_cluster_arrive(); }
FENCEPOST_CLUSTER void __cluster_barrier_arrive_relaxed() { fencepost_cluster_arrive(); }
FENCEPOST_CLUSTER void __cluster_barrier_wait() { fencepost_cluster_wait(); }

#undef FENCEPOST_CLUSTER
