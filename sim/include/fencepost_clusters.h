// Functions of thread block clusters (CUDA C++ Programming Guide, "Cluster functions"). In a launch without clusters
// each block is one of its own.
#pragma once

#include "fencepost_builtin_variables.h"
#include "fencepost_device.h"
#include "fencepost_ptx.h"

#define FENCEPOST_CLUSTER inline __attribute__((always_inline))

FENCEPOST_CLUSTER dim3 __clusterDim() { return fencepost_cluster_dim; }
FENCEPOST_CLUSTER dim3 __clusterRelativeBlockIdx() { return fencepost_block_in_cluster; }
FENCEPOST_CLUSTER dim3 __clusterGridDimInClusters() {
  return dim3(fencepost_ptx::nclusterid_x(), fencepost_ptx::nclusterid_y(), fencepost_ptx::nclusterid_z());
}
FENCEPOST_CLUSTER dim3 __clusterIdx() {
  return dim3(fencepost_ptx::clusterid_x(), fencepost_ptx::clusterid_y(), fencepost_ptx::clusterid_z());
}
FENCEPOST_CLUSTER unsigned int __clusterSizeInBlocks() { return fencepost_ptx::cluster_nctarank(); }
FENCEPOST_CLUSTER unsigned int __clusterDimIsSpecified() { return fencepost_cluster_is_explicit(); }
FENCEPOST_CLUSTER unsigned int __clusterRelativeBlockRank() { return fencepost_ptx::cluster_ctarank(); }
FENCEPOST_CLUSTER unsigned int __isClusterShared(const void* p) { return fencepost_rank_of_shared(p) >= 0; }
FENCEPOST_CLUSTER unsigned int __isCtaShared(const void* p) { return __isShared(p); }
FENCEPOST_CLUSTER void __threadfence_cluster() { fencepost_fence(3, __ATOMIC_SEQ_CST); }
/// The rank of the block whose shared memory it is.
FENCEPOST_CLUSTER unsigned int __cluster_query_shared_rank(const void* p) {
  return static_cast<unsigned int>(fencepost_rank_of_shared(p));
}
/// The same address in the shared memory of the block of this rank.
FENCEPOST_CLUSTER void* __cluster_map_shared_rank(const void* p, unsigned int rank) {
  return fencepost_cluster_map(p, rank);
}
// As barrier.cluster of PTX.
FENCEPOST_CLUSTER void __cluster_barrier_arrive() { fencepost_cluster_arrive(true); }
FENCEPOST_CLUSTER void __cluster_barrier_arrive_relaxed() { fencepost_cluster_arrive(false); }
FENCEPOST_CLUSTER void __cluster_barrier_wait() { fencepost_cluster_wait(); }

#undef FENCEPOST_CLUSTER
