#include "detector/history.h"

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
  return (mask & other_mask) != 0 && kinds_conflict_between_blocks(kind, other_kind) &&
         (low.block != block || !one_block());
}

bool blocks_conflict(const PastEntry& a, const PastEntry& b) {
  return a.conflicts(b.kind, b.mask, b.low.block) || a.conflicts(b.kind, b.mask, b.high.block);
}

bool History::add(std::uint32_t& head, const ListEntry& added, const Instance& where) {
  const Entry& accesses = added.accesses;
  bool conflict = false;
  std::uint32_t same = 0;
  for (std::uint32_t i = head; i != 0; i = at(i).next) {
    const PastEntry& entry = at(i);
    conflict = conflict || entry.conflicts(accesses.kind, accesses.mask, where.block);
    if (entry.site == accesses.site && entry.kind == accesses.kind && entry.mask == accesses.mask) same = i;
  }
  if (same != 0) {
    at(same).merge(added, where);
    return conflict;
  }
  if (count_ / kChunkEntries == chunks_.size()) chunks_.push_back(std::make_unique<PastEntry[]>(kChunkEntries));
  // Member by member: a copy of what was just written in smaller pieces would wait for them.
  PastEntry& entry = at(count_);
  entry.site = accesses.site;
  entry.kind = accesses.kind;
  entry.mask = accesses.mask;
  entry.has_value = added.has_value;
  entry.values_differ = added.values_differ;
  entry.value = added.value;
  entry.low.block = entry.high.block = where.block;
  entry.low.interval = entry.high.interval = where.interval;
  entry.low.thread = entry.high.thread = where.thread;
  entry.next = head;
  head = count_++;
  return conflict;
}

void History::clear() {
  count_ = 1;
  if (chunks_.size() > kKeptChunks) chunks_.resize(kKeptChunks);
}

}  // namespace fencepost::detector
