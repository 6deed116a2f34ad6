#include "detector/observation.h"

#include <algorithm>

namespace fencepost::detector {

Observation::Observation(std::span<const Record> records, const std::vector<TimedMoment>& moments) : moments_(moments) {
  for (const Record& record : records) {
    if (record.writes()) writes_.push_back(&record);
    if (record.reads_strongly) reads_.push_back(&record);
  }
  std::ranges::sort(writes_, {}, &Record::last);
  for (std::size_t i = 0; i < writes_.size(); ++i) {
    const bool goes_on = i > 0 && writes_[i]->reads_strongly && morally_strong(*writes_[i - 1], *writes_[i]);
    chain_begins_.push_back(goes_on ? chain_begins_.back() : writes_[i]->last);
  }
}

bool Observation::morally_strong(const Record& a, const Record& b) const {
  if ((a.kind & b.kind & kStrong) == 0 || (a.mask & b.mask) == 0) return false;
  return ((a.kind | b.kind) & kOfBlock) == 0 ||
         moments_[a.moment].at.real_block() == moments_[b.moment].at.real_block();
}

std::uint32_t Observation::begin_of_chain(std::uint32_t time) const {
  const auto at = std::ranges::lower_bound(writes_, time, {}, &Record::last);
  return chain_begins_[static_cast<std::size_t>(at - writes_.begin())];
}

bool Observation::continues(const Record& a, const Record& b) const { return begin_of_chain(b.last) <= a.last; }

bool Observation::orders(const Record& write, const Record& later) {
  const auto [known, is_new] = observed_.try_emplace(&later);
  Begins& begins = known->second;
  if (is_new) {
    const TimedMoment& now = moments_[later.moment];
    for (const Record* read : reads_) {
      // In the same moment the order of a repeated access and another is known by its first time only.
      const bool same_moment = read->moment == later.moment;
      if (same_moment ? read->first >= later.first
                      : !LaunchOrder::before(moments_[read->moment].at, now.at, now.known.get()))
        continue;
      const std::uint32_t time = same_moment && read->last >= later.first ? read->first : read->last;
      // What it reads: the last write before it, or, being a write itself, the chain that it continues.
      const auto after = std::ranges::lower_bound(writes_, time, {}, &Record::last);
      const bool writes_too = after != writes_.end() && *after == read;
      if (!writes_too && (after == writes_.begin() || !morally_strong(**std::prev(after), *read))) continue;
      const std::uint32_t begin =
          chain_begins_[static_cast<std::size_t>(after - writes_.begin()) - (writes_too ? 0 : 1)];
      std::uint32_t& end = begins[begin];
      end = std::max(end, time);
    }
  }
  const auto above = begins.upper_bound(write.last);
  return above != begins.begin() && write.last <= std::prev(above)->second;
}

}  // namespace fencepost::detector
