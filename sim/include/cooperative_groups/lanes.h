// Groups within one warp: masks of lanes, and what they exchange. A part of <cooperative_groups.h>.
#pragma once

#include "../cuda_runtime.h"

#ifdef __CUDACC__

namespace cooperative_groups {
namespace __v1 {  // Which libraries declare some of it in.

#define FENCEPOST_GROUP inline __attribute__((always_inline))

namespace details {

using lane_mask = ::fencepost_rt::LaneMask;
using ::fencepost_rt::count_of_lanes;
using ::fencepost_rt::kAllLanes;
using ::fencepost_rt::lowest_lane;
inline constexpr unsigned int kLanes = warpSize;
/// Of a lane, or `1` shifted to it.
inline constexpr lane_mask kOneLane = 1;

FENCEPOST_GROUP unsigned int rank_in_block() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
FENCEPOST_GROUP unsigned int threads_of_block() { return blockDim.x * blockDim.y * blockDim.z; }
FENCEPOST_GROUP unsigned int lane() { return rank_in_block() % kLanes; }
/// The lanes of the calling warp that exist.
FENCEPOST_GROUP lane_mask lanes_of_warp() {
  const unsigned int first = rank_in_block() / kLanes * kLanes;
  const unsigned int count = threads_of_block() - first;
  return count >= kLanes ? kAllLanes : (kOneLane << count) - 1;
}
FENCEPOST_GROUP lane_mask lanes_of_tile(unsigned int size) {
  const lane_mask all = size >= kLanes ? kAllLanes : (kOneLane << size) - 1;
  return (all << (lane() & ~(size - 1))) & lanes_of_warp();
}
/// The lane that has `rank` among the lanes of `mask`; the calling one if there is none.
FENCEPOST_GROUP unsigned int lane_of_rank(lane_mask mask, unsigned int rank) {
  // One behind the other, as in tiles.
  const unsigned int lowest = mask == 0 ? 0 : lowest_lane(mask);
  const lane_mask run = mask >> lowest;
  if ((run & (run + 1)) == 0) return rank < kLanes && (run >> rank & 1) != 0 ? lowest + rank : lane();
  for (lane_mask rest = mask; rest != 0; rest &= rest - 1) {
    if (rank-- == 0) return lowest_lane(rest);
  }
  return lane();
}
FENCEPOST_GROUP unsigned int rank_in(lane_mask mask) { return count_of_lanes(mask & ((kOneLane << lane()) - 1)); }
/// Of the lanes of `mask` those with the ranks [first, first + count).
FENCEPOST_GROUP lane_mask part_of_mask(lane_mask mask, unsigned int first, unsigned int count) {
  lane_mask part = 0;
  unsigned int rank = 0;
  for (lane_mask rest = mask; rest != 0; rest &= rest - 1, ++rank) {
    if (rank >= first && rank - first < count) part |= rest & -rest;
  }
  return part;
}
/// The bits of `lanes` at the positions of `mask`, moved together.
FENCEPOST_GROUP lane_mask compress(lane_mask lanes, lane_mask mask) {
  lane_mask result = 0;
  unsigned int rank = 0;
  for (lane_mask rest = mask; rest != 0; rest &= rest - 1, ++rank) {
    result |= (lanes >> lowest_lane(rest) & 1) << rank;
  }
  return result;
}

template <class T>
struct without_qualifiers {
  using type = T;
};
template <class T>
struct without_qualifiers<const T> {
  using type = T;
};
template <class T>
struct without_qualifiers<volatile T> {
  using type = T;
};
template <class T>
struct without_qualifiers<const volatile T> {
  using type = T;
};
template <class T>
struct without_qualifiers<T&> : without_qualifiers<T> {};
template <class T>
struct without_qualifiers<T&&> : without_qualifiers<T> {};
template <class T>
using value_of = typename without_qualifiers<T>::type;

/// The 8-byte words that lanes exchange in place of a T.
template <class T>
struct words_of {
  static_assert(__is_trivially_copyable(T) && sizeof(T) <= 32,
                "groups exchange trivially copyable values of at most 32 bytes");
  static constexpr unsigned int kCount = (sizeof(T) + 7) / 8;
  unsigned long long words[kCount] = {};

  words_of() = default;
  FENCEPOST_GROUP explicit words_of(const T& value) { __builtin_memcpy(words, __builtin_addressof(value), sizeof(T)); }
  FENCEPOST_GROUP T value() const {
    alignas(T) unsigned char bytes[sizeof(T)];
    __builtin_memcpy(bytes, words, sizeof(T));
    return *reinterpret_cast<const T*>(bytes);
  }
};

template <class T>
FENCEPOST_GROUP T value_of_lane(lane_mask mask, const T& value, unsigned int source) {
  words_of<T> exchanged(value);
  // Not in a loop: its array would be in memory.
  const auto exchange = [&](unsigned long long& word) { word = fencepost_shuffle(0, mask, word, source, kLanes); };
  exchange(exchanged.words[0]);
  if constexpr (words_of<T>::kCount > 1) exchange(exchanged.words[1]);
  if constexpr (words_of<T>::kCount > 2) exchange(exchanged.words[2]);
  if constexpr (words_of<T>::kCount > 3) exchange(exchanged.words[3]);
  return exchanged.value();
}

/// The values of all lanes of a mask, by lane.
template <class T>
class values_of_lanes {
 public:
  FENCEPOST_GROUP values_of_lanes(lane_mask mask, const T& value) {
    const words_of<T> mine(value);
    for (unsigned int i = 0; i < words_of<T>::kCount; ++i) fencepost_warp_gather(mask, mine.words[i], words_[i]);
  }
  FENCEPOST_GROUP T operator[](unsigned int lane) const {
    words_of<T> value;
    for (unsigned int i = 0; i < words_of<T>::kCount; ++i) value.words[i] = words_[i][lane];
    return value.value();
  }
  /// `operation` folded over the lanes of `mask`, which is not empty, from the lowest on.
  template <class Operation>
  FENCEPOST_GROUP T fold(lane_mask mask, Operation& operation) const {
    T result = (*this)[lowest_lane(mask)];
    for (lane_mask rest = mask & (mask - 1); rest != 0; rest &= rest - 1) {
      result = operation(result, (*this)[lowest_lane(rest)]);
    }
    return result;
  }

 private:
  unsigned long long words_[words_of<T>::kCount][kLanes];
};

/// What groups that lie within one warp have in common; the lanes of `mask`.
class lanes {
 public:
  FENCEPOST_GROUP explicit lanes(lane_mask mask) : mask_(mask) {}

  FENCEPOST_GROUP void sync() const { __syncwarp(mask_); }
  FENCEPOST_GROUP int any(int predicate) const { return __any_sync(mask_, predicate); }
  FENCEPOST_GROUP int all(int predicate) const { return __all_sync(mask_, predicate); }
  FENCEPOST_GROUP lane_mask ballot(int predicate) const { return compress(__ballot_sync(mask_, predicate), mask_); }
  template <class T>
  FENCEPOST_GROUP lane_mask match_any(T value) const {
    return compress(__match_any_sync(mask_, value), mask_);
  }
  template <class T>
  FENCEPOST_GROUP lane_mask match_all(T value, int& predicate) const {
    return compress(__match_all_sync(mask_, value, &predicate), mask_);
  }
  template <class T>
  FENCEPOST_GROUP T shfl(T value, int rank) const {
    const unsigned int size = count_of_lanes(mask_);
    return value_of_lane(mask_, value, lane_of_rank(mask_, static_cast<unsigned int>(rank) % size));
  }
  template <class T>
  FENCEPOST_GROUP T shfl_up(T value, unsigned int delta) const {
    const unsigned int rank = rank_in(mask_);
    return value_of_lane(mask_, value, rank < delta ? lane() : lane_of_rank(mask_, rank - delta));
  }
  template <class T>
  FENCEPOST_GROUP T shfl_down(T value, unsigned int delta) const {
    return value_of_lane(mask_, value, lane_of_rank(mask_, rank_in(mask_) + delta));
  }
  template <class T>
  FENCEPOST_GROUP T shfl_xor(T value, unsigned int lane_mask) const {
    return value_of_lane(mask_, value, lane_of_rank(mask_, rank_in(mask_) ^ lane_mask));
  }
  FENCEPOST_GROUP lane_mask fencepost_mask() const { return mask_; }

 private:
  lane_mask mask_;
};

}  // namespace details

#undef FENCEPOST_GROUP

}  // namespace __v1
using namespace __v1;
}  // namespace cooperative_groups

#endif  // __CUDACC__
