// Sorting of numbers for Thrust's algorithms (sim/include/fencepost_sort.h).
#include "sim/include/fencepost_sort.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "sim/interface/current.h"
#include "sim/interface/observer.h"

namespace {

struct Item {
  std::uint64_t order;  ///< Unsigned integers in the order of the keys.
  std::uint64_t index;  ///< Where the key was.
};

std::uint64_t order_of(std::uint64_t bits, FencepostKeyKind kind, std::size_t bytes) {
  const std::uint64_t sign = std::uint64_t{1} << (8 * bytes - 1);
  const std::uint64_t all = sign | (sign - 1);
  switch (kind) {
    case kFencepostUnsignedKey:
      return bits;
    case kFencepostSignedKey:
      return bits ^ sign;
    case kFencepostFloatKey:
      if (bits == sign) bits = 0;  // -0 equals 0.
      return (bits & sign) != 0 ? ~bits & all : bits | sign;
  }
  return bits;
}

/// By digits of 8 bits, the lowest first; each pass keeps the order of equal digits.
void sort_items(std::vector<Item>& items, std::size_t bytes) {
  std::vector<Item> sorted(items.size());
  for (std::size_t digit = 0; digit < bytes; ++digit) {
    const auto digit_of = [digit](const Item& item) { return item.order >> (8 * digit) & 0xFF; };
    std::array<std::size_t, 256> begin{};
    for (const Item& item : items) ++begin.at(digit_of(item));
    std::size_t sum = 0;
    for (std::size_t& count : begin) sum += std::exchange(count, sum);
    for (const Item& item : items) sorted[begin.at(digit_of(item))++] = item;
    items.swap(sorted);
  }
}

void arrange(std::byte* elements, std::size_t bytes, const std::vector<Item>& items) {
  const std::vector<std::byte> before(elements, elements + bytes * items.size());
  for (const Item& item : items) {
    std::memcpy(elements, before.data() + item.index * bytes, bytes);
    elements += bytes;
  }
}

/// One access for each element.
void tell(void* elements, std::size_t count, std::size_t bytes, bool writes, const void* pc) {
  auto* element = static_cast<std::byte*>(elements);
  if (element == nullptr) return;
  for (std::size_t i = 0; i < count; ++i, element += bytes) {
    fencepost::sim::observers().accesses->on_range(element, bytes, writes, pc);
  }
}

}  // namespace

void fencepost_sort(void* keys, std::size_t count, FencepostKeyKind kind, std::size_t key_bytes, bool descending,
                    void* values, std::size_t value_bytes) {
  const void* const pc = __builtin_return_address(0);
  tell(keys, count, key_bytes, false, pc);
  tell(values, count, value_bytes, false, pc);
  {
    const fencepost::sim::BusySection busy;
    std::vector<Item> items(count);
    for (std::size_t i = 0; i < count; ++i) {
      std::uint64_t bits = 0;
      std::memcpy(&bits, static_cast<const std::byte*>(keys) + i * key_bytes, key_bytes);
      const std::uint64_t order = order_of(bits, kind, key_bytes);
      items[i] = {descending ? ~order : order, i};
    }
    sort_items(items, key_bytes);
    arrange(static_cast<std::byte*>(keys), key_bytes, items);
    if (values != nullptr) arrange(static_cast<std::byte*>(values), value_bytes, items);
  }
  tell(keys, count, key_bytes, true, pc);
  tell(values, count, value_bytes, true, pc);
}
