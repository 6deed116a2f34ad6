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
///
/// The asynchronous copies that a thread starts are done by an agent of its own: to the order another block's thread
/// (`block` with the bit kAgents, interval 0, the thread's rank), because no barrier waits for them.
struct Moment {
  static constexpr std::uint64_t kAgents = std::uint64_t{1} << 63;

  std::uint32_t phase = 0;  ///< Grid barriers that the launch had passed.
  std::uint64_t block = 0;
  std::uint32_t interval = 0;
  std::uint32_t thread = 0;
  std::uint32_t segment = 0;
  [[nodiscard]] std::uint64_t real_block() const { return block & ~kAgents; }
  friend auto operator<=>(const Moment&, const Moment&) = default;
};

/// A set of moments that is closed under "happened before". Immutable once
/// shared.
class Knowledge {
 public:
  /// Everything up to the given moment, itself included.
  void learn(const Moment& moment);
  void merge(const Knowledge& other);
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

  OfBlock& of(std::uint64_t block);
  static void merge_threads(std::vector<OfThread>& into, const std::vector<OfThread>& from);

  std::vector<OfBlock> blocks_;  ///< By block.
};

using SharedKnowledge = std::shared_ptr<const Knowledge>;

/// The union; one of the two where that holds all. Either may be null, which is
/// the empty set.
SharedKnowledge joined(const SharedKnowledge& a, const SharedKnowledge& b);

}  // namespace fencepost::detector
