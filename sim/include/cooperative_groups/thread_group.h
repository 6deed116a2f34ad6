// The group whose kind is known at run time only. A part of <cooperative_groups.h>.
#pragma once

#include "lanes.h"

#ifdef __CUDACC__

namespace cooperative_groups {
namespace __v1 {  // Which libraries declare some of it in.

#define FENCEPOST_GROUP inline __attribute__((always_inline))

/// A block, or lanes of a warp.
class thread_group {
 public:
  FENCEPOST_GROUP void sync() const {
    if (mask_ == 0) {
      __syncthreads();
    } else {
      __syncwarp(mask_);
    }
  }
  FENCEPOST_GROUP unsigned long long size() const {
    return mask_ == 0 ? details::threads_of_block() : details::count_of_lanes(mask_);
  }
  FENCEPOST_GROUP unsigned long long num_threads() const { return size(); }
  FENCEPOST_GROUP unsigned long long thread_rank() const {
    return mask_ == 0 ? details::rank_in_block() : details::rank_in(mask_);
  }
  FENCEPOST_GROUP bool is_valid() const { return true; }
  /// `mask` 0: the block.
  FENCEPOST_GROUP explicit thread_group(details::lane_mask mask) : mask_(mask) {}
  FENCEPOST_GROUP details::lane_mask fencepost_mask() const { return mask_; }

 private:
  details::lane_mask mask_;
};

#undef FENCEPOST_GROUP

}  // namespace __v1
using namespace __v1;
}  // namespace cooperative_groups

#endif  // __CUDACC__
