#include "sim/engine/spin_watch.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "sim/engine/arena.h"
#include "sim/engine/state_hash.h"
#include "sim/interface/managed_variables.h"

namespace fencepost::sim {

SpinWatch::Verdict SpinWatch::judge(const Operation& operation, std::uint32_t threads, std::uint32_t exited) {
  if (exited != exited_) {
    exited_ = exited;
    restart();
  }
  turn_count_.operations = 0;
  if (!watches_) {
    ++turns_;
    hope_lost_ += operation.looks ? 1 : kTurnWithoutLook;
    if (hope_lost_ >= kHopeless) {
      hope_lost_ = 0;
      changed_ = true;
      return Verdict::kSpins;
    }
    if (turns_ < next_watch_) return Verdict::kYield;
    changed_ = true;
    watch();
    return Verdict::kYield;
  }
  ++watched_;
  const Find found = operation.address != nullptr ? find(operation) : Find::kNothing;
  if (found != Find::kUnseen) {
    ++looks_;
    fruitless_ = found == Find::kNews ? 0 : fruitless_ + 1;
  }
  // Where values change and come again, more is asked for: a loop over a lock is perhaps about to end.
  const std::uint32_t least = kLooks * (threads + 4);
  const std::uint32_t enough = least * (changed_ ? kWatchFactor / 2 : 1);
  if (fruitless_ >= enough) {
    watch();
    patience_ = kPatience;
    return Verdict::kSpins;
  }
  const bool only_counts = watched_ > least && looks_ == 0;
  const bool is_over = watched_ > least * kWatchFactor && fruitless_ == 0;
  // Twice as long where operations at which nobody looks come in between.
  if (only_counts || is_over || watched_ > 2 * least * kWatchFactor) {
    patience_ = std::min(2 * patience_, kMostPatience);
    next_watch_ = turns_ + patience_;
    changed_ = true;
    stop_watching();
    return Verdict::kYield;
  }
  return watched_ % kWatchedTurn == 0 ? Verdict::kYield : Verdict::kGoOn;
}

namespace {

/// Fibonacci hashing (Knuth, The Art of Computer Programming 3, 6.4).
constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15U;

std::uint64_t number_of(const void* address) { return reinterpret_cast<std::uintptr_t>(address); }
std::uint64_t number_of(const void* address, std::uint64_t value) { return number_of(address) ^ (value + 1) * kGolden; }

}  // namespace

template <class IsIt>
SpinWatch::Memory::Seen& SpinWatch::Memory::find(Table& table, std::uint64_t number, IsIt is_it) {
  const std::size_t size = table.places.size();
  std::size_t place = number * kGolden >> static_cast<unsigned>(std::countl_zero(size) + 1);
  while (table.places[place].address != nullptr && !is_it(table.places[place])) place = (place + 1) % size;
  return table.places[place];
}

template <class NumberOf>
void SpinWatch::Memory::make_room(Table& table, NumberOf number_of) {
  if (2 * table.count < table.places.size()) return;
  const BusySection busy;
  const std::size_t size = table.places.empty() ? kFirst : 2 * table.places.size();
  const std::vector<Seen> before = std::exchange(table.places, std::vector<Seen>(std::min(size, kMost)));
  table.count = 0;
  if (size > kMost) return;
  for (const Seen& seen : before) {
    if (seen.address == nullptr) continue;
    find(table, number_of(seen), [](const Seen&) { return false; }) = seen;
    ++table.count;
  }
}

void SpinWatch::Memory::forget() {
  for (Table* const table : {&values_, &last_}) {
    if (table->count == 0) continue;
    if (table->places.size() > kFirst) {
      table->places = {};
    } else {
      std::ranges::fill(table->places, Seen{});
    }
    table->count = 0;
  }
}

bool SpinWatch::Memory::was_last(const void* address, std::uint64_t value) {
  make_room(last_, [](const Seen& seen) { return number_of(seen.address); });
  Seen& seen = find(last_, number_of(address), [&](const Seen& other) { return other.address == address; });
  if (seen.address == address && seen.value == value) return true;
  if (seen.address == nullptr) ++last_.count;
  seen = {address, value};
  return false;
}

bool SpinWatch::Memory::had(const void* address, std::uint64_t value) {
  make_room(values_, [](const Seen& seen) { return number_of(seen.address, seen.value); });
  Seen& seen = find(values_, number_of(address, value),
                    [&](const Seen& other) { return other.address == address && other.value == value; });
  if (seen.address != nullptr) return true;
  ++values_.count;
  seen = {address, value};
  return false;
}

SpinWatch::Find SpinWatch::find(const Operation& operation) {
  if (memory_ == nullptr) memory_ = std::make_unique<Memory>();
  const auto [address, bytes, looks] = operation;
  std::uint64_t value = 0;
  if (bytes <= sizeof value) {
    std::memcpy(&value, address, bytes);
  } else {
    value = hash_bytes({static_cast<const std::byte*>(address), bytes});
  }
  if (is_managed_variable(address) || (arena_bounds.contains(address) && !arena_bounds.is_device_only(address))) {
    host_may_write_ = true;
  }
  if (memory_->was_last(address, value)) return Find::kNothing;
  changed_ = true;
  if (!looks) return Find::kUnseen;
  return memory_->had(address, value) ? Find::kOld : Find::kNews;
}

}  // namespace fencepost::sim
