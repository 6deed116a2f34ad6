// cooperative_groups::reduce over tiles and coalesced groups.
#pragma once

#include "../cooperative_groups.h"

#ifdef __CUDACC__

// Defined in sim/device/tile_exchange.cpp.
extern "C" FENCEPOST_BARRIER void fencepost_tile_exchange(unsigned int first, unsigned int count, const void* value,
                                                          size_t bytes, void* all);

namespace cooperative_groups {

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
struct is_large_tile {
  static constexpr bool value = false;
};
template <unsigned int Size, class Parent>
struct is_large_tile<thread_block_tile<Size, Parent>> {
  static constexpr bool value = Size > 32;
};

template <class T, class Operation>
inline __attribute__((always_inline)) T reduce_lanes(unsigned int mask, const T& value, Operation operation) {
  unsigned int rest = mask;
  T result = value_of_lane(mask, value, static_cast<unsigned int>(__builtin_ctz(rest)));
  for (rest &= rest - 1; rest != 0; rest &= rest - 1) {
    result = operation(result, value_of_lane(mask, value, static_cast<unsigned int>(__builtin_ctz(rest))));
  }
  return result;
}

template <class Group, class T, class Operation>
inline T reduce_large_tile(const Group& group, const T& value, Operation operation) {
  static_assert(__is_trivially_copyable(T) && sizeof(T) <= 32, "groups exchange values of at most 32 bytes");
  const unsigned int first = rank_in_block() - group.thread_rank();
  const unsigned int left = threads_of_block() - first;
  const unsigned int count = group.size() < left ? group.size() : left;
  alignas(T) unsigned char all[sizeof(T) * Group::size()];
  fencepost_tile_exchange(first, count, __builtin_addressof(value), sizeof(T), all);
  const T* const values = reinterpret_cast<const T*>(all);
  T result = values[0];
  for (unsigned int i = 1; i < count; ++i) result = operation(result, values[i]);
  return result;
}

}  // namespace details

/// `operation` folded over the values of all threads of the group, in order of rank; every thread gets the result.
template <class Group, class T, class Operation>
inline __attribute__((always_inline)) T reduce(const Group& group, T value, Operation operation) {
  if constexpr (details::is_large_tile<Group>::value) {
    return details::reduce_large_tile(group, value, operation);
  } else {
    return details::reduce_lanes(group.fencepost_mask(), value, operation);
  }
}

}  // namespace cooperative_groups

#endif  // __CUDACC__
