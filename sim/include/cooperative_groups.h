// Cooperative groups: thread blocks, tiles, coalesced threads, and the grid.
//
// The barrier of a block is __syncthreads, those of tiles and coalesced groups are __syncwarp; groups are inlined into
// the caller, whose line a report then names.
#pragma once

#include "cooperative_groups/tiles.h"

#ifdef __CUDACC__

// Defined in sim/device/tile_barrier.cpp.
extern "C" {
FENCEPOST_BARRIER unsigned int fencepost_block_arrive();
FENCEPOST_BARRIER void fencepost_block_wait(unsigned int phase);
}

namespace cooperative_groups {
namespace __v1 {  // Which libraries declare some of it in.

#define FENCEPOST_GROUP inline __attribute__((always_inline))

class thread_block {
 public:
  static FENCEPOST_GROUP void sync() { __syncthreads(); }
  static FENCEPOST_GROUP unsigned int size() { return details::threads_of_block(); }
  static FENCEPOST_GROUP unsigned int num_threads() { return details::threads_of_block(); }
  static FENCEPOST_GROUP unsigned int thread_rank() { return details::rank_in_block(); }
  static FENCEPOST_GROUP dim3 group_index() { return dim3(blockIdx); }
  static FENCEPOST_GROUP dim3 thread_index() { return dim3(threadIdx); }
  static FENCEPOST_GROUP dim3 group_dim() { return dim3(blockDim); }
  static FENCEPOST_GROUP dim3 dim_threads() { return dim3(blockDim); }
  static FENCEPOST_GROUP bool is_valid() { return true; }
  FENCEPOST_GROUP operator thread_group() const { return thread_group(0); }

  /// sync() in two parts. What a thread does between them is not ordered with what others do.
  class arrival_token {
    friend class thread_block;
    FENCEPOST_GROUP explicit arrival_token(unsigned int phase) : phase_(phase) {}
    unsigned int phase_;
  };
  [[nodiscard]] FENCEPOST_GROUP arrival_token barrier_arrive() const { return arrival_token(fencepost_block_arrive()); }
  FENCEPOST_GROUP void barrier_wait(arrival_token&& token) const { fencepost_block_wait(token.phase_); }
};

FENCEPOST_GROUP thread_block this_thread_block() { return thread_block(); }

/// Scratch memory that hardware needs for tiles larger than a warp.
template <unsigned int MaxBlockSize = 1024>
struct block_tile_memory {};
template <unsigned int MaxBlockSize>
FENCEPOST_GROUP thread_block this_thread_block(block_tile_memory<MaxBlockSize>&) {
  return thread_block();
}

class grid_group {
 public:
  static FENCEPOST_GROUP void sync() { fencepost_grid_barrier(); }
  static FENCEPOST_GROUP bool is_valid() { return fencepost_grid_has_barrier(); }
  static FENCEPOST_GROUP unsigned long long size() { return num_blocks() * details::threads_of_block(); }
  static FENCEPOST_GROUP unsigned long long num_threads() { return size(); }
  static FENCEPOST_GROUP unsigned long long num_blocks() {
    return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
  }
  static FENCEPOST_GROUP unsigned long long block_rank() {
    return blockIdx.x + static_cast<unsigned long long>(gridDim.x) *
                            (blockIdx.y + static_cast<unsigned long long>(gridDim.y) * blockIdx.z);
  }
  static FENCEPOST_GROUP unsigned long long thread_rank() {
    return block_rank() * details::threads_of_block() + details::rank_in_block();
  }
  static FENCEPOST_GROUP dim3 group_dim() { return dim3(gridDim); }
  static FENCEPOST_GROUP dim3 dim_blocks() { return dim3(gridDim); }
  static FENCEPOST_GROUP dim3 block_index() { return dim3(blockIdx); }
  static FENCEPOST_GROUP dim3 dim_threads() {
    return dim3(gridDim.x * blockDim.x, gridDim.y * blockDim.y, gridDim.z * blockDim.z);
  }
  static FENCEPOST_GROUP dim3 thread_index() {
    return dim3(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y,
                blockIdx.z * blockDim.z + threadIdx.z);
  }

  struct arrival_token {};
  static arrival_token barrier_arrive()
      __attribute__((__unavailable__("grid_group::barrier_arrive is not supported by Fencepost: use sync()")));
  static void barrier_wait(arrival_token&&)
      __attribute__((__unavailable__("grid_group::barrier_wait is not supported by Fencepost: use sync()")));
  static FENCEPOST_GROUP unsigned long long num_clusters() {
    const dim3 all = dim_clusters();
    return static_cast<unsigned long long>(all.x) * all.y * all.z;
  }
  static FENCEPOST_GROUP unsigned long long cluster_rank() {
    const dim3 all = dim_clusters();
    const dim3 index = cluster_index();
    return index.x +
           static_cast<unsigned long long>(all.x) * (index.y + static_cast<unsigned long long>(all.y) * index.z);
  }
  static FENCEPOST_GROUP dim3 dim_clusters() { return __clusterGridDimInClusters(); }
  static FENCEPOST_GROUP dim3 cluster_index() { return __clusterIdx(); }
};

FENCEPOST_GROUP grid_group this_grid() { return grid_group(); }

#define _CG_HAS_CLUSTER_GROUP  // As programs ask for it.

/// The blocks of a cluster, which have each other's shared memory.
class cluster_group {
 public:
  static FENCEPOST_GROUP void sync() {
    fencepost_cluster_arrive(true);
    fencepost_cluster_wait();
  }
  struct arrival_token {};
  static FENCEPOST_GROUP arrival_token barrier_arrive() {
    fencepost_cluster_arrive(true);
    return arrival_token();
  }
  static FENCEPOST_GROUP void barrier_wait() { fencepost_cluster_wait(); }
  static FENCEPOST_GROUP void barrier_wait(arrival_token&&) { fencepost_cluster_wait(); }

  static FENCEPOST_GROUP unsigned int query_shared_rank(const void* address) {
    return __cluster_query_shared_rank(address);
  }
  /// The same place in the shared memory of the block of this rank.
  template <class T>
  static FENCEPOST_GROUP T* map_shared_rank(T* address, int rank) {
    return static_cast<T*>(const_cast<void*>(static_cast<const volatile void*>(fencepost_cluster_map(
        const_cast<const void*>(static_cast<const volatile void*>(address)), static_cast<unsigned int>(rank)))));
  }

  static FENCEPOST_GROUP dim3 block_index() { return __clusterRelativeBlockIdx(); }
  static FENCEPOST_GROUP unsigned int block_rank() { return __clusterRelativeBlockRank(); }
  static FENCEPOST_GROUP dim3 dim_blocks() { return __clusterDim(); }
  static FENCEPOST_GROUP unsigned int num_blocks() { return __clusterSizeInBlocks(); }
  static FENCEPOST_GROUP dim3 thread_index() {
    const dim3 block = block_index();
    return dim3(block.x * blockDim.x + threadIdx.x, block.y * blockDim.y + threadIdx.y,
                block.z * blockDim.z + threadIdx.z);
  }
  static FENCEPOST_GROUP unsigned int thread_rank() {
    return block_rank() * details::threads_of_block() + details::rank_in_block();
  }
  static FENCEPOST_GROUP dim3 dim_threads() {
    const dim3 blocks = dim_blocks();
    return dim3(blocks.x * blockDim.x, blocks.y * blockDim.y, blocks.z * blockDim.z);
  }
  static FENCEPOST_GROUP unsigned int num_threads() { return num_blocks() * details::threads_of_block(); }
  static FENCEPOST_GROUP unsigned int size() { return num_threads(); }
  static FENCEPOST_GROUP bool is_valid() { return true; }
};

FENCEPOST_GROUP cluster_group this_cluster() { return cluster_group(); }

/// The threads of a warp that run together here, or a part of them.
class coalesced_group : public details::lanes {
 public:
  using details::lanes::lanes;
  FENCEPOST_GROUP unsigned int size() const { return details::count_of_lanes(fencepost_mask()); }
  FENCEPOST_GROUP unsigned int num_threads() const { return size(); }
  FENCEPOST_GROUP unsigned int thread_rank() const { return details::rank_in(fencepost_mask()); }
  FENCEPOST_GROUP unsigned int meta_group_rank() const { return meta_rank_; }
  FENCEPOST_GROUP unsigned int meta_group_size() const { return meta_size_; }
  FENCEPOST_GROUP bool is_valid() const { return true; }
  FENCEPOST_GROUP operator thread_group() const { return thread_group(fencepost_mask()); }
  FENCEPOST_GROUP coalesced_group(details::lane_mask mask, unsigned int meta_rank, unsigned int meta_size)
      : details::lanes(mask), meta_rank_(meta_rank), meta_size_(meta_size) {}

 private:
  unsigned int meta_rank_ = 0;
  unsigned int meta_size_ = 1;
};

FENCEPOST_GROUP coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

template <class Group>
FENCEPOST_GROUP void sync(const Group& group) {
  group.sync();
}
/// The older name of sync().
template <class Group>
FENCEPOST_GROUP void synchronize(const Group& group) {
  group.sync();
}
template <class Group>
FENCEPOST_GROUP auto group_size(const Group& group) {
  return group.size();
}
template <class Group>
FENCEPOST_GROUP auto thread_rank(const Group& group) {
  return group.thread_rank();
}

#undef FENCEPOST_GROUP

}  // namespace __v1
using namespace __v1;
}  // namespace cooperative_groups

#endif  // __CUDACC__

#include "cooperative_groups/partitions.h"
