// What happened before: vector clocks for threads of many blocks.
//
// Mattern, "Virtual Time and Global States of Distributed Systems", 1989, in the form that blocks allow: whoever knows
// of one thread in interval i of a block knows of everything the block did in intervals before i.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "detector/order/owned_by_many.h"

namespace fencepost::detector {

/// What one thread does between two of its operations that may order something. Threads of one block cut an interval
/// into segments, each for itself, numbered from 0.
///
/// The asynchronous copies that a thread starts are done by an agent of its own: to the order another block's thread
/// (`block` with the bit kAgents, interval 0, the thread's rank), because no barrier waits for them. Of bulk copies a
/// thread has several, whose numbers are above kThreads: one for each thing that they can be awaited by.
struct Moment {
  static constexpr std::uint64_t kAgents = std::uint64_t{1} << 63;
  static constexpr std::uint32_t kThreads = 1024;

  std::uint64_t block = 0;
  std::uint32_t phase = 0;  ///< Grid barriers that the launch had passed.
  std::uint32_t interval = 0;
  std::uint32_t thread = 0;
  std::uint32_t segment = 0;
  [[nodiscard]] std::uint64_t real_block() const { return block & ~kAgents; }
  [[nodiscard]] std::uint32_t real_thread() const { return thread % kThreads; }
  friend auto operator<=>(const Moment&, const Moment&) = default;
};

/// A set of moments that is closed under "happened before". Copies share what they have in common, and joining two sets
/// costs as much as they differ: a tree over block numbers whose nodes never change (Okasaki and Gill, "Fast Mergeable
/// Integer Maps", 1998). Thread safety: none, not even for copies: they share nodes (OwnedByMany).
class Knowledge : public OwnedByMany, public Recycled<Knowledge> {
 public:
  /// Everything up to the given moment, itself included.
  void learn(const Moment& moment) { learn({&moment, 1}); }
  /// The same for moments of one interval of one block, by ascending thread, each of another.
  void learn(std::span<const Moment> moments);
  void merge(const Knowledge& other);
  /// True if `moment` is in the set, grid barriers aside.
  [[nodiscard]] bool covers(const Moment& moment) const;
  /// Something of `block` or its agents is in it.
  [[nodiscard]] bool knows_of(std::uint64_t block) const {
    return find(block) != nullptr || find(block | Moment::kAgents) != nullptr;
  }
  [[nodiscard]] bool empty() const { return root_ == nullptr; }
  struct OfThread {
    std::uint32_t thread;
    std::uint32_t segments;  ///< Those below this number are known.
    friend bool operator==(const OfThread&, const OfThread&) = default;
  };
  /// What is known of one interval of `block`; empty if that is all of it, or nothing.
  [[nodiscard]] std::span<const OfThread> in(std::uint64_t block, std::uint32_t interval) const;
  /// Forgets what it knows of `block`: its next interval has begun, for all of its threads.
  void forget(std::uint64_t block);
  /// True if the two are known to be the same set.
  [[nodiscard]] bool is(const Knowledge& other) const { return root_ == other.root_; }
  /// The union of several sets that all tell of the same interval of one block, and of nothing else; nullopt: they do
  /// not.
  static std::optional<Knowledge> union_of_interval(std::span<const Shared<const Knowledge>> sets);

 private:
  struct Node;
  using Tree = Shared<const Node>;  ///< Null: the empty set.

  /// By thread; one, as most are, costs no memory of its own.
  class Threads {
   public:
    Threads() = default;
    explicit Threads(std::vector<OfThread> all) {
      if (all.size() == 1) {
        one_ = all.front();
      } else {
        all_ = std::move(all);
      }
      count_ = all_.empty() ? 1 : all_.size();
    }
    explicit Threads(const OfThread& one) : one_(one), count_(1) {}
    [[nodiscard]] std::span<const OfThread> get() const { return {count_ == 1 ? &one_ : all_.data(), count_}; }

   private:
    OfThread one_{};
    std::size_t count_ = 0;
    std::vector<OfThread> all_;
  };

  /// A leaf tells of one block, a branch of two sets of blocks whose numbers first differ, from the top, in `bit`.
  struct Node : OwnedByMany, Recycled<Node> {
    std::uint64_t block = 0;  ///< Of a branch: what the blocks have in common, above `bit`.
    std::uint64_t bit = 0;    ///< 0: a leaf.
    Tree without, with;       ///< The bit.

    std::uint32_t interval = 0;  ///< Of a leaf: intervals below this one are known.
    Threads threads;             ///< In that interval.
  };

  /// The leaf of `block`; null: nothing is known of it.
  [[nodiscard]] const Node* find(std::uint64_t block) const;
  static Tree joined(const Tree& a, const Tree& b);
  static Tree joined_leaves(const Tree& a, const Tree& b);
  static Tree branch(std::uint64_t bit, Tree without, Tree with);
  static Tree without(const Tree& tree, std::uint64_t block);

  Tree root_;
};

using SharedKnowledge = Shared<const Knowledge>;

/// The union; one of the two where that holds all. Either may be null, which is the empty set.
SharedKnowledge joined(const SharedKnowledge& a, const SharedKnowledge& b);
/// Of all of them.
SharedKnowledge joined(std::vector<SharedKnowledge> sets);

}  // namespace fencepost::detector
