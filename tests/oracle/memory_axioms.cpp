#include "tests/oracle/memory_axioms.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bitset>
#include <cstddef>
#include <utility>

namespace fencepost::detector {
namespace {

constexpr std::size_t kMaxEvents = 64;
/// Of each event, those that it precedes.
using Relation = std::vector<std::bitset<kMaxEvents>>;

class Axioms {
 public:
  Axioms(const std::vector<Event>& events, const Layout& layout) : events_(events), layout_(layout) {
    base_.resize(events.size());
    observed_.resize(events.size());
    program_order_and_barriers();
    observation_order();
    release_and_acquire();
    do {
      close();
    } while (fence_sc_order());
  }

  /// Base causality order.
  [[nodiscard]] bool before(std::size_t i, std::size_t j) const { return base_[i][j]; }

  [[nodiscard]] bool conflict(std::size_t i, std::size_t j) const {
    return is_access(i) && is_access(j) && events_[i].thread != events_[j].thread &&
           (meaning(i).writes || meaning(j).writes) && overlap(i, j) && !morally_strong(i, j);
  }

  /// Causality order beyond base causality order: the strong write `w` is observed by a read before `j`. `word`: as far
  /// as its bytes tell; the two halves of 8 bytes may have been written apart.
  [[nodiscard]] bool observed_before(std::size_t w, std::size_t j, unsigned word) const {
    for (std::size_t r = w + 1; r < j; ++r) {
      if (before(r, j) && observes(r, w, [&](std::size_t other) { return touches(other, word); })) return true;
    }
    return false;
  }

  [[nodiscard]] bool touches(std::size_t i, unsigned word) const {
    const Bytes bytes = bytes_of(events_[i].what.location);
    return bytes.begin < 4 * word + 4 && bytes.end > 4 * word;
  }
  [[nodiscard]] bool overlap_in(std::size_t i, std::size_t j, unsigned word) const {
    const Bytes a = bytes_of(events_[i].what.location);
    const Bytes b = bytes_of(events_[j].what.location);
    return std::max({a.begin, b.begin, 4 * word}) < std::min({a.end, b.end, 4 * word + 4});
  }
  [[nodiscard]] bool writes_strongly(std::size_t i) const { return meaning(i).writes && meaning(i).strong; }

 private:
  [[nodiscard]] std::size_t count() const { return events_.size(); }
  [[nodiscard]] Meaning meaning(std::size_t i) const { return meaning_of(events_[i].what.op); }
  [[nodiscard]] bool is_access(std::size_t i) const { return accesses_memory(events_[i].what.op); }
  [[nodiscard]] bool is_barrier(std::size_t i) const { return !events_[i].members.empty(); }
  [[nodiscard]] unsigned block(std::size_t i) const { return layout_.block[events_[i].thread]; }
  [[nodiscard]] bool takes_part(std::size_t i, unsigned thread) const {
    const std::vector<unsigned>& members = events_[i].members;
    return members.empty() ? events_[i].thread == thread : std::ranges::find(members, thread) != members.end();
  }

  [[nodiscard]] bool overlap(std::size_t i, std::size_t j) const { return overlap_in(i, j, 0) || overlap_in(i, j, 1); }
  [[nodiscard]] bool scopes_include_each_other(std::size_t i, std::size_t j) const {
    if (block(i) == block(j)) return true;
    if (meaning(i).of_block || meaning(j).of_block) return false;
    return block(i) / 2 == block(j) / 2 || (!meaning(i).of_cluster && !meaning(j).of_cluster);
  }
  [[nodiscard]] bool morally_strong(std::size_t i, std::size_t j) const {
    return meaning(i).strong && meaning(j).strong && scopes_include_each_other(i, j) &&
           events_[i].what.location == events_[j].what.location;
  }

  void program_order_and_barriers() {
    for (std::size_t j = 0; j < count(); ++j) {
      for (std::size_t i = 0; i < j; ++i) {
        bool related = takes_part(i, events_[j].thread);
        for (const unsigned member : events_[j].members) related = related || takes_part(i, member);
        // Who has ended counts as arrived at the barrier of its block.
        if (events_[j].what.op == Op::kBlockBarrier) related = related || block(i) == block(j);
        base_[i][j] = related;
      }
    }
  }

  /// True if the strong read `r` observes `w`, directly or by a chain of read-modify-writes: the writes among those
  /// that `counts` selects.
  template <class Counts>
  [[nodiscard]] bool observes(std::size_t r, std::size_t w, Counts counts) const {
    if (!meaning(r).reads || !meaning(r).strong) return false;
    for (std::size_t last = r; last-- > w;) {
      if (!is_access(last) || !meaning(last).writes || !overlap(last, r) || !counts(last)) continue;
      return morally_strong(last, r) && (last == w || observes(last, w, counts));
    }
    return false;
  }
  void observation_order() {
    for (std::size_t w = 0; w < count(); ++w) {
      for (std::size_t r = w + 1; r < count(); ++r) {
        observed_[w][r] = observes(r, w, [](std::size_t) { return true; });
      }
    }
  }

  /// Calls `visit(x, w)` for each release pattern: its first operation and its strong write.
  template <class Visit>
  void each_release(Visit visit) const {
    for (std::size_t x = 0; x < count(); ++x) {
      if (!meaning(x).releases) continue;
      for (std::size_t w = x; w < count(); ++w) {
        if (!writes_strongly(w) || events_[w].thread != events_[x].thread) continue;
        if (w == x || meaning(x).fence || events_[w].what.location == events_[x].what.location) visit(x, w);
      }
    }
  }
  /// Calls `visit(r, y)` for each acquire pattern: its strong read and its last operation. A barrier after the read
  /// counts as an acquiring fence: no rule of the ISA, but of CUDA's own samples.
  template <class Visit>
  void each_acquire(Visit visit) const {
    for (std::size_t r = 0; r < count(); ++r) {
      if (!meaning(r).reads || !meaning(r).strong) continue;
      for (std::size_t y = r; y < count(); ++y) {
        const bool own =
            takes_part(y, events_[r].thread) || (events_[y].what.op == Op::kBlockBarrier && block(y) == block(r));
        if (!own || (!meaning(y).acquires && !is_barrier(y))) continue;
        if (y == r || meaning(y).fence || is_barrier(y) || events_[y].what.location == events_[r].what.location) {
          visit(r, y);
        }
      }
    }
  }
  void release_and_acquire() {
    each_release([&](std::size_t x, std::size_t w) {
      each_acquire([&](std::size_t r, std::size_t y) {
        if (observed_[w][r] && scopes_include_each_other(x, y)) base_[x][y] = true;
      });
    });
  }

  void close() {
    for (std::size_t k = 0; k < count(); ++k) {
      for (std::size_t i = 0; i < count(); ++i) {
        if (base_[i][k]) base_[i] |= base_[k];
      }
    }
  }

  /// Fences of sequential consistency whose order is forced: with G before F, R would come before W, which it observes.
  /// A barrier counts as the second of the two. True if that adds something to base causality order.
  bool fence_sc_order() {
    bool added = false;
    for (std::size_t w = 0; w < count(); ++w) {
      for (std::size_t r = w + 1; r < count(); ++r) {
        if (!observed_[w][r]) continue;
        for (std::size_t f = 0; f < w; ++f) {
          if (!meaning(f).sequential || !base_[f][w]) continue;
          for (std::size_t g = r + 1; g < count(); ++g) {
            if (!meaning(g).sequential && !is_barrier(g)) continue;
            if (!base_[r][g] || base_[f][g] || !scopes_include_each_other(f, g)) continue;
            base_[f][g] = added = true;
          }
        }
      }
    }
    return added;
  }

  const std::vector<Event>& events_;
  const Layout& layout_;
  Relation base_;      ///< Base causality order.
  Relation observed_;  ///< Observation order, of whole locations.
};

}  // namespace

std::set<Pair> races_by_definition(const std::vector<Event>& events, const Layout& layout, std::size_t threads,
                                   bool observation) {
  EXPECT_LE(events.size(), kMaxEvents);
  const Axioms axioms(events, layout);
  const std::vector<unsigned> index = indexes(events, threads);
  std::set<Pair> races;
  for (std::size_t j = 0; j < events.size(); ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      if (!axioms.conflict(i, j) || axioms.before(i, j)) continue;
      for (const unsigned word : {0U, 1U}) {
        if (!axioms.overlap_in(i, j, word)) continue;
        if (observation && axioms.writes_strongly(i) && axioms.observed_before(i, j, word)) continue;
        races.insert(std::minmax(std::pair(events[i].thread, index[i]), std::pair(events[j].thread, index[j])));
      }
    }
  }
  return races;
}

}  // namespace fencepost::detector
