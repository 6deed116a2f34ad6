#include "cli/solve/use.h"

#include <algorithm>
#include <set>

namespace fencepost::cli::infer {
namespace {

using detector::ScopeBlock;
using detector::ScopeObject;
using detector::ScopeRecord;
using detector::ScopeTouch;

/// The size of the elements that the kernel's pointers to the object have.
std::int64_t element_bytes_of(const ScopeRecord& run, const ScopeBlock& block, const ScopeObject& object) {
  for (const detector::ScopeVisit& visit : block.visits) {
    const detector::ScopeSite& site = run.sites[visit.site];
    for (std::size_t n = 0; n < site.names.size(); ++n) {
      const auto address = static_cast<std::uint64_t>(visit.values[n]);
      if (site.names[n].element_bytes != 0 && address - object.begin < object.bytes) return site.names[n].element_bytes;
    }
  }
  return object.element_bytes != 0 ? object.element_bytes : 1;
}

void note(ArrayUse& use, std::size_t interval, std::int64_t element, const ScopeTouch& touch) {
  ElementUse& found = use.intervals[interval][element];
  found.written = found.written || touch.writes;
  found.atomic = found.atomic || touch.atomic;
  if (std::ranges::find(found.threads, touch.thread) == found.threads.end()) found.threads.push_back(touch.thread);
  if (touch.writes || touch.atomic) use.only_read = false;
}

/// In which intervals the array is lent to atomic operations, and what cannot be told.
void find_lent(ArrayUse& use, const std::vector<bool>& has_plain, const std::vector<bool>& has_atomic, bool is_shared,
               bool has_blocks) {
  const bool is_plain = std::ranges::find(has_plain, true) != has_plain.end();
  const bool is_atomic = std::ranges::find(has_atomic, true) != has_atomic.end();
  // Other blocks use it at any time.
  const bool always = !is_shared && is_atomic && !is_plain;
  if (!is_shared && has_blocks && is_atomic && is_plain)
    use.problem = "is used by atomic operations and by others, where there are several blocks";
  for (std::size_t k = 0; k < use.intervals.size(); ++k) {
    use.lent.push_back(always || (has_atomic[k] && !has_plain[k]));
    if (use.lent[k] || !use.problem.empty()) continue;
    for (const auto& [element, of] : use.intervals[k]) {
      if (!of.written || of.threads.size() < 2) continue;
      use.problem = of.atomic ? "is changed by atomic operations and used by others in the same interval"
                              : "is written by one thread and used by another in the same interval";
    }
  }
}

void find_kept_range(ArrayUse& use, const Keeping& keeping, std::int64_t threads) {
  std::set<std::int64_t> ever;
  for (std::size_t k = 0; k < use.intervals.size(); ++k) {
    for (const auto& [element, of] : use.intervals[k]) {
      ever.insert(element);
      use.last_interval = static_cast<std::int64_t>(k);
      if (of.written) use.last_write = static_cast<std::int64_t>(k);
    }
  }
  if (ever.empty()) return;
  use.begin = *ever.begin();
  use.end = *ever.rbegin() + 1;
  const bool gaps = static_cast<std::int64_t>(ever.size()) != use.end - use.begin;
  const bool is_lent = std::ranges::find(use.lent, true) != use.lent.end();  // Then all of it is.
  if (gaps || keeping.whole || is_lent) {
    use.begin = 0;
    use.end = use.elements;
  }
  // What is beyond the last thread's element belongs to nobody, unless it is used.
  if (keeping.keeper == Keeper::kOwnThread && !is_lent)
    use.end = std::max(*ever.rbegin() + 1, std::min(use.end, threads));
}

}  // namespace

bool ArrayUse::is_idle(std::size_t interval, std::int64_t element, const Keeping& keeping) const {
  if (!keeping.to_the_end && static_cast<std::int64_t>(interval) >= last_interval) return false;
  if (lent[interval]) return false;
  return begin <= element && element < end && !intervals[interval].contains(element);
}

bool ArrayUse::is_lent_at_times() const {
  return std::ranges::find(lent, true) != lent.end() && std::ranges::find(lent, false) != lent.end();
}

std::vector<std::int64_t> ArrayUse::idle(std::size_t interval, const Keeping& keeping) const {
  std::vector<std::int64_t> found;
  for (std::int64_t e = begin; e < end; ++e) {
    if (is_idle(interval, e, keeping)) found.push_back(e);
  }
  return found;
}

std::vector<ArrayUse> uses_of(const ScopeRecord& run, const ScopeBlock& block, const Keeping& keeping) {
  std::vector<ArrayUse> uses(block.objects.size());
  for (std::size_t o = 0; o < uses.size(); ++o) {
    uses[o].element_bytes = element_bytes_of(run, block, block.objects[o]);
    uses[o].elements = static_cast<std::int64_t>(block.objects[o].bytes) / uses[o].element_bytes;
    uses[o].intervals.resize(block.intervals.size());
  }
  const std::vector<bool> none(block.intervals.size());
  std::vector<std::vector<bool>> plain(uses.size(), none), atomic = plain;
  for (std::size_t k = 0; k < block.intervals.size(); ++k) {
    for (const ScopeTouch& touch : block.intervals[k]) {
      const auto object =
          std::ranges::find_if(block.objects, [&](const ScopeObject& o) { return touch.address - o.begin < o.bytes; });
      if (object == block.objects.end()) continue;
      const auto o = static_cast<std::size_t>(object - block.objects.begin());
      ArrayUse& use = uses[o];
      (touch.atomic ? atomic : plain)[o][k] = true;
      const auto offset = static_cast<std::int64_t>(touch.address - object->begin);
      for (std::int64_t e = offset / use.element_bytes; e <= (offset + touch.bytes - 1) / use.element_bytes; ++e) {
        note(use, k, e, touch);
      }
    }
  }
  const bool has_blocks = block.grid[0] * block.grid[1] * block.grid[2] > 1;
  for (std::size_t o = 0; o < uses.size(); ++o) {
    ArrayUse& use = uses[o];
    find_lent(use, plain[o], atomic[o], block.objects[o].is_shared, has_blocks);
    std::map<std::uint32_t, std::set<std::int64_t>> by_thread;
    for (std::size_t k = 0; k < use.intervals.size(); ++k) {
      auto& touched = use.touched.emplace_back();
      if (use.lent[k]) continue;
      for (auto& [element, of] : use.intervals[k]) {
        std::ranges::sort(of.threads);
        for (const std::uint32_t t : of.threads) {
          by_thread[t].insert(element);
          touched[t].push_back(element);
        }
      }
    }
    std::set<std::int64_t> seen;
    for (const auto& [thread, elements] : by_thread) {
      use.by_thread[thread].assign(elements.begin(), elements.end());
      for (const std::int64_t e : elements) {
        if (!seen.insert(e).second) use.of_several.insert(e);
      }
    }
    find_kept_range(use, keeping, std::int64_t{block.block_dim[0]} * block.block_dim[1] * block.block_dim[2]);
  }
  return uses;
}

}  // namespace fencepost::cli::infer
