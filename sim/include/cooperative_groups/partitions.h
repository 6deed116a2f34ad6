// Groups made at run time: parts of a block, a tile or a coalesced group. A part of <cooperative_groups.h>.
#pragma once

#include "../cooperative_groups.h"

#ifdef __CUDACC__

namespace cooperative_groups {
namespace __v1 {  // Which libraries declare some of it in.

#define FENCEPOST_GROUP inline __attribute__((always_inline))

FENCEPOST_GROUP thread_group tiled_partition(const thread_group& parent, unsigned int size) {
  if (parent.fencepost_mask() == 0) return thread_group(details::lanes_of_tile(size));
  const unsigned int rank = static_cast<unsigned int>(parent.thread_rank());
  return thread_group(details::part_of_mask(parent.fencepost_mask(), rank / size * size, size));
}
FENCEPOST_GROUP coalesced_group tiled_partition(const coalesced_group& parent, unsigned int size) {
  const unsigned int part = parent.thread_rank() / size;
  return {details::part_of_mask(parent.fencepost_mask(), part * size, size), part, (parent.size() + size - 1) / size};
}

/// The threads of a tile or coalesced group that have the same predicate as the calling one.
template <class Group>
FENCEPOST_GROUP coalesced_group binary_partition(const Group& group, bool predicate) {
  const details::lane_mask all = group.fencepost_mask();
  const details::lane_mask yes = __ballot_sync(all, predicate);
  if (yes == all || yes == 0) return {all, 0, 1};
  return {predicate ? yes : all & ~yes, predicate ? 1U : 0U, 2};
}

/// The threads of a tile or coalesced group that have the same label as the calling one: an integer or a pointer. Parts
/// are numbered by their lowest lanes; those of a bool as binary_partition() does.
template <class Group, class Label>
FENCEPOST_GROUP coalesced_group labeled_partition(const Group& group, Label label) {
  if constexpr (__is_same(Label, bool)) {
    return binary_partition(group, label);
  } else {
    const details::lane_mask all = group.fencepost_mask();
    const details::lane_mask mine = __match_any_sync(all, label);
    const unsigned int leader = details::lowest_lane(mine);
    const details::lane_mask leaders = __ballot_sync(all, details::lane() == leader);
    return {mine, details::count_of_lanes(leaders & ((details::kOneLane << leader) - 1)),
            details::count_of_lanes(leaders)};
  }
}

/// The same of a tile whose size is told.
template <unsigned int Size, class Parent>
FENCEPOST_GROUP coalesced_group binary_partition(const thread_block_tile<Size, Parent>& tile, bool predicate) {
  return binary_partition<thread_block_tile<Size, Parent>>(tile, predicate);
}
template <unsigned int Size, class Label>
FENCEPOST_GROUP coalesced_group labeled_partition(const thread_block_tile<Size, thread_block>& tile, Label label) {
  return labeled_partition<thread_block_tile<Size, thread_block>, Label>(tile, label);
}

/// Runs `function(arguments…)` in one thread of the group.
template <class Group, class Function, class... Arguments>
FENCEPOST_GROUP void invoke_one(const Group& group, Function&& function, Arguments&&... arguments) {
  if (group.thread_rank() == 0) static_cast<Function&&>(function)(static_cast<Arguments&&>(arguments)...);
}
/// Likewise; every thread of the tile or coalesced group gets the result.
template <class Group, class Function, class... Arguments>
FENCEPOST_GROUP auto invoke_one_broadcast(const Group& group, Function&& function, Arguments&&... arguments) {
  using Result = details::value_of<decltype(static_cast<Function&&>(function)(static_cast<Arguments&&>(arguments)...))>;
  static_assert(!__is_same(Result, void), "what returns nothing is for invoke_one");
  Result result;
  if (group.thread_rank() == 0) result = static_cast<Function&&>(function)(static_cast<Arguments&&>(arguments)...);
  return group.shfl(result, 0);
}

#undef FENCEPOST_GROUP

}  // namespace __v1
using namespace __v1;
}  // namespace cooperative_groups

#endif  // __CUDACC__
