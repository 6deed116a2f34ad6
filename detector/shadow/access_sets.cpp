#include "detector/shadow/access_sets.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace fencepost::detector {

namespace {

bool writes(const EntryKey& key) { return (key.kind & kWrites) != 0; }

}  // namespace

std::uint32_t AccessSets::with(std::uint32_t set, const Member& added) {
  std::uint64_t step = set;  // Below kMostSets.
  for (const auto& [bits, value] : {std::pair<unsigned, unsigned>{16, added.key.site},
                                    {5, added.key.kind},
                                    {4, added.key.mask},
                                    {10, added.low},
                                    {10, added.high},
                                    {1, added.several_warps ? 1U : 0U},
                                    {3, static_cast<unsigned>(added.left)}}) {
    step = step << bits | value;
  }
  Step& lately = lately_[place_of(step, 0)];
  if (lately.step != step) lately = {step, look_up(step, set, added)};
  return lately.set;
}

std::uint32_t AccessSets::look_up(std::uint64_t step, std::uint32_t set, const Member& added) {
  const auto [known, is_new] = steps_.try_emplace(step, kNone);
  if (!is_new) return known->second;
  const std::vector<Member>& members = sets_[set].members;
  if (std::ranges::find(members, added.key, &Member::key) != members.end()) {
    known->second = set;
  } else if (members.size() < kMostMembers && sets_.size() < kMostSets) {
    Set larger = sets_[set];
    larger.members.push_back(added);
    if (writes(added.key)) larger.written |= added.key.mask;
    known->second = static_cast<std::uint32_t>(sets_.size());
    sets_.push_back(std::move(larger));
  }
  return known->second;
}

std::uint32_t AccessSets::set_of(const Cell& c) {
  if (cell::state(c) == cell::kSet) return cell::set_number(c);
  const auto thread = static_cast<ThreadRank16>(c.first & cell::kThreadMask);
  std::uint32_t set = kEmpty;
  each_entry(c, *this, [&](const Entry& entry) {
    const bool alone = entry.low == thread && entry.high == thread;
    set = alone && set != kNone ? with(set, {.key = key_of(entry)}) : kNone;
  });
  return set;
}

bool AccessSets::add(Cell& c, std::uint64_t access) {
  const Entry added = cell::unpack_access(access);
  if ((c.first & cell::kThreadMask) != added.low) return false;
  const std::uint32_t set = set_of(c);
  if (set == kNone) return false;
  // A list knows the value of each write, a cell that of the last.
  const EntryKey key = key_of(added);
  const bool other_write = writes(key) && std::ranges::any_of(members(set), [&](const Member& member) {
                             return writes(member.key) && member.key != key;
                           });
  const std::uint32_t larger = other_write ? kNone : with(set, {.key = key});
  if (larger == kNone) return false;
  if (const std::uint64_t from = contents_of(c); from != 0) {
    const std::uint32_t bits = cell::key_bits(access);
    known_[place_of(from, bits)] = {from, bits, larger};
  }
  c = cell::make_set(access, larger, c.second);
  return true;
}

std::optional<std::uint32_t> AccessSets::keep(const EntryList& list, std::uint64_t epoch_bits) {
  ThreadRank16 least = static_cast<ThreadRank16>(cell::kThreadMask);
  std::uint32_t value = 0;
  std::uint8_t valued = 0;  // The bytes of the word that have it.
  std::size_t own = 0;      // Entries with another value than 0.
  bool agree = true;
  const auto left_by = [&](const ListEntry& entry) {
    if (!writes(key_of(entry.accesses))) return Left::kAsCell;
    if (!entry.has_value) return Left::kNothing;
    if (entry.values_differ) return Left::kSeveral;
    return entry.value == 0 ? Left::kZero : Left::kOwn;
  };
  for (const ListEntry& entry : list.all()) {
    least = std::min(least, entry.accesses.low);
    if (left_by(entry) != Left::kOwn) continue;
    agree = agree && ((entry.value ^ value) & bits_of(entry.accesses.mask & valued)) == 0;
    value |= entry.value;
    valued |= entry.accesses.mask;
    ++own;
  }
  if (!agree && own_values_.size() + own > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
  std::uint32_t set = kEmpty;
  for (const ListEntry& entry : list.all()) {
    const Entry& e = entry.accesses;
    const auto offset = [&](ThreadRank16 rank) { return static_cast<ThreadRank16>(rank - least); };
    const Left left = left_by(entry);
    const bool as_cell = left == Left::kOwn && agree;
    set = with(set, {key_of(e), offset(e.low), offset(e.high), e.several_warps, as_cell ? Left::kAsCell : left});
    if (set == kNone) return std::nullopt;
  }
  *list.cell = cell::make_set(epoch_bits | least, set, agree && valued != 0 ? cell::kHasValue : 0);
  if (agree) return value;
  const auto first = static_cast<std::uint32_t>(own_values_.size());
  for (const ListEntry& entry : list.all()) {
    if (left_by(entry) == Left::kOwn) own_values_.push_back(entry.value);
  }
  return first;
}

void AccessSets::take_value(ListEntry& entry, const Cell& c, const std::uint32_t& value, Left left,
                            std::uint32_t own) const {
  if (!writes(key_of(entry.accesses))) return;
  switch (left) {
    case Left::kAsCell:
      if ((c.second & cell::kHasValue) == 0) return;
      entry.add_value(value & bits_of(entry.accesses.mask));
      entry.values_differ = (c.second & cell::kValuesDiffer) != 0;
      return;
    case Left::kNothing:
      return;
    case Left::kZero:
      return entry.add_value(0);
    case Left::kSeveral:
      entry.add_value(0);
      entry.values_differ = true;
      return;
    case Left::kOwn:
      return entry.add_value(own_values_[value + own]);
  }
}

void AccessSets::forget() {
  own_values_.clear();
  if (sets_.size() < kManySets && steps_.size() < kManySets * 4) return;
  sets_.resize(1);
  steps_.clear();
  lately_.fill({});
  known_.fill({});
}

}  // namespace fencepost::detector
