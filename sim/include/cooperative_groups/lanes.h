// Groups within one warp: masks of lanes, and what they exchange. A part of <cooperative_groups.h>.
#pragma once

#include "../cuda_runtime.h"

#ifdef __CUDACC__

namespace cooperative_groups {
namespace __v1 {  // Which libraries declare some of it in.

#define FENCEPOST_GROUP inline __attribute__((always_inline))

namespace details {

FENCEPOST_GROUP unsigned int rank_in_block() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
FENCEPOST_GROUP unsigned int threads_of_block() { return blockDim.x * blockDim.y * blockDim.z; }
FENCEPOST_GROUP unsigned int lane() { return rank_in_block() % 32; }
/// The lanes of the calling warp that exist.
FENCEPOST_GROUP unsigned int lanes_of_warp() {
  const unsigned int first = rank_in_block() / 32 * 32;
  const unsigned int count = threads_of_block() - first;
  return count >= 32 ? 0xffffffffU : (1U << count) - 1;
}
FENCEPOST_GROUP unsigned int lanes_of_tile(unsigned int size) {
  const unsigned int all = size >= 32 ? 0xffffffffU : (1U << size) - 1;
  return (all << (lane() & ~(size - 1))) & lanes_of_warp();
}
/// The lane that has `rank` among the lanes of `mask`; the calling one if there is none.
FENCEPOST_GROUP unsigned int lane_of_rank(unsigned int mask, unsigned int rank) {
  // One behind the other, as in tiles.
  const unsigned int lowest = mask == 0 ? 0 : static_cast<unsigned int>(__builtin_ctz(mask)), run = mask >> lowest;
  if ((run & (run + 1)) == 0) return rank < 32 && (run >> rank & 1) != 0 ? lowest + rank : lane();
  for (unsigned int rest = mask; rest != 0; rest &= rest - 1) {
    if (rank-- == 0) return static_cast<unsigned int>(__builtin_ctz(rest));
  }
  return lane();
}
FENCEPOST_GROUP unsigned int rank_in(unsigned int mask) {
  return static_cast<unsigned int>(__builtin_popcount(mask & ((1U << lane()) - 1)));
}
/// Of the lanes of `mask` those with the ranks [first, first + count).
FENCEPOST_GROUP unsigned int part_of_mask(unsigned int mask, unsigned int first, unsigned int count) {
  unsigned int part = 0;
  unsigned int rank = 0;
  for (unsigned int rest = mask; rest != 0; rest &= rest - 1, ++rank) {
    if (rank >= first && rank - first < count) part |= rest & -rest;
  }
  return part;
}
/// The bits of `lanes` at the positions of `mask`, moved together.
FENCEPOST_GROUP unsigned int compress(unsigned int lanes, unsigned int mask) {
  unsigned int result = 0;
  unsigned int rank = 0;
  for (unsigned int rest = mask; rest != 0; rest &= rest - 1, ++rank) {
    result |= (lanes >> __builtin_ctz(rest) & 1) << rank;
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
FENCEPOST_GROUP T value_of_lane(unsigned int mask, const T& value, unsigned int source) {
  words_of<T> exchanged(value);
  // Not in a loop: its array would be in memory.
  const auto exchange = [&](unsigned long long& word) { word = fencepost_shuffle(0, mask, word, source, 32); };
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
  FENCEPOST_GROUP values_of_lanes(unsigned int mask, const T& value) {
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
  FENCEPOST_GROUP T fold(unsigned int mask, Operation& operation) const {
    T result = (*this)[static_cast<unsigned int>(__builtin_ctz(mask))];
    for (unsigned int rest = mask & (mask - 1); rest != 0; rest &= rest - 1) {
      result = operation(result, (*this)[static_cast<unsigned int>(__builtin_ctz(rest))]);
    }
    return result;
  }

 private:
  unsigned long long words_[words_of<T>::kCount][32];
};

/// What groups that lie within one warp have in common; the lanes of `mask`.
class lanes {
 public:
  FENCEPOST_GROUP explicit lanes(unsigned int mask) : mask_(mask) {}

  FENCEPOST_GROUP void sync() const { __syncwarp(mask_); }
  FENCEPOST_GROUP int any(int predicate) const { return __any_sync(mask_, predicate); }
  FENCEPOST_GROUP int all(int predicate) const { return __all_sync(mask_, predicate); }
  FENCEPOST_GROUP unsigned int ballot(int predicate) const { return compress(__ballot_sync(mask_, predicate), mask_); }
  template <class T>
  FENCEPOST_GROUP unsigned int match_any(T value) const {
    return compress(__match_any_sync(mask_, value), mask_);
  }
  template <class T>
  FENCEPOST_GROUP unsigned int match_all(T value, int& predicate) const {
    return compress(__match_all_sync(mask_, value, &predicate), mask_);
  }
  template <class T>
  FENCEPOST_GROUP T shfl(T value, int rank) const {
    const unsigned int size = static_cast<unsigned int>(__builtin_popcount(mask_));
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
  FENCEPOST_GROUP unsigned int fencepost_mask() const { return mask_; }

 private:
  unsigned int mask_;
};

}  // namespace details

#undef FENCEPOST_GROUP

}  // namespace __v1
using namespace __v1;
}  // namespace cooperative_groups

#endif  // __CUDACC__
