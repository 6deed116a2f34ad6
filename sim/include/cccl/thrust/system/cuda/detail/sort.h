// See fencepost_thrust.h.
#pragma once

#include <thrust/version.h>

#if !defined(__CUDACC__) || THRUST_MAJOR_VERSION != 1
#include_next <thrust/system/cuda/detail/sort.h>
#else
#include <thrust/detail/raw_pointer_cast.h>
#include <thrust/distance.h>
#include <thrust/extrema.h>
#include <thrust/functional.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/type_traits/is_contiguous_iterator.h>

#include "fencepost_sort.h"
#include "fencepost_thrust.h"

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {
namespace fencepost_sorting {

template <class Compare, class T>
inline constexpr bool kAscending = std::is_same_v<Compare, less<T>> || std::is_same_v<Compare, less<void>>;
template <class Compare, class T>
inline constexpr bool kDescending = std::is_same_v<Compare, greater<T>> || std::is_same_v<Compare, greater<void>>;

template <class Iterator>
using Value = typename iterator_value<Iterator>::type;

/// Keys that are numbers in an array, in one of the usual orders.
template <class Keys, class Compare>
inline constexpr bool kByNumber = std::is_arithmetic_v<Value<Keys>> &&
                                  sizeof(Value<Keys>) <= 8 && is_contiguous_iterator<Keys>::value &&
                                  (kAscending<Compare, Value<Keys>> || kDescending<Compare, Value<Keys>>);
template <class Values>
inline constexpr bool kPlainValues =
    std::is_trivially_copyable_v<Value<Values>>&& is_contiguous_iterator<Values>::value;

template <class Keys, class Compare>
void sort_numbers(Keys first, Keys last, Compare, void* values, size_t value_bytes) {
  using Key = Value<Keys>;
  constexpr FencepostKeyKind kKind = std::is_floating_point_v<Key> ? kFencepostFloatKey
                                     : std::is_signed_v<Key>       ? kFencepostSignedKey
                                                                   : kFencepostUnsignedKey;
  if (first == last) return;
  fencepost_sort(const_cast<Key*>(thrust::raw_pointer_cast(&*first)), static_cast<size_t>(last - first), kKind,
                 sizeof(Key), kDescending<Compare, Key>, values, value_bytes);
}

}  // namespace fencepost_sorting

template <class Derived, class Keys, class Compare>
void stable_sort(execution_policy<Derived>& policy, Keys first, Keys last, Compare compare) {
  ::fencepost_rt::run_thrust_algorithm(policy, [=] {
    if constexpr (fencepost_sorting::kByNumber<Keys, Compare>) {
      fencepost_sorting::sort_numbers(first, last, compare, nullptr, 0);
    } else {
      thrust::stable_sort(thrust::seq, first, last, compare);
    }
  });
}
template <class Derived, class Keys, class Values, class Compare>
void stable_sort_by_key(execution_policy<Derived>& policy, Keys first, Keys last, Values values, Compare compare) {
  ::fencepost_rt::run_thrust_algorithm(policy, [=] {
    if constexpr (fencepost_sorting::kByNumber<Keys, Compare> && fencepost_sorting::kPlainValues<Values>) {
      if (first == last) return;
      fencepost_sorting::sort_numbers(first, last, compare, thrust::raw_pointer_cast(&*values),
                                      sizeof(fencepost_sorting::Value<Values>));
    } else {
      thrust::stable_sort_by_key(thrust::seq, first, last, values, compare);
    }
  });
}

template <class Derived, class Keys>
void stable_sort(execution_policy<Derived>& policy, Keys first, Keys last) {
  cuda_cub::stable_sort(policy, first, last, less<fencepost_sorting::Value<Keys>>());
}
template <class Derived, class Keys, class Values>
void stable_sort_by_key(execution_policy<Derived>& policy, Keys first, Keys last, Values values) {
  cuda_cub::stable_sort_by_key(policy, first, last, values, less<fencepost_sorting::Value<Keys>>());
}
template <class Derived, class Keys, class... Compare>
void sort(execution_policy<Derived>& policy, Keys first, Keys last, Compare... compare) {
  cuda_cub::stable_sort(policy, first, last, compare...);
}
template <class Derived, class Keys, class Values, class... Compare>
void sort_by_key(execution_policy<Derived>& policy, Keys first, Keys last, Values values, Compare... compare) {
  cuda_cub::stable_sort_by_key(policy, first, last, values, compare...);
}

}  // namespace cuda_cub
THRUST_NAMESPACE_END
#endif
