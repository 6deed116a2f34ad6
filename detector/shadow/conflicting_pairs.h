// Of the entries of a word, those pairs that can conflict. Thousands of lines that do not are not paired.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

namespace fencepost::detector {

/// What decides with whom an entry conflicts.
struct Party {
  std::uint8_t kind = 0;
  std::uint8_t mask = 0;
  std::uint64_t only = 0;   ///< The only thread in it, or the only block; kSeveral.
  std::uint32_t entry = 0;  ///< Its number.

  static constexpr std::uint64_t kSeveral = ~std::uint64_t{0};
};

/// Whether entries of two kinds and masks conflict.
enum class Pairing : std::uint8_t {
  kNever,
  kIfOthers,  ///< If they are not of one thread, or block, alone.
  kPerhaps,   ///< Each pair is to be looked at.
};

/// Calls `visit(a, b)` once, with the numbers of two entries, or twice that of one, for each pair that
/// `conflict(party, party)`, which is symmetric and looks at kinds and masks alone, does not exclude. Sorts `parties`.
template <class OfKindsAndMasks, class Visit>
void each_pair(std::vector<Party>& parties, OfKindsAndMasks conflict, Visit visit) {
  const auto group = [](const Party& p) { return std::tuple(p.kind, p.mask, p.only); };
  std::sort(parties.begin(), parties.end(), [&](const Party& a, const Party& b) {
    return std::tuple_cat(group(a), std::tuple(a.entry)) < std::tuple_cat(group(b), std::tuple(b.entry));
  });
  /// Neighbours in `parties`, [begin, end).
  struct Range {
    std::size_t begin, end;
  };
  const auto ranges = [&](const Range& within, auto alike) {
    std::vector<Range> found;
    for (std::size_t i = within.begin; i < within.end; ++i) {
      if (i == within.begin || !alike(parties[i - 1], parties[i])) found.push_back({i, i});
      found.back().end = i + 1;
    }
    return found;
  };
  const auto pair_up = [&](const Range& a, const Range& b, bool same) {
    for (std::size_t i = a.begin; i < a.end; ++i) {
      for (std::size_t j = same ? i : b.begin; j < b.end; ++j) visit(parties[i].entry, parties[j].entry);
    }
  };
  const std::vector<Range> classes =
      ranges({0, parties.size()}, [](const Party& a, const Party& b) { return a.kind == b.kind && a.mask == b.mask; });
  for (std::size_t x = 0; x < classes.size(); ++x) {
    for (std::size_t y = x; y < classes.size(); ++y) {
      const Party& a = parties[classes[x].begin];
      const Party& b = parties[classes[y].begin];
      const Pairing verdict = conflict(a, b);
      if (verdict == Pairing::kNever) continue;
      if (verdict == Pairing::kPerhaps) {
        pair_up(classes[x], classes[y], x == y);
        continue;
      }
      const auto alike = [](const Party& p, const Party& q) { return p.only == q.only; };
      const std::vector<Range> of_x = ranges(classes[x], alike);
      const std::vector<Range> of_y = ranges(classes[y], alike);
      for (std::size_t i = 0; i < of_x.size(); ++i) {
        for (std::size_t j = x == y ? i : 0; j < of_y.size(); ++j) {
          const std::uint64_t only = parties[of_x[i].begin].only;
          if (only != Party::kSeveral && only == parties[of_y[j].begin].only) continue;
          pair_up(of_x[i], of_y[j], x == y && i == j);
        }
      }
    }
  }
}

}  // namespace fencepost::detector
