// Cooperative groups: thread blocks, tiles of a warp, coalesced threads, and the grid.
//
// The barrier of a block is __syncthreads, those of tiles and coalesced groups are __syncwarp; groups are inlined into the
// caller, whose line a report then names.
#pragma once

#include "cuda_runtime.h"

#ifdef __CUDACC__

namespace cooperative_groups {

#define FENCEPOST_GROUP inline __attribute__((always_inline))

namespace details {

FENCEPOST_GROUP unsigned int rank_in_block() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
FENCEPOST_GROUP unsigned int threads_of_block() { return blockDim.x * blockDim.y * blockDim.z; }
FENCEPOST_GROUP unsigned int lane() { return rank_in_block() % 32; }
/// The lanes of the calling warp that exist.
FENCEPOST_GROUP unsigned int lanes_of_warp() {
  const unsigned int first = rank_in_block() / 32 * 32;
  const unsigned int count = threads_of_block() - first;
  return count >= 32 ? 0xffffffffU : (1U << count) - 1;
}
FENCEPOST_GROUP unsigned int lanes_of_tile(unsigned int size) {
  const unsigned int all = size >= 32 ? 0xffffffffU : (1U << size) - 1;
  return (all << (lane() & ~(size - 1))) & lanes_of_warp();
}
/// The lane that has `rank` among the lanes of `mask`; the calling one if there is none.
FENCEPOST_GROUP unsigned int lane_of_rank(unsigned int mask, unsigned int rank) {
  for (unsigned int rest = mask; rest != 0; rest &= rest - 1) {
    if (rank-- == 0) return static_cast<unsigned int>(__builtin_ctz(rest));
  }
  return lane();
}
FENCEPOST_GROUP unsigned int rank_in(unsigned int mask) {
  return static_cast<unsigned int>(__builtin_popcount(mask & ((1U << lane()) - 1)));
}
/// The bits of `lanes` at the positions of `mask`, moved together.
FENCEPOST_GROUP unsigned int compress(unsigned int lanes, unsigned int mask) {
  unsigned int result = 0;
  unsigned int rank = 0;
  for (unsigned int rest = mask; rest != 0; rest &= rest - 1, ++rank) {
    result |= (lanes >> __builtin_ctz(rest) & 1) << rank;
  }
  return result;
}

/// The value of lane `source`, for values of any size.
template <class T>
FENCEPOST_GROUP T value_of_lane(unsigned int mask, const T& value, unsigned int source) {
  static_assert(__is_trivially_copyable(T) && sizeof(T) <= 32, "groups exchange values of at most 32 bytes");
  constexpr unsigned int kWords = (sizeof(T) + 7) / 8;
  unsigned long long words[kWords] = {};
  __builtin_memcpy(words, __builtin_addressof(value), sizeof(T));
  for (unsigned int i = 0; i < kWords; ++i) words[i] = fencepost_shuffle(0, mask, words[i], source, 32);
  alignas(T) unsigned char bytes[sizeof(T)];
  __builtin_memcpy(bytes, words, sizeof(T));
  return *reinterpret_cast<const T*>(bytes);
}

/// What groups that lie within one warp have in common; the lanes of `mask`.
class lanes {
 public:
  FENCEPOST_GROUP explicit lanes(unsigned int mask) : mask_(mask) {}

  FENCEPOST_GROUP void sync() const { __syncwarp(mask_); }
  FENCEPOST_GROUP int any(int predicate) const { return __any_sync(mask_, predicate); }
  FENCEPOST_GROUP int all(int predicate) const { return __all_sync(mask_, predicate); }
  FENCEPOST_GROUP unsigned int ballot(int predicate) const { return compress(__ballot_sync(mask_, predicate), mask_); }
  template <class T>
  FENCEPOST_GROUP unsigned int match_any(T value) const {
    return compress(__match_any_sync(mask_, value), mask_);
  }
  template <class T>
  FENCEPOST_GROUP unsigned int match_all(T value, int& predicate) const {
    return compress(__match_all_sync(mask_, value, &predicate), mask_);
  }
  template <class T>
  FENCEPOST_GROUP T shfl(T value, int rank) const {
    const unsigned int size = static_cast<unsigned int>(__builtin_popcount(mask_));
    return value_of_lane(mask_, value, lane_of_rank(mask_, static_cast<unsigned int>(rank) % size));
  }
  template <class T>
  FENCEPOST_GROUP T shfl_up(T value, unsigned int delta) const {
    const unsigned int rank = rank_in(mask_);
    return value_of_lane(mask_, value, rank < delta ? lane() : lane_of_rank(mask_, rank - delta));
  }
  template <class T>
  FENCEPOST_GROUP T shfl_down(T value, unsigned int delta) const {
    return value_of_lane(mask_, value, lane_of_rank(mask_, rank_in(mask_) + delta));
  }
  template <class T>
  FENCEPOST_GROUP T shfl_xor(T value, unsigned int lane_mask) const {
    return value_of_lane(mask_, value, lane_of_rank(mask_, rank_in(mask_) ^ lane_mask));
  }
  FENCEPOST_GROUP unsigned int fencepost_mask() const { return mask_; }

 private:
  unsigned int mask_;
};

}  // namespace details

/// Any group, its kind known at run time only.
class thread_group {
 public:
  FENCEPOST_GROUP void sync() const {
    if (mask_ == 0) {
      __syncthreads();
    } else {
      __syncwarp(mask_);
    }
  }
  FENCEPOST_GROUP unsigned int size() const {
    return mask_ == 0 ? details::threads_of_block() : static_cast<unsigned int>(__builtin_popcount(mask_));
  }
  FENCEPOST_GROUP unsigned int num_threads() const { return size(); }
  FENCEPOST_GROUP unsigned int thread_rank() const {
    return mask_ == 0 ? details::rank_in_block() : details::rank_in(mask_);
  }
  FENCEPOST_GROUP bool is_valid() const { return true; }
  /// `mask` 0: the block.
  FENCEPOST_GROUP explicit thread_group(unsigned int mask) : mask_(mask) {}
  FENCEPOST_GROUP unsigned int fencepost_mask() const { return mask_; }

 private:
  unsigned int mask_;
};

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
};

FENCEPOST_GROUP grid_group this_grid() { return grid_group(); }

/// The threads of a warp that run together here, or a part of them.
class coalesced_group : public details::lanes {
 public:
  using details::lanes::lanes;
  FENCEPOST_GROUP unsigned int size() const { return static_cast<unsigned int>(__builtin_popcount(fencepost_mask())); }
  FENCEPOST_GROUP unsigned int num_threads() const { return size(); }
  FENCEPOST_GROUP unsigned int thread_rank() const { return details::rank_in(fencepost_mask()); }
  FENCEPOST_GROUP unsigned int meta_group_rank() const { return meta_rank_; }
  FENCEPOST_GROUP unsigned int meta_group_size() const { return meta_size_; }
  FENCEPOST_GROUP bool is_valid() const { return true; }
  FENCEPOST_GROUP operator thread_group() const { return thread_group(fencepost_mask()); }
  FENCEPOST_GROUP coalesced_group(unsigned int mask, unsigned int meta_rank, unsigned int meta_size)
      : details::lanes(mask), meta_rank_(meta_rank), meta_size_(meta_size) {}

 private:
  unsigned int meta_rank_ = 0;
  unsigned int meta_size_ = 1;
};

FENCEPOST_GROUP coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

namespace details {

/// What tiles larger than a warp can do.
class multiple_warps {
 public:
  FENCEPOST_GROUP explicit multiple_warps(unsigned int) {}
  FENCEPOST_GROUP void sync() const { multiple_warp_barrier(); }

 private:
  static void multiple_warp_barrier()
      __attribute__((error("the barrier of a tile larger than a warp is not supported by Fencepost")));
};

template <bool IsWithinWarp>
struct tile_base {
  using type = lanes;
};
template <>
struct tile_base<false> {
  using type = multiple_warps;
};

}  // namespace details

/// `Size` consecutive threads of a block; a power of two. Tiles larger than a warp serve for reduce() only.
template <unsigned int Size, class Parent = void>
class thread_block_tile : public details::tile_base<Size <= 32>::type {
  static_assert(Size != 0 && (Size & (Size - 1)) == 0 && Size <= 1024, "tiles have 1, 2, 4, …, 512 or 1024 threads");
  using Base = typename details::tile_base<Size <= 32>::type;

 public:
  FENCEPOST_GROUP thread_block_tile() : Base(details::lanes_of_tile(Size <= 32 ? Size : 32)) {}
  template <class Other>
  FENCEPOST_GROUP thread_block_tile(const thread_block_tile<Size, Other>&) : thread_block_tile() {}

  static FENCEPOST_GROUP unsigned int size() { return Size; }
  static FENCEPOST_GROUP unsigned int num_threads() { return Size; }
  static FENCEPOST_GROUP unsigned int thread_rank() { return details::rank_in_block() % Size; }
  static FENCEPOST_GROUP unsigned int meta_group_rank() { return details::rank_in_block() / Size; }
  static FENCEPOST_GROUP unsigned int meta_group_size() { return (details::threads_of_block() + Size - 1) / Size; }
  static FENCEPOST_GROUP bool is_valid() { return true; }
  FENCEPOST_GROUP operator thread_group() const { return thread_group(this->fencepost_mask()); }
};

/// A tile in a tile: its rank is among the tiles of the parent.
template <unsigned int Size, unsigned int ParentSize, class Ancestor>
class thread_block_tile<Size, thread_block_tile<ParentSize, Ancestor>> : public thread_block_tile<Size, void> {
 public:
  static FENCEPOST_GROUP unsigned int meta_group_rank() { return details::rank_in_block() % ParentSize / Size; }
  static FENCEPOST_GROUP unsigned int meta_group_size() { return ParentSize / Size; }
};

template <unsigned int Size>
FENCEPOST_GROUP thread_block_tile<Size, thread_block> tiled_partition(const thread_block&) {
  return {};
}
template <unsigned int Size, unsigned int ParentSize, class Ancestor>
FENCEPOST_GROUP thread_block_tile<Size, thread_block_tile<ParentSize, Ancestor>> tiled_partition(
    const thread_block_tile<ParentSize, Ancestor>&) {
  static_assert(Size <= ParentSize, "a part is not larger than the whole");
  return {};
}
FENCEPOST_GROUP thread_group tiled_partition(const thread_group& parent, unsigned int size) {
  if (parent.fencepost_mask() == 0) return thread_group(details::lanes_of_tile(size));
  const unsigned int first = parent.thread_rank() / size * size;
  unsigned int mask = 0;
  for (unsigned int rank = first; rank < first + size && rank < parent.size(); ++rank) {
    mask |= 1U << details::lane_of_rank(parent.fencepost_mask(), rank);
  }
  return thread_group(mask);
}
FENCEPOST_GROUP coalesced_group tiled_partition(const coalesced_group& parent, unsigned int size) {
  const unsigned int mask = tiled_partition(static_cast<thread_group>(parent), size).fencepost_mask();
  return coalesced_group(mask, parent.thread_rank() / size, (parent.size() + size - 1) / size);
}

/// The threads of `group` with the same `label`.
template <class Group, class Label>
FENCEPOST_GROUP coalesced_group labeled_partition(const Group& group, Label label) {
  const unsigned int mine = __match_any_sync(group.fencepost_mask(), label);
  return coalesced_group(mine);
}
template <class Group>
FENCEPOST_GROUP coalesced_group binary_partition(const Group& group, bool predicate) {
  const unsigned int yes = __ballot_sync(group.fencepost_mask(), predicate);
  return coalesced_group(predicate ? yes : group.fencepost_mask() & ~yes, predicate ? 0 : 1, 2);
}

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

/// Runs `function` in one thread of the group.
template <class Group, class Function>
FENCEPOST_GROUP void invoke_one(const Group& group, Function&& function) {
  if (group.thread_rank() == 0) function();
}

}  // namespace cooperative_groups

#undef FENCEPOST_GROUP

#endif  // __CUDACC__
