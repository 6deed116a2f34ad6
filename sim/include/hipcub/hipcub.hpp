// hipCUB: CUB, by its other name. hip_bfloat16 is known with it, as with rocPRIM below AMD's.
#pragma once

#include <hip/hip_runtime.h>

#include <hip/hip_bfloat16.h>

#include <cub/cub.cuh>

#if __FENCEPOST_WARP_SIZE__ == 32

namespace hipcub = cub;

#else

/// In wavefronts of 64, CUB's warps are their halves. What takes all lanes of a wavefront, as these do unless they are
/// told a number, is not there.
namespace hipcub {

using namespace cub;

template <class T, int Lanes = 64, int... More>
struct WarpReduce : cub::WarpReduce<T, (Lanes < 32 ? Lanes : 32)> {
  static_assert(Lanes <= 32, "hipcub::WarpReduce over 64 lanes is not supported by Fencepost: name 32 or less");
  using cub::WarpReduce<T, (Lanes < 32 ? Lanes : 32)>::WarpReduce;
};
template <class T, int Lanes = 64, int... More>
struct WarpScan : cub::WarpScan<T, (Lanes < 32 ? Lanes : 32)> {
  static_assert(Lanes <= 32, "hipcub::WarpScan over 64 lanes is not supported by Fencepost: name 32 or less");
  using cub::WarpScan<T, (Lanes < 32 ? Lanes : 32)>::WarpScan;
};
template <class T, int Items, int Lanes = 64, int... More>
struct WarpExchange : cub::WarpExchange<T, Items, (Lanes < 32 ? Lanes : 32)> {
  static_assert(Lanes <= 32, "hipcub::WarpExchange over 64 lanes is not supported by Fencepost: name 32 or less");
  using cub::WarpExchange<T, Items, (Lanes < 32 ? Lanes : 32)>::WarpExchange;
};
template <class Key, int Items, int Lanes = 64, class Value = cub::NullType, int... More>
struct WarpMergeSort : cub::WarpMergeSort<Key, Items, (Lanes < 32 ? Lanes : 32), Value> {
  static_assert(Lanes <= 32, "hipcub::WarpMergeSort over 64 lanes is not supported by Fencepost: name 32 or less");
  using cub::WarpMergeSort<Key, Items, (Lanes < 32 ? Lanes : 32), Value>::WarpMergeSort;
};
template <class T, int Items, cub::WarpLoadAlgorithm Algorithm = cub::WARP_LOAD_DIRECT, int Lanes = 64, int... More>
struct WarpLoad : cub::WarpLoad<T, Items, Algorithm, (Lanes < 32 ? Lanes : 32)> {
  static_assert(Lanes <= 32, "hipcub::WarpLoad over 64 lanes is not supported by Fencepost: name 32 or less");
  using cub::WarpLoad<T, Items, Algorithm, (Lanes < 32 ? Lanes : 32)>::WarpLoad;
};
template <class T, int Items, cub::WarpStoreAlgorithm Algorithm = cub::WARP_STORE_DIRECT, int Lanes = 64, int... More>
struct WarpStore : cub::WarpStore<T, Items, Algorithm, (Lanes < 32 ? Lanes : 32)> {
  static_assert(Lanes <= 32, "hipcub::WarpStore over 64 lanes is not supported by Fencepost: name 32 or less");
  using cub::WarpStore<T, Items, Algorithm, (Lanes < 32 ? Lanes : 32)>::WarpStore;
};

}  // namespace hipcub

#endif
