#include "detector/permission/barrier_purpose.h"

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>

#include "detector/model/names.h"
#include "detector/symbols/object_name.h"
#include "detector/symbols/sites.h"

namespace fencepost::detector {

void BlockAccesses::add(std::uint32_t interval, const Touch& touch) {
  for (std::uint64_t at = touch.address / kWordBytes * kWordBytes; at < touch.end(); at += kWordBytes) {
    unsigned mask = kAllBytes;
    if (at < touch.address) mask &= kAllBytes << (touch.address - at);
    if (touch.end() - at < kWordBytes) mask &= kAllBytes >> (kWordBytes - (touch.end() - at));
    const Entry added{.site = touch.site,
                      .kind = static_cast<std::uint8_t>(touch.kind),
                      .mask = static_cast<std::uint8_t>(mask & kAllBytes),
                      .low = touch.thread,
                      .high = touch.thread};
    Word& word = words_[touch.is_shared][at];
    word.written = word.written || touch.writes();
    // The entries of the running interval are at the end.
    auto known = std::find_if(word.accesses.rbegin(), word.accesses.rend(),
                              [&](const Access& a) { return a.interval != interval || a.entry.same_accesses(added); });
    if (known != word.accesses.rend() && known->interval == interval) {
      known->entry.add(touch.thread);
    } else {
      word.accesses.push_back({interval, added});
    }
  }
}

namespace {

/// The place of an interval when the barriers of one line are gone: intervals with the same number are one.
std::vector<std::uint32_t> joined(const std::vector<bool>& gone) {
  std::vector<std::uint32_t> group(gone.size() + 1, 0);
  for (std::size_t i = 0; i < gone.size(); ++i) group[i + 1] = group[i] + (gone[i] ? 0 : 1);
  return group;
}

/// Some of the (interval, thread) pairs of one site, kind and mask: enough of them that whenever one of all pairs has
/// neither interval j nor thread t, one of those kept has neither. Pairs beyond two of an interval or of a thread add
/// nothing to that, nor does a sixth: of five, two of each at most, four share j or t.
class Sample {
 public:
  void add(std::uint32_t interval, ThreadRank16 thread) {
    const std::pair added(interval, thread);
    if (kept_.size() == 5 || std::ranges::find(kept_, added) != kept_.end()) return;
    const auto same_interval = std::ranges::count(kept_, interval, &std::pair<std::uint32_t, ThreadRank16>::first);
    const auto same_thread = std::ranges::count(kept_, thread, &std::pair<std::uint32_t, ThreadRank16>::second);
    if (same_interval < 2 && same_thread < 2) kept_.push_back(added);
  }
  /// True if some pair of this differs from some pair of `other` in both parts.
  [[nodiscard]] bool differs_from(const Sample& other) const {
    return std::ranges::any_of(kept_, [&](const auto& a) {
      return std::ranges::any_of(other.kept_,
                                 [&](const auto& b) { return a.first != b.first && a.second != b.second; });
    });
  }

 private:
  std::vector<std::pair<std::uint32_t, ThreadRank16>> kept_;
};

}  // namespace

std::set<SitePair> separated_pairs(const BlockAccesses::Word& word, const std::vector<std::uint32_t>& group) {
  std::set<SitePair> found;
  const auto& all = word.accesses;
  for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end) {
    std::map<std::tuple<SiteId, unsigned, unsigned>, Sample> samples;  // By site, kind, mask.
    bool written = false;
    for (; end < all.size() && group[all[end].interval] == group[all[begin].interval]; ++end) {
      const Entry& entry = all[end].entry;
      Sample& sample = samples[{entry.site, entry.kind, entry.mask}];
      sample.add(all[end].interval, entry.low);
      sample.add(all[end].interval, entry.high);
      written = written || (entry.kind & kWrites) != 0;
    }
    if (!written || all[begin].interval == all[end - 1].interval) continue;
    for (auto a = samples.begin(); a != samples.end(); ++a) {
      for (auto b = a; b != samples.end(); ++b) {
        const auto& [site_a, kind_a, mask_a] = a->first;
        const auto& [site_b, kind_b, mask_b] = b->first;
        if (!accesses_conflict(kind_a, mask_a, kind_b, mask_b) || !a->second.differs_from(b->second)) continue;
        found.insert({{site_a, kind_a}, {site_b, kind_b}});
      }
    }
  }
  return found;
}

void BarrierPurposes::add_block(const sim::LaunchInfo& launch, const std::vector<const void*>& barriers,
                                const BlockAccesses& accesses) {
  if (barriers.empty()) return;
  const std::string kernel = Sites::instance().symboliser().function(launch.entry_pc);
  std::map<const void*, Location> lines;
  std::map<Location, std::vector<bool>> crossings;
  for (std::size_t i = 0; i < barriers.size(); ++i) {
    auto [line, is_new] = lines.try_emplace(barriers[i]);
    if (is_new) line->second = line_of_call(barriers[i]);
    crossings.try_emplace(line->second, barriers.size(), false).first->second[i] = true;
  }

  std::map<SiteId, Location> places;
  const auto place = [&](SiteId site) -> const Location& {
    auto [at, is_new] = places.try_emplace(site);
    if (is_new) {
      at->second = Sites::instance().get(site).location();
      at->second.function.clear();
    }
    return at->second;
  };
  std::map<Location, Barrier> found;
  for (const auto& [line, gone] : crossings) {
    Barrier& barrier = found[line];
    barrier.crossings = static_cast<std::uint64_t>(std::ranges::count(gone, true));
    const std::vector<std::uint32_t> group = joined(gone);
    for (const bool shared : {false, true}) {
      // Of each pair the elements, once each: an element of 8 bytes is two words.
      std::map<PairKey, std::set<std::uint64_t>> elements;
      std::optional<NamedObject> object;
      for (const auto& [address, word] : accesses.words(shared)) {
        if (!word.written || word.accesses.size() < 2) continue;
        const std::set<SitePair> pairs = separated_pairs(word, group);
        if (pairs.empty()) continue;
        if (!object || address - object->begin >= object->variable.bytes) {
          object = object_at(shared ? Space::kShared : Space::kGlobal, address, launch);
        }
        const std::string array = object ? object->variable.name : std::string();
        const std::uint64_t size = object && object->variable.element_bytes != 0 ? object->variable.element_bytes : 4;
        const std::uint64_t element = object ? (address - object->begin) / size : address;
        for (auto [a, b] : pairs) {
          if (std::tuple(place(b.first), b.second) < std::tuple(place(a.first), a.second)) std::swap(a, b);
          elements[{array, place(a.first), place(b.first), access_kind(a.second), access_kind(b.second)}].insert(
              element);
        }
      }
      for (const auto& [key, members] : elements) barrier.pairs[key] += members.size();
    }
  }

  const std::scoped_lock lock(mutex_);
  for (const auto& [line, barrier] : found) {
    Barrier& total = barriers_[{kernel, line}];
    total.crossings += barrier.crossings;
    for (const auto& [key, count] : barrier.pairs) total.pairs[key] += count;
  }
}

std::vector<BarrierPurpose> BarrierPurposes::purposes() const {
  const std::scoped_lock lock(mutex_);
  std::vector<BarrierPurpose> all;
  for (const auto& [key, barrier] : barriers_) {
    BarrierPurpose purpose{.barrier = key.second, .kernel = key.first, .crossings = barrier.crossings};
    for (const auto& [pair, count] : barrier.pairs) {
      const auto& [array, a, b, kind_a, kind_b] = pair;
      purpose.separates.push_back({array, kind_a, kind_b, a, b, count});
    }
    all.push_back(std::move(purpose));
  }
  return all;
}

}  // namespace fencepost::detector
