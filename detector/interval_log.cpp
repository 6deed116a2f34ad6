#include "detector/interval_log.h"

#include <algorithm>

namespace fencepost::detector {

std::uint32_t IntervalLog::make(std::uintptr_t address, Cell* cell, bool global) {
  EntryList list;
  list.address = address;
  list.cell = cell;
  list.global = global;
  list.capacity = 4;
  list.entries = allocate(list.capacity);
  lists_.push_back(list);
  return static_cast<std::uint32_t>(lists_.size() - 1);
}

ListEntry* IntervalLog::allocate(std::uint32_t count) {
  ListEntry* place = nullptr;
  if (count > kChunkEntries) {  // A word touched from thousands of lines.
    large_.push_back(std::make_unique<ListEntry[]>(count));
    place = large_.back().get();
  } else {
    if (used_ + count > kChunkEntries) {
      ++chunk_;
      used_ = 0;
    }
    if (chunk_ == chunks_.size()) chunks_.push_back(std::make_unique<ListEntry[]>(kChunkEntries));
    place = chunks_[chunk_].get() + used_;
    used_ += count;
  }
  std::fill_n(place, count, ListEntry{});
  return place;
}

void IntervalLog::clear() {
  lists_.clear();
  large_.clear();
  chunk_ = 0;
  used_ = 0;
}

void IntervalLog::settle_last_write(EntryList& list) {
  if (list.last_write == EntryList::kNone) return;
  const auto value = *reinterpret_cast<const volatile std::uint32_t*>(list.address);
  ListEntry& entry = list.entries[list.last_write];
  entry.add_value(value & bits_of(entry.accesses.mask));
  list.last_write = EntryList::kNone;
}

void IntervalLog::add(EntryList& list, const Entry& access) {
  if ((access.kind & kWrites) != 0 && list.last_writer != access.low) settle_last_write(list);
  ListEntry* same = nullptr;
  for (ListEntry& entry : list.all()) {
    if (conflicts(entry.accesses, access)) list.racy = true;
    if (!list.global && assume_lockstep(entry.accesses, access)) list.racy = true;
    if (entry.accesses.same_accesses(access)) same = &entry;
  }
  if (same != nullptr) {
    same->accesses.add(access.low);
  } else {
    if (list.count == list.capacity) {
      ListEntry* larger = allocate(list.capacity * 2);
      std::copy_n(list.entries, list.count, larger);
      list.entries = larger;
      list.capacity *= 2;
    }
    same = &list.entries[list.count++];
    same->accesses = access;
  }
  if ((access.kind & kWrites) != 0) {
    list.last_write = static_cast<std::uint32_t>(same - list.entries);
    list.last_writer = access.low;
  }
}

}  // namespace fencepost::detector
