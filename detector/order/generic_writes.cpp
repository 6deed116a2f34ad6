#include "detector/order/generic_writes.h"

namespace fencepost::detector {

void GenericWrites::add(std::uint64_t word, const Write& write) {
  const std::uint64_t number = word / kPageWords;
  if (number != last_number_) {
    std::unique_ptr<Page>& page = pages_[number];
    if (page == nullptr) page = std::make_unique<Page>();
    last_number_ = number;
    last_ = page.get();
  }
  Write* place = nullptr;
  for (Write& known : (*last_)[word % kPageWords]) {
    known.mask &= static_cast<std::uint8_t>(~write.mask);
    if (known.mask == 0 && place == nullptr) place = &known;
  }
  *place = write;  // Of four writes to other bytes none leaves this one a byte.
}

void GenericWrites::remove(std::uint64_t word, std::uint8_t mask) {
  const auto page = pages_.find(word / kPageWords);
  if (page == pages_.end()) return;
  for (Write& known : (*page->second)[word % kPageWords]) known.mask &= static_cast<std::uint8_t>(~mask);
}

std::span<const GenericWrites::Write> GenericWrites::of(std::uint64_t word) const {
  const auto page = pages_.find(word / kPageWords);
  if (page == pages_.end()) return {};
  return (*page->second)[word % kPageWords];
}

}  // namespace fencepost::detector
