#include "detector/shadow/history.h"

#include <algorithm>

namespace fencepost::detector {

void PastEntry::add(const Instance& access) {
  if (access.block == low.block) {
    if (access < low) {
      if (one_block()) high = access;
      low = access;
    }
  } else if (access.block < low.block) {
    high = low;
    low = access;
  } else if (one_block() || access.block < high.block || (access.block == high.block && access < high)) {
    high = access;
  }
}

/// Of a PastEntry or a ListEntry.
template <class Other>
void PastEntry::merge_values(const Other& other) {
  values_differ = values_differ || other.values_differ || (has_value && other.has_value && value != other.value);
  if (other.has_value) {
    has_value = true;
    value = other.value;
  }
}

void PastEntry::merge(const PastEntry& other) {
  add(other.low);
  if (!other.one_block()) add(other.high);
  merge_values(other);
}

void PastEntry::merge(const ListEntry& other, const Instance& where) {
  add(where);
  merge_values(other);
}

bool PastEntry::conflicts(unsigned other_kind, unsigned other_mask, std::uint64_t block) const {
  return accesses_conflict_between_blocks(kind, mask, other_kind, other_mask) && (low.block != block || !one_block());
}

bool blocks_conflict(const PastEntry& a, const PastEntry& b) {
  return a.conflicts(b.kind, b.mask, b.low.block) || a.conflicts(b.kind, b.mask, b.high.block);
}

void add_to_sums(std::vector<PastEntry>& sums, const PastEntry& added) {
  const auto sum =
      std::ranges::find_if(sums, [&](const PastEntry& e) { return e.kind == added.kind && e.mask == added.mask; });
  if (sum == sums.end()) {
    sums.push_back(added);
  } else {
    sum->add(added.low);
    if (!added.one_block()) sum->add(added.high);
  }
}

PastEntry* PastEntries::find(const EntryKey& key) {
  if (entries_.size() > kFewEntries) {
    const std::uint32_t place = index_.find(key);
    return place != EntryIndex::kNone ? &entries_[place] : nullptr;
  }
  const auto found = std::ranges::find_if(entries_, [&](const PastEntry& e) { return key_of(e) == key; });
  return found != entries_.end() ? &*found : nullptr;
}

void PastEntries::add(const PastEntry& entry) {
  if (PastEntry* const same = find(key_of(entry))) return same->merge(entry);
  entries_.push_back(entry);
  if (entries_.size() <= kFewEntries) return;
  const auto first = static_cast<std::uint32_t>(entries_.size() == kFewEntries + 1 ? 0 : entries_.size() - 1);
  for (std::uint32_t i = first; i < entries_.size(); ++i) index_.add(key_of(entries_[i]), i);
}

void PastEntries::clear() {
  entries_.clear();
  index_ = {};
}

bool PastEntries::conflict(bool strictly) const {
  std::vector<PastEntry> sums;
  if (entries_.size() > kFewEntries) {
    for (const PastEntry& entry : entries_) add_to_sums(sums, entry);
  }
  const std::span<const PastEntry> compared = sums.empty() ? all() : sums;
  return std::ranges::any_of(compared, [&](const PastEntry& a) {
    if (strictly && (a.kind & (kWrites | kStrong)) == kWrites) return false;
    return std::ranges::any_of(compared, [&](const PastEntry& b) { return blocks_conflict(a, b); });
  });
}

std::uint32_t History::number_of(std::uint32_t head, const EntryKey& key) const {
  if (has_many(head)) {
    const std::uint32_t number = many_.at((*this)[head].last).index.find(key);
    return number != EntryIndex::kNone ? number : 0;
  }
  while (head != 0 && key_of((*this)[head]) != key) head = (*this)[head].next;
  return head;
}

const PastEntry* History::find(std::uint32_t head, const EntryKey& key) const {
  const std::uint32_t number = number_of(head, key);
  return number != 0 ? &(*this)[number] : nullptr;
}

bool History::add(std::uint32_t& head, const ListEntry& added, const Instance& where) {
  const Entry& accesses = added.accesses;
  const auto conflicts = [&](const PastEntry& entry) {
    return entry.conflicts(accesses.kind, accesses.mask, where.block);
  };
  bool conflict = false;
  if (has_many(head)) {
    conflict = std::ranges::any_of(many_.at(at(head).last).sums, conflicts);
  } else {
    for (std::uint32_t i = head; i != 0 && !conflict; i = at(i).next) conflict = conflicts(at(i));
  }
  std::uint32_t number = number_of(head, key_of(accesses));
  if (number != 0) {
    at(number).merge(added, where);
  } else {
    number = head = append(head, added, where);
  }
  if (has_many(head)) add_to_sums(many_.at(at(head).last).sums, at(number));
  return conflict;
}

/// Puts an entry before `head`. Returns its number.
std::uint32_t History::append(std::uint32_t head, const ListEntry& added, const Instance& where) {
  if (count_ / kChunkEntries == chunks_.size()) chunks_.push_back(std::make_unique<PastEntry[]>(kChunkEntries));
  // Member by member: a copy of what was just written in smaller pieces would wait for them.
  PastEntry& entry = at(count_);
  entry.site = added.accesses.site;
  entry.kind = added.accesses.kind;
  entry.mask = added.accesses.mask;
  entry.has_value = added.has_value;
  entry.values_differ = added.values_differ;
  entry.value = added.value;
  entry.low.block = entry.high.block = where.block;
  entry.low.interval = entry.high.interval = where.interval;
  entry.low.thread = entry.high.thread = where.thread;
  entry.next = head;
  entry.length = head != 0 ? at(head).length + 1 : 1;
  entry.last = head != 0 ? at(head).last : count_;
  if (entry.length == kFewEntries + 1) {
    Many& many = many_[entry.last];
    for (std::uint32_t i = count_; i != 0; i = at(i).next) {
      many.index.add(key_of(at(i)), i);
      add_to_sums(many.sums, at(i));
    }
  } else if (entry.length > kFewEntries) {
    many_.at(entry.last).index.add(key_of(entry), count_);
  }
  return count_++;
}

void History::clear() {
  count_ = 1;
  many_.clear();
  if (chunks_.size() > kKeptChunks) chunks_.resize(kKeptChunks);
}

}  // namespace fencepost::detector
