#include "cli/prove/visits.h"

#include <algorithm>
#include <tuple>

namespace fencepost::cli::symbolic {

using compiler::SymbolicAccess;
using compiler::SymbolicKernel;

namespace {

bool is_same_place(const SymbolicAccess& x, const SymbolicAccess& y) {
  const auto same_bound = [](const compiler::SymbolicBound& p, const compiler::SymbolicBound& q) {
    return p.index == q.index && p.extent == q.extent;
  };
  return x.object == y.object && x.offset == y.offset && x.bytes == y.bytes &&
         std::ranges::equal(x.bounds, y.bounds, same_bound);
}

/// All ways to the second node go through the first.
bool is_before(const IntervalGraph& interval, int first, int second) {
  if (first == second) return true;
  std::vector<bool> seen(interval.nodes.size());
  std::vector<int> open = {interval.start};
  while (!open.empty()) {
    const int node = open.back();
    open.pop_back();
    if (node == first || seen[static_cast<std::size_t>(node)]) continue;
    seen[static_cast<std::size_t>(node)] = true;
    for (const int e : interval.nodes[static_cast<std::size_t>(node)].out) {
      open.push_back(interval.edges[static_cast<std::size_t>(e)].to);
    }
  }
  return !seen[static_cast<std::size_t>(second)];
}

}  // namespace

std::vector<Visit> visits_of(const SymbolicKernel& kernel, const IntervalGraph& interval) {
  std::vector<Visit> visits;
  for (std::size_t n = 0; n < interval.nodes.size(); ++n) {
    for (std::size_t i = 0; i < kernel.accesses.size(); ++i) {
      if (kernel.accesses[i].block == interval.nodes[n].block) {
        visits.push_back({static_cast<int>(i), static_cast<int>(n)});
      }
    }
  }
  return visits;
}

std::vector<Visit> first_visits(const SymbolicKernel& kernel, const std::vector<Visit>& visits,
                                const IntervalGraph& interval) {
  const auto access = [&](const Visit& v) -> const SymbolicAccess& {
    return kernel.accesses[static_cast<std::size_t>(v.access)];
  };
  const auto context = [&](const Visit& v) { return interval.nodes[static_cast<std::size_t>(v.node)].context; };
  std::vector<Visit> first = visits;
  for (Visit& visit : first) {
    for (const Visit& other : visits) {
      const bool may_be = context(other) == context(visit) && is_same_place(access(other), access(visit)) &&
                          is_before(interval, other.node, visit.node);
      // Of one node's the first in the code.
      if (may_be && (other.node != visit.node || other.access < visit.access)) visit = other;
    }
  }
  return first;
}

}  // namespace fencepost::cli::symbolic
