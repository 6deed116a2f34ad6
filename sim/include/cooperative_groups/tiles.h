// Tiles: consecutive threads of a block, within a warp or over several. A part of <cooperative_groups.h>.
#pragma once

#include "thread_group.h"

#ifdef __CUDACC__

// Of a tile of several warps: threads [first, first + count) of the block. Defined in sim/device/tile_exchange.cpp and
// tile_barrier.cpp.
extern "C" {
/// Gives every thread of the tile the values of its warps, `bytes` each, as the threads of each warp agree on it.
FENCEPOST_BARRIER void fencepost_tile_exchange(unsigned int first, unsigned int count, const void* of_warp,
                                               unsigned long bytes, void* of_all_warps);
FENCEPOST_BARRIER void fencepost_tile_barrier(unsigned int first, unsigned int count);
}

namespace cooperative_groups {
namespace __v1 {  // Which libraries declare some of it in.

#define FENCEPOST_GROUP inline __attribute__((always_inline))

class thread_block;

namespace details {

/// A tile of several warps. They do what the warps do, and then exchange one value of each.
template <unsigned int Size>
class several_warps {
 public:
  static FENCEPOST_GROUP void sync() { fencepost_tile_barrier(first(), count()); }
  template <class T>
  FENCEPOST_GROUP T shfl(T value, unsigned int rank) const {
    const T of_warp = value_of_lane(lanes_of_warp(), value, rank % kLanes);
    return values_of_warps<T>(of_warp)[rank / kLanes % kWarps];
  }
  FENCEPOST_GROUP int any(int predicate) const {
    const values_of_warps<int> all(__any_sync(lanes_of_warp(), predicate));
    for (unsigned int warp = 0; warp < warps(); ++warp) {
      if (all[warp] != 0) return 1;
    }
    return 0;
  }
  FENCEPOST_GROUP int all(int predicate) const {
    const values_of_warps<int> all(__all_sync(lanes_of_warp(), predicate));
    for (unsigned int warp = 0; warp < warps(); ++warp) {
      if (all[warp] == 0) return 0;
    }
    return 1;
  }

  static constexpr unsigned int kWarps = Size / kLanes;
  /// The last tile of a block may lack warps.
  static FENCEPOST_GROUP unsigned int warps() { return (count() + kLanes - 1) / kLanes; }
  static FENCEPOST_GROUP unsigned int warp() { return rank_in_block() % Size / kLanes; }

  template <class T>
  class values_of_warps {
   public:
    FENCEPOST_GROUP explicit values_of_warps(const T& of_warp) {
      const words_of<T> mine(of_warp);
      fencepost_tile_exchange(first(), count(), mine.words, sizeof mine, all_);
    }
    FENCEPOST_GROUP T operator[](unsigned int warp) const { return all_[warp].value(); }

   private:
    words_of<T> all_[kWarps];
  };

 private:
  static FENCEPOST_GROUP unsigned int first() { return rank_in_block() / Size * Size; }
  static FENCEPOST_GROUP unsigned int count() {
    const unsigned int left = threads_of_block() - first();
    return left < Size ? left : Size;
  }
};

/// A tile within a warp.
template <unsigned int Size>
class part_of_warp : public lanes {
 public:
  FENCEPOST_GROUP part_of_warp() : lanes(lanes_of_tile(Size)) {}
  FENCEPOST_GROUP operator thread_group() const { return thread_group(fencepost_mask()); }
};

template <unsigned int Size, bool IsWithinWarp>
struct tile_base {
  using type = part_of_warp<Size>;
};
template <unsigned int Size>
struct tile_base<Size, false> {
  using type = several_warps<Size>;
};

}  // namespace details

/// `Size` consecutive threads of a block; a power of two.
template <unsigned int Size, class Parent = void>
class thread_block_tile : public details::tile_base<Size, Size <= details::kLanes>::type {
  static_assert(Size != 0 && (Size & (Size - 1)) == 0 && Size <= 1024, "tiles have 1, 2, 4, …, 512 or 1024 threads");

 public:
  thread_block_tile() = default;
  template <class Other>
  FENCEPOST_GROUP thread_block_tile(const thread_block_tile<Size, Other>&) : thread_block_tile() {}

  static constexpr FENCEPOST_GROUP unsigned int size() { return Size; }
  static constexpr FENCEPOST_GROUP unsigned int num_threads() { return Size; }
  static FENCEPOST_GROUP unsigned int thread_rank() { return details::rank_in_block() % Size; }
  static FENCEPOST_GROUP unsigned int meta_group_rank() { return details::rank_in_block() / Size; }
  static FENCEPOST_GROUP unsigned int meta_group_size() { return (details::threads_of_block() + Size - 1) / Size; }
  static FENCEPOST_GROUP bool is_valid() { return true; }
};

/// A tile in a tile: its rank is among the tiles of the parent.
template <unsigned int Size, unsigned int ParentSize, class Ancestor>
class thread_block_tile<Size, thread_block_tile<ParentSize, Ancestor>> : public thread_block_tile<Size, void> {
 public:
  static FENCEPOST_GROUP unsigned int meta_group_rank() { return details::rank_in_block() % ParentSize / Size; }
  static constexpr FENCEPOST_GROUP unsigned int meta_group_size() { return ParentSize / Size; }
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

/// The calling thread alone.
FENCEPOST_GROUP thread_block_tile<1> this_thread() { return {}; }

#undef FENCEPOST_GROUP

}  // namespace __v1
using namespace __v1;
}  // namespace cooperative_groups

#endif  // __CUDACC__
