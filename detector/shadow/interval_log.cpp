#include "detector/shadow/interval_log.h"

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
  many_.clear();
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

/// The sum of a kind and mask stands for its entries: it has a thread other than that of `access` if one of them has.
/// Not so for lockstep, where it matters which.
bool IntervalLog::clashes(const EntryList& list, const Entry& access) const {
  const auto conflicts_with = [&](const Entry& accesses) { return conflicts(accesses, access); };
  const auto locksteps_with = [&](const ListEntry& entry) { return assume_lockstep(entry.accesses, access); };
  const std::span<const ListEntry> all(list.entries, list.count);
  if (list.many != EntryList::kNone) {
    if (std::ranges::any_of(many_[list.many].sums, conflicts_with)) return true;
  } else if (std::ranges::any_of(all, conflicts_with, &ListEntry::accesses)) {
    return true;
  }
  const bool may_lockstep = !list.global && kinds_assume_lockstep(access.kind, access.kind ^ kWrites);
  return may_lockstep && std::ranges::any_of(all, locksteps_with);
}

ListEntry* IntervalLog::find(const EntryList& list, const Entry& access) const {
  if (list.many != EntryList::kNone) {
    const std::uint32_t place = many_[list.many].index.find(key_of(access));
    return place != EntryIndex::kNone ? &list.entries[place] : nullptr;
  }
  ListEntry* const end = list.entries + list.count;
  ListEntry* const found =
      std::find_if(list.entries, end, [&](const ListEntry& entry) { return entry.accesses.same_accesses(access); });
  return found != end ? found : nullptr;
}

void IntervalLog::make_many(EntryList& list) {
  list.many = static_cast<std::uint32_t>(many_.size());
  Many& many = many_.emplace_back();
  for (std::uint32_t i = 0; i < list.count; ++i) {
    many.index.add(key_of(list.entries[i].accesses), i);
    add_to_sums(many.sums, list.entries[i].accesses);
  }
}

void IntervalLog::add_to_sums(std::vector<Entry>& sums, const Entry& accesses) {
  const auto sum =
      std::ranges::find_if(sums, [&](const Entry& e) { return e.kind == accesses.kind && e.mask == accesses.mask; });
  if (sum == sums.end()) {
    sums.push_back(accesses);
  } else {
    sum->merge(accesses);
  }
}

ListEntry& IntervalLog::append(EntryList& list, const Entry& accesses) {
  if (list.count == list.capacity) {
    ListEntry* larger = allocate(list.capacity * 2);
    std::copy_n(list.entries, list.count, larger);
    list.entries = larger;
    list.capacity *= 2;
  }
  ListEntry& entry = list.entries[list.count++];
  entry.accesses = accesses;
  if (list.many != EntryList::kNone) {
    many_[list.many].index.add(key_of(accesses), list.count - 1);
  } else if (list.count > kFewEntries) {
    make_many(list);
  }
  return entry;
}

/// An access that its thread alone has made, and made before, was compared with all others when they or it came first.
ListEntry& IntervalLog::enter(EntryList& list, const Entry& access) {
  const bool writes = (access.kind & kWrites) != 0;
  if (writes && list.last_writer != access.low) settle_last_write(list);
  ListEntry* same = find(list, access);
  const bool again = same != nullptr && !same->accesses.has_other_than(access.low);
  if (!again) list.racy = list.racy || clashes(list, access);
  if (same != nullptr) {
    same->accesses.add(access.low);
  } else {
    same = &append(list, access);
  }
  if (!again && !list.racy && list.many != EntryList::kNone) add_to_sums(many_[list.many].sums, access);
  if (writes) {
    list.last_write = static_cast<std::uint32_t>(same - list.entries);
    list.last_writer = access.low;
  }
  return *same;
}

void IntervalLog::add(EntryList& list, const Entry& access) { enter(list, access); }

void IntervalLog::add(std::uint32_t number, std::uint64_t access) {
  EntryList& list = lists_[number];
  const ListEntry& entry = enter(list, cell::unpack_access(access));
  if (list.watched) return;
  recent_[place_of(number, access)] = {access, number, static_cast<std::uint32_t>(&entry - list.entries)};
}

}  // namespace fencepost::detector
