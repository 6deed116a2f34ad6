// cooperative_groups::inclusive_scan and exclusive_scan over tiles and coalesced groups.
#pragma once

#include "reduce.h"

#ifdef __CUDACC__

namespace cooperative_groups {

template <class Group, class T, class Operation>
inline __attribute__((always_inline)) T inclusive_scan(const Group& group, T value, Operation operation) {
  T result = value;
  for (unsigned int distance = 1; distance < group.size(); distance *= 2) {
    const T before = group.shfl_up(result, distance);
    if (group.thread_rank() >= distance) result = operation(before, result);
  }
  return result;
}
template <class Group, class T>
inline __attribute__((always_inline)) T inclusive_scan(const Group& group, T value) {
  return inclusive_scan(group, value, plus<T>());
}

/// The first thread gets T().
template <class Group, class T, class Operation>
inline __attribute__((always_inline)) T exclusive_scan(const Group& group, T value, Operation operation) {
  const T inclusive = group.shfl_up(inclusive_scan(group, value, operation), 1);
  return group.thread_rank() == 0 ? T() : inclusive;
}
template <class Group, class T>
inline __attribute__((always_inline)) T exclusive_scan(const Group& group, T value) {
  return exclusive_scan(group, value, plus<T>());
}

}  // namespace cooperative_groups

#endif  // __CUDACC__
