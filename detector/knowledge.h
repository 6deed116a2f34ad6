// What happened before: vector clocks for threads of many blocks.
//
// Mattern, "Virtual Time and Global States of Distributed Systems", 1989, in
// the form that blocks allow: whoever knows of one thread in interval i of a
// block knows of everything the block did in intervals before i.
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace fencepost::detector {

/// What one thread does between two of its operations that may order something.
/// Threads of one block cut an interval into segments, each for itself,
/// numbered from 0.
struct Moment {
  std::uint32_t phase = 0;  ///< Grid barriers that the launch had passed.
  std::uint64_t block = 0;
  std::uint32_t interval = 0;
  std::uint32_t thread = 0;
  std::uint32_t segment = 0;
  friend auto operator<=>(const Moment&, const Moment&) = default;
};

/// A set of moments that is closed under "happened before". Immutable once
/// shared.
class Knowledge {
 public:
  /// Everything up to the given moment, itself included.
  void learn(const Moment& moment);
  void merge(const Knowledge& other);
  /// Of a moment that the set need not hold: the strong write to `word` that ended it.
  void learn_write(std::uint64_t word, const Moment& moment);
  /// True if the strong write to `word` in that moment is known, or a later one of the same thread: then, too, what
  /// the thread does there next is coherent.
  [[nodiscard]] bool covers_write(std::uint64_t word, const Moment& moment) const;
  /// True if `moment` is in the set, grid barriers aside.
  [[nodiscard]] bool covers(const Moment& moment) const;
  [[nodiscard]] bool empty() const { return blocks_.empty(); }
  /// Forgets what it knows of single threads of `block`: its next interval has
  /// begun, for all of them.
  void forget_threads(std::uint64_t block);

 private:
  struct OfThread {
    std::uint32_t thread;
    std::uint32_t segments;  ///< Those below this number are known.
  };
  struct OfBlock {
    std::uint64_t block = 0;
    std::uint32_t interval = 0;     ///< Intervals below this one are known.
    std::vector<OfThread> threads;  ///< In that interval; by thread.
  };

  struct Write {
    std::uint64_t block = 0;
    std::uint32_t thread = 0;
    std::uint64_t word = 0;
    Moment at;
    friend auto operator<=>(const Write&, const Write&) = default;
    [[nodiscard]] bool same_place(const Write& other) const {
      return block == other.block && thread == other.thread && word == other.word;
    }
  };

  OfBlock& of(std::uint64_t block);
  static void merge_threads(std::vector<OfThread>& into, const std::vector<OfThread>& from);

  std::vector<OfBlock> blocks_;  ///< By block.
  std::vector<Write> writes_;    ///< In moments that are not in the set; sorted, the last of each thread and word.
};

using SharedKnowledge = std::shared_ptr<const Knowledge>;

/// The union; one of the two where that holds all. Either may be null, which is
/// the empty set.
SharedKnowledge joined(const SharedKnowledge& a, const SharedKnowledge& b);

}  // namespace fencepost::detector
