#include "detector/shadow/access_sets.h"

#include <algorithm>
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
                                    {1, added.several_warps ? 1U : 0U}}) {
    step = step << bits | value;
  }
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
  std::uint8_t written = 0;
  std::optional<bool> differ;  // Whether the values of each write do.
  for (const ListEntry& entry : list.all()) {
    least = std::min(least, entry.accesses.low);
    if ((entry.accesses.kind & kWrites) == 0) continue;
    const std::uint32_t common = bits_of(entry.accesses.mask & written);
    if (!entry.has_value || differ.value_or(entry.values_differ) != entry.values_differ) return std::nullopt;
    if (((entry.value ^ value) & common) != 0) return std::nullopt;
    differ = entry.values_differ;
    value |= entry.value;
    written |= entry.accesses.mask;
  }
  std::uint32_t set = kEmpty;
  for (const ListEntry& entry : list.all()) {
    const Entry& e = entry.accesses;
    const auto offset = [&](ThreadRank16 rank) { return static_cast<ThreadRank16>(rank - least); };
    set = with(set, {key_of(e), offset(e.low), offset(e.high), e.several_warps});
    if (set == kNone) return std::nullopt;
  }
  const std::uint64_t values = (differ ? cell::kHasValue : 0) | (differ.value_or(false) ? cell::kValuesDiffer : 0);
  *list.cell = cell::make_set(epoch_bits | least, set, values);
  return value;
}

void AccessSets::forget_if_many() {
  if (sets_.size() < kManySets && steps_.size() < kManySets * 4) return;
  sets_.resize(1);
  steps_.clear();
  known_.fill({});
}

}  // namespace fencepost::detector
