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

void PastEntry::merge(const PastEntry& other) {
  add(other.low);
  if (!other.one_block()) add(other.high);
  values_differ = values_differ || other.values_differ || (has_value && other.has_value && value != other.value);
  if (other.has_value) {
    has_value = true;
    value = other.value;
  }
}

bool blocks_conflict(const PastEntry& a, const PastEntry& b) {
  return (a.mask & b.mask) != 0 && kinds_conflict_between_blocks(a.kind, b.kind) &&
         (a.low.block != b.low.block || !a.one_block() || !b.one_block());
}

PastEntry past_of(const ListEntry& entry, std::uint64_t block, std::uint32_t interval) {
  PastEntry past;
  past.site = entry.accesses.site;
  past.kind = entry.accesses.kind;
  past.mask = entry.accesses.mask;
  past.has_value = entry.has_value;
  past.values_differ = entry.values_differ;
  past.value = entry.value;
  past.low = past.high = {block, interval, entry.accesses.low};
  return past;
}

bool History::add(std::uint32_t& head, const PastEntry& added) {
  bool conflict = false;
  std::uint32_t same = 0;
  for (std::uint32_t i = head; i != 0; i = at(i).next) {
    const PastEntry& entry = at(i);
    conflict = conflict || blocks_conflict(entry, added);
    if (entry.site == added.site && entry.kind == added.kind && entry.mask == added.mask) same = i;
  }
  if (same != 0) {
    at(same).merge(added);
  } else {
    if (count_ / kChunkEntries == chunks_.size()) chunks_.push_back(std::make_unique<PastEntry[]>(kChunkEntries));
    at(count_) = added;
    at(count_).next = head;
    head = count_++;
  }
  return conflict;
}

void History::clear() {
  count_ = 1;
  if (chunks_.size() > kKeptChunks) chunks_.resize(kKeptChunks);
}

}  // namespace fencepost::detector
