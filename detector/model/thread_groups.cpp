#include "detector/model/thread_groups.h"

#include <algorithm>

namespace fencepost::detector {
namespace {

std::uint32_t rank_of(const Index3& thread, const Index3& extent) {
  return thread[0] + extent[0] * (thread[1] + extent[1] * thread[2]);
}

std::string rank_text(std::uint32_t rank, const Index3& extent) {
  const std::uint32_t x = std::max(extent[0], 1U), y = std::max(extent[1], 1U);
  return index_text({rank % x, rank / x % y, rank / x / y}, extent);
}

/// The common distance of at least three ranks that are not simply consecutive; 0 if there is none.
std::uint32_t step_of(const std::vector<std::uint32_t>& ranks) {
  if (ranks.size() < 3) return 0;
  const std::uint32_t step = ranks[1] - ranks[0];
  for (std::size_t i = 2; i < ranks.size(); ++i) {
    if (ranks[i] - ranks[i - 1] != step) return 0;
  }
  return step > 1 ? step : 0;
}

}  // namespace

std::vector<ThreadGroup> thread_groups(const Finding& finding) {
  std::vector<ThreadGroup> groups;
  for (const FindingAccess& access : finding.accesses) {
    const bool is_merged = access.kind == AccessKind::kBarrier || access.kind == AccessKind::kExit;
    const auto same = std::ranges::find_if(groups, [&](const ThreadGroup& group) {
      return is_merged && group.first->kind == access.kind && group.first->block == access.block &&
             group.first->location == access.location;
    });
    ThreadGroup& group = same != groups.end() ? *same : groups.emplace_back(ThreadGroup{&access, {}});
    group.ranks.push_back(rank_of(access.thread, finding.block_dim));
  }
  for (ThreadGroup& group : groups) std::ranges::sort(group.ranks);
  return groups;
}

std::vector<std::array<std::uint32_t, 2>> rank_ranges(const std::vector<std::uint32_t>& ranks) {
  std::vector<std::array<std::uint32_t, 2>> ranges;
  for (const std::uint32_t rank : ranks) {
    if (!ranges.empty() && ranges.back()[1] + 1 == rank) {
      ranges.back()[1] = rank;
    } else {
      ranges.push_back({rank, rank});
    }
  }
  return ranges;
}

std::string threads_text(const std::vector<std::uint32_t>& ranks, const Index3& block_dim) {
  constexpr std::size_t kShownRanges = 4;
  if (ranks.empty()) return "no thread";
  if (ranks.size() == 1) return "thread " + rank_text(ranks[0], block_dim);
  std::string text = "threads ";
  if (const std::uint32_t step = step_of(ranks)) {
    return text + rank_text(ranks.front(), block_dim) + "-" + rank_text(ranks.back(), block_dim) + " in steps of " +
           std::to_string(step) + " (" + std::to_string(ranks.size()) + ")";
  }
  const auto ranges = rank_ranges(ranks);
  const std::size_t shown = std::min(ranges.size(), kShownRanges);
  for (std::size_t i = 0; i < shown; ++i) {
    const auto [first, last] = ranges[i];
    if (i > 0) text += ", ";
    text += rank_text(first, block_dim);
    if (last != first) text += "-" + rank_text(last, block_dim);
  }
  if (shown < ranges.size()) text += ", ... (" + std::to_string(ranks.size()) + " in all)";
  return text;
}

std::string index_text(const Index3& index, const Index3& extent) {
  const auto part = [&](int i) { return std::to_string(index[static_cast<std::size_t>(i)]); };
  if (extent[2] > 1) return "(" + part(0) + "," + part(1) + "," + part(2) + ")";
  if (extent[1] > 1) return "(" + part(0) + "," + part(1) + ")";
  return part(0);
}

}  // namespace fencepost::detector
