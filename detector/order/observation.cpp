#include "detector/order/observation.h"

#include <algorithm>

namespace fencepost::detector {

Observation::Observation(std::span<const Record> records, const std::vector<TimedMoment>& moments) : moments_(moments) {
  for (const Record& record : records) {
    if ((record.kind & kStrong) == 0) continue;
    const Bytes bytes(record);
    if (std::ranges::find(of_bytes_, bytes, &OfBytes::bytes) == of_bytes_.end()) of_bytes_.emplace_back(bytes);
  }
  for (OfBytes& of : of_bytes_) {
    for (const Record& record : records) {
      if (record.writes() && (record.mask & of.bytes.mask) != 0) of.writes.push_back(&record);
      if (record.reads_strongly && Bytes(record) == of.bytes) of.reads.push_back(&record);
    }
    std::ranges::sort(of.writes, {}, &Record::last);
    for (std::size_t i = 0; i < of.writes.size(); ++i) {
      const Record& write = *of.writes[i];
      const bool goes_on = i > 0 && write.reads_strongly && morally_strong(*of.writes[i - 1], write);
      of.chain_begins.push_back(goes_on ? of.chain_begins.back() : write.last);
    }
  }
}

bool Observation::morally_strong(const Record& a, const Record& b) const {
  if ((a.kind & b.kind & kStrong) == 0 || Bytes(a) != Bytes(b)) return false;
  const TimedMoment& x = moments_[a.moment];
  const TimedMoment& y = moments_[b.moment];
  return (as_seen_by(a.kind | b.kind, x.cluster == y.cluster) & kOfBlock) == 0 ||
         x.at.real_block() == y.at.real_block();
}

std::uint32_t Observation::OfBytes::begin_of_chain(std::uint32_t time) const {
  const auto at = std::ranges::lower_bound(writes, time, {}, &Record::last);
  return chain_begins[static_cast<std::size_t>(at - writes.begin())];
}

bool Observation::continues(const Record& a, const Record& b) const {
  const auto of = std::ranges::find(of_bytes_, Bytes(b), &OfBytes::bytes);
  return Bytes(a) == Bytes(b) && of->begin_of_chain(b.last) <= a.last;
}

bool Observation::orders(const Record& write, const Record& later) {
  OfBytes& of = *std::ranges::find(of_bytes_, Bytes(write), &OfBytes::bytes);
  const auto [known, is_new] = of.observed.try_emplace(&later);
  Begins& begins = known->second;
  if (is_new) {
    const TimedMoment& now = moments_[later.moment];
    for (const Record* read : of.reads) {
      // In the same moment the order of a repeated access and another is known by its first time only.
      const bool same_moment = read->moment == later.moment;
      if (same_moment ? read->first >= later.first
                      : !LaunchOrder::before(moments_[read->moment].at, now.at, now.known.get()))
        continue;
      const std::uint32_t time = same_moment && read->last >= later.first ? read->first : read->last;
      // What it reads: the last write before it, or, being a write itself, the chain that it continues.
      const auto after = std::ranges::lower_bound(of.writes, time, {}, &Record::last);
      const bool writes_too = after != of.writes.end() && *after == read;
      if (!writes_too && (after == of.writes.begin() || !morally_strong(**std::prev(after), *read))) continue;
      const std::uint32_t begin =
          of.chain_begins[static_cast<std::size_t>(after - of.writes.begin()) - (writes_too ? 0 : 1)];
      std::uint32_t& end = begins[begin];
      end = std::max(end, time);
    }
  }
  const auto above = begins.upper_bound(write.last);
  return above != begins.begin() && write.last <= std::prev(above)->second;
}

}  // namespace fencepost::detector
