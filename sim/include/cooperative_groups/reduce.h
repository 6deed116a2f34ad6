// cooperative_groups::reduce over tiles and coalesced groups, and what stores its result.
#pragma once

#include <cuda/atomic>

#include "../cooperative_groups.h"

#ifdef __CUDACC__

namespace cooperative_groups {
namespace __v1 {  // Which libraries declare some of it in.

#define FENCEPOST_OPERATION(name, expression)                                                               \
  template <class T = void>                                                                                 \
  struct name {                                                                                             \
    inline __attribute__((always_inline)) T operator()(const T& a, const T& b) const { return expression; } \
  };                                                                                                        \
  template <>                                                                                               \
  struct name<void> {                                                                                       \
    template <class T>                                                                                      \
    inline __attribute__((always_inline)) T operator()(const T& a, const T& b) const {                      \
      return expression;                                                                                    \
    }                                                                                                       \
  };
FENCEPOST_OPERATION(plus, a + b)
FENCEPOST_OPERATION(less, b < a ? b : a)
FENCEPOST_OPERATION(greater, a < b ? b : a)
FENCEPOST_OPERATION(bit_and, a& b)
FENCEPOST_OPERATION(bit_or, a | b)
FENCEPOST_OPERATION(bit_xor, a ^ b)
#undef FENCEPOST_OPERATION

namespace details {

template <class Group>
inline constexpr bool kIsLargeTile = false;
template <unsigned int Size, class Parent>
inline constexpr bool kIsLargeTile<thread_block_tile<Size, Parent>> = (Size > kLanes);

template <class T>
inline constexpr bool kIsPointer = false;
template <class T>
inline constexpr bool kIsPointer<T*> = true;

/// `operation` folded over the values of the warps [0, count) of a tile.
template <class Values, class Operation>
inline __attribute__((always_inline)) auto fold_warps(const Values& of_warps, unsigned int count,
                                                      Operation& operation) {
  auto result = of_warps[0];
  for (unsigned int warp = 1; warp < count; ++warp) result = operation(result, of_warps[warp]);
  return result;
}

/// Replaces the value of a cuda::atomic or atomic_ref by operation(value, operand). Returns the old one.
template <class Atomic, class T, class Operation>
inline __attribute__((always_inline)) T update_atomic(Atomic& object, const T& operand, Operation& operation) {
  T old = object.load(::cuda::memory_order_relaxed);
  while (!object.compare_exchange_weak(old, operation(old, operand), ::cuda::memory_order_relaxed,
                                       ::cuda::memory_order_relaxed)) {
  }
  return old;
}

}  // namespace details

/// `operation` folded over the values of all threads of the group, in order of rank; every thread gets the result.
template <class Group, class T, class Operation>
inline __attribute__((always_inline)) auto reduce(const Group& group, T&& value, Operation&& operation) {
  using Value = details::value_of<T>;
  if constexpr (details::kIsLargeTile<Group>) {
    const details::lane_mask lanes = details::lanes_of_warp();
    const Value of_warp = details::values_of_lanes<Value>(lanes, value).fold(lanes, operation);
    return details::fold_warps(typename Group::template values_of_warps<Value>(of_warp), group.warps(), operation);
  } else {
    const details::lane_mask lanes = group.fencepost_mask();
    return details::values_of_lanes<Value>(lanes, value).fold(lanes, operation);
  }
}

/// Puts the result into `to`, an atomic object (relaxed) or the target of a pointer. To be read after the group's
/// sync().
template <class Group, class To, class T, class Operation>
inline __attribute__((always_inline)) void reduce_store_async(const Group& group, To&& to, T&& value,
                                                              Operation&& operation) {
  const auto result = reduce(group, value, operation);
  if (group.thread_rank() != 0) return;
  if constexpr (details::kIsPointer<details::value_of<To>>) {
    *to = result;
  } else {
    to.store(result, ::cuda::memory_order_relaxed);
  }
}

/// Replaces the value of the atomic object `to` by operation(value, result).
template <class Group, class Atomic, class T, class Operation>
inline __attribute__((always_inline)) void reduce_update_async(const Group& group, Atomic&& to, T&& value,
                                                               Operation&& operation) {
  const auto result = reduce(group, value, operation);
  if (group.thread_rank() == 0) details::update_atomic(to, result, operation);
}

}  // namespace __v1
using namespace __v1;
}  // namespace cooperative_groups

#endif  // __CUDACC__
