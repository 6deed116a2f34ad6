// cooperative_groups::inclusive_scan and exclusive_scan over tiles and coalesced groups, and those that go on from an
// atomic object.
#pragma once

#include "reduce.h"

#ifdef __CUDACC__

namespace cooperative_groups {
namespace __v1 {  // Which libraries declare some of it in.

namespace details {

/// A thread's part in a scan.
template <class T>
struct scanned {
  T before;  ///< Folded over the threads of lower rank; T() if there is none.
  bool has_before;
  T with_own;
  T all;  ///< Folded over the whole group.
};

template <class Group, class T, class Operation>
inline __attribute__((always_inline)) scanned<T> scan(const Group& group, const T& value, Operation& operation) {
  lane_mask lanes;
  if constexpr (kIsLargeTile<Group>) {
    lanes = lanes_of_warp();
  } else {
    lanes = group.fencepost_mask();
  }
  const values_of_lanes<T> values(lanes, value);
  const lane_mask lower = lanes & ((kOneLane << lane()) - 1);
  scanned<T> result{T(), lower != 0, value, values.fold(lanes, operation)};
  if (result.has_before) {
    result.before = values.fold(lower, operation);
    result.with_own = operation(result.before, value);
  }
  if constexpr (kIsLargeTile<Group>) {
    const typename Group::template values_of_warps<T> of_warps(result.all);
    result.all = fold_warps(of_warps, group.warps(), operation);
    if (group.warp() != 0) {
      const T warps_before = fold_warps(of_warps, group.warp(), operation);
      result.before = result.has_before ? operation(warps_before, result.before) : warps_before;
      result.with_own = operation(result.before, value);
      result.has_before = true;
    }
  }
  return result;
}

/// Updates the atomic object with the whole group's value. Every thread gets the old one.
template <class Group, class Atomic, class T, class Operation>
inline __attribute__((always_inline)) T update_by_one(const Group& group, Atomic& object, const T& all,
                                                      Operation& operation) {
  T old = T();
  if (group.thread_rank() == 0) old = update_atomic(object, all, operation);
  return group.shfl(old, 0);
}

}  // namespace details

template <class Group, class T, class Operation>
inline __attribute__((always_inline)) auto inclusive_scan(const Group& group, T&& value, Operation&& operation) {
  return details::scan<Group, details::value_of<T>>(group, value, operation).with_own;
}
template <class Group, class T>
inline __attribute__((always_inline)) auto inclusive_scan(const Group& group, T&& value) {
  return inclusive_scan(group, value, plus<details::value_of<T>>());
}

/// The first thread gets T().
template <class Group, class T, class Operation>
inline __attribute__((always_inline)) auto exclusive_scan(const Group& group, T&& value, Operation&& operation) {
  return details::scan<Group, details::value_of<T>>(group, value, operation).before;
}
template <class Group, class T>
inline __attribute__((always_inline)) auto exclusive_scan(const Group& group, T&& value) {
  return exclusive_scan(group, value, plus<details::value_of<T>>());
}

// Scans that go on from the value of an atomic object, and leave there what comes after the group.

template <class Group, class Atomic, class T, class Operation>
inline __attribute__((always_inline)) auto inclusive_scan_update(const Group& group, Atomic&& object, T&& value,
                                                                 Operation&& operation) {
  const auto scanned = details::scan<Group, details::value_of<T>>(group, value, operation);
  const auto old = details::update_by_one(group, object, scanned.all, operation);
  return operation(old, scanned.with_own);
}
template <class Group, class Atomic, class T>
inline __attribute__((always_inline)) auto inclusive_scan_update(const Group& group, Atomic&& object, T&& value) {
  return inclusive_scan_update(group, object, value, plus<details::value_of<T>>());
}
template <class Group, class Atomic, class T, class Operation>
inline __attribute__((always_inline)) auto exclusive_scan_update(const Group& group, Atomic&& object, T&& value,
                                                                 Operation&& operation) {
  const auto scanned = details::scan<Group, details::value_of<T>>(group, value, operation);
  const auto old = details::update_by_one(group, object, scanned.all, operation);
  return scanned.has_before ? operation(old, scanned.before) : old;
}
template <class Group, class Atomic, class T>
inline __attribute__((always_inline)) auto exclusive_scan_update(const Group& group, Atomic&& object, T&& value) {
  return exclusive_scan_update(group, object, value, plus<details::value_of<T>>());
}

}  // namespace __v1
using namespace __v1;
}  // namespace cooperative_groups

#endif  // __CUDACC__
