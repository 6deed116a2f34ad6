// memcpy_async of cooperative groups, and its waits.
#pragma once

#include "../cooperative_groups.h"
#include "../fencepost_async.h"

#ifdef __CUDACC__

namespace cooperative_groups {
namespace __v1 {  // Which libraries declare some of it in.

#define FENCEPOST_GROUP inline __attribute__((always_inline))

/// What comes from elsewhere than global memory, or goes elsewhere than to shared memory, is not copied asynchronously
/// (CUDA C++ Programming Guide): each thread copies some elements itself.
template <class Group, class T>
FENCEPOST_GROUP void __copy_elements(const Group& group, T* to, const T* from, unsigned long elements) {
  for (unsigned long i = group.thread_rank(); i < elements; i += group.size()) to[i] = from[i];
}
template <class Group, class T>
FENCEPOST_GROUP void __copy_bytes(const Group& group, T* to, const T* from, unsigned long bytes) {
  if constexpr (::std::is_void_v<T>) {
    __copy_elements(group, static_cast<char*>(to), static_cast<const char*>(from), bytes);
  } else {
    const unsigned long whole = bytes / sizeof(T);
    __copy_elements(group, to, from, whole);
    __copy_elements(group, reinterpret_cast<char*>(to + whole), reinterpret_cast<const char*>(from + whole),
                    bytes % sizeof(T));
  }
}

/// Copies `bytes` bytes. From global to shared memory, the threads of the group may touch neither side before a wait.
template <class Group, class T, class Size>
FENCEPOST_GROUP void memcpy_async(const Group& group, T* to, const T* from, const Size& bytes) {
  if (__isShared(to) && __isGlobal(from)) {
    ::fencepost_rt::copy_part(group, to, from, static_cast<unsigned long>(bytes));
  } else {
    __copy_bytes(group, to, from, static_cast<unsigned long>(bytes));
  }
  fencepost_commit_copies();
}
/// Layouts are numbers of elements: copies as many as both sides hold.
template <class Group, class T, class ToLayout, class FromLayout>
FENCEPOST_GROUP void memcpy_async(const Group& group, T* to, const ToLayout& to_count, const T* from,
                                  const FromLayout& from_count) {
  const auto to_elements = static_cast<unsigned long>(to_count);
  const auto from_elements = static_cast<unsigned long>(from_count);
  memcpy_async(group, to, from, (to_elements < from_elements ? to_elements : from_elements) * sizeof(T));
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
