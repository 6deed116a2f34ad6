// memcpy_async of cooperative groups, and its waits.
#pragma once

#include "../cooperative_groups.h"
#include "../fencepost_async.h"

#ifdef __CUDACC__

namespace cooperative_groups {
namespace __v1 {  // Which libraries declare some of it in.

#define FENCEPOST_GROUP inline __attribute__((always_inline))

/// Copies `bytes` bytes. The threads of the group may touch neither side before a wait.
template <class Group, class T, class Size>
FENCEPOST_GROUP void memcpy_async(const Group& group, T* to, const T* from, const Size& bytes) {
  ::fencepost_rt::copy_part(group, to, from, static_cast<unsigned long>(bytes));
  fencepost_commit_copies();
}
/// Layouts are numbers of elements: copies as many as both sides hold.
template <class Group, class T, class ToLayout, class FromLayout>
FENCEPOST_GROUP void memcpy_async(const Group& group, T* to, const ToLayout& to_count, const T* from,
                                  const FromLayout& from_count) {
  const auto to_elements = static_cast<unsigned long>(to_count);
  const auto from_elements = static_cast<unsigned long>(from_count);
  ::fencepost_rt::copy_part(group, to, from, (to_elements < from_elements ? to_elements : from_elements) * sizeof(T));
  fencepost_commit_copies();
}

template <unsigned int Remaining, class Group>
FENCEPOST_GROUP void wait_prior(const Group& group) {
  fencepost_await_copies(Remaining);
  group.sync();
}
template <class Group>
FENCEPOST_GROUP void wait(const Group& group) {
  fencepost_await_copies(0);
  group.sync();
}

#undef FENCEPOST_GROUP

}  // namespace __v1
using namespace __v1;
}  // namespace cooperative_groups

#endif  // __CUDACC__
