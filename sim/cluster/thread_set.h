// Sets of the threads of a block.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "sim/interface/warp_size.h"

namespace fencepost::sim {

inline constexpr std::uint32_t kMaxThreads = 1024;  ///< Of a block.

/// The set of thread ranks of one block.
class ThreadSet {
 public:
  void clear() { words_.fill(0); }
  void fill(std::uint32_t count);
  void insert(std::uint32_t i) { words_[i / 64] |= std::uint64_t{1} << (i % 64); }
  void erase(std::uint32_t i) { words_[i / 64] &= ~(std::uint64_t{1} << (i % 64)); }
  [[nodiscard]] bool contains(std::uint32_t i) const { return words_[i / 64] >> (i % 64) & 1; }
  /// Least member > i, else least member; kMaxThreads if empty.
  [[nodiscard]] std::uint32_t next_after(std::uint32_t i) const {
    const std::uint32_t next = i + 1;
    // Nearly always. That the processor guesses so, and need not load and search the word first, is worth 2 of 12 ns of
    // a barrier crossing. Compilers would fold it into the search.
    if (next < kMaxThreads && contains(next)) [[likely]]
      return opaque(next);
    const std::uint64_t above = words_[i / 64] >> (i % 64) >> 1;
    return above != 0 ? i + 1 + static_cast<std::uint32_t>(std::countr_zero(above)) : next_after_in_other_words(i);
  }
  /// Greatest member < i, else greatest member; kMaxThreads if empty.
  [[nodiscard]] std::uint32_t previous_before(std::uint32_t i) const;
  [[nodiscard]] std::uint32_t count() const {
    std::uint32_t sum = 0;
    for (const std::uint64_t word : words_) sum += static_cast<std::uint32_t>(std::popcount(word));
    return sum;
  }
  [[nodiscard]] bool meets(const ThreadSet& other) const {
    for (std::size_t w = 0; w < words_.size(); ++w) {
      if ((other.words_[w] & words_[w]) != 0) return true;
    }
    return false;
  }
  [[nodiscard]] bool contains_all_of(const ThreadSet& other) const {
    for (std::size_t w = 0; w < words_.size(); ++w) {
      if ((other.words_[w] & ~words_[w]) != 0) return false;
    }
    return true;
  }
  /// Those of a warp, whose lowest thread is `first`. With bits of others above, if warps have 32.
  [[nodiscard]] LaneBits from_lane(std::uint32_t first) const { return words_[first / 64] >> (first % 64); }

 private:
  /// `i`, of which the compiler does not know that.
  static std::uint32_t opaque(std::uint32_t i) {
    asm("" : "+r"(i));
    return i;
  }
  [[nodiscard]] std::uint32_t next_after_in_other_words(std::uint32_t i) const;
  std::array<std::uint64_t, kMaxThreads / 64> words_{};
};

inline void ThreadSet::fill(std::uint32_t count) {
  const std::uint32_t whole = count / 64;
  words_.fill(0);
  std::fill_n(words_.begin(), whole, ~std::uint64_t{0});
  if (count % 64 != 0) words_[whole] = (std::uint64_t{1} << (count % 64)) - 1;
}

inline std::uint32_t ThreadSet::next_after_in_other_words(std::uint32_t i) const {
  const std::uint32_t from = (i + 1) % kMaxThreads;
  std::uint32_t w = from / 64;
  std::uint64_t bits = words_[w] & (~std::uint64_t{0} << (from % 64));
  for (std::uint32_t n = 0; n <= words_.size(); ++n) {
    if (bits != 0) return w * 64 + static_cast<std::uint32_t>(std::countr_zero(bits));
    w = (w + 1) % words_.size();
    bits = words_[w];
  }
  return kMaxThreads;
}

inline std::uint32_t ThreadSet::previous_before(std::uint32_t i) const {
  const std::uint32_t from = (i + kMaxThreads - 1) % kMaxThreads;
  std::uint32_t w = from / 64;
  std::uint64_t bits = words_[w] & (~std::uint64_t{0} >> (63 - from % 64));
  for (std::uint32_t n = 0; n <= words_.size(); ++n) {
    if (bits != 0) return w * 64 + 63 - static_cast<std::uint32_t>(std::countl_zero(bits));
    w = (w + words_.size() - 1) % words_.size();
    bits = words_[w];
  }
  return kMaxThreads;
}

}  // namespace fencepost::sim
