#include "detector/shadow/memory_faults.h"

#include <tuple>

namespace fencepost::detector {

namespace {

bool comes_before(const MemoryFault& a, const MemoryFault& b) {
  return std::tie(a.at, a.address, a.bytes) < std::tie(b.at, b.address, b.bytes);
}

bool touches(const MemoryFault& fault, const std::unordered_set<std::uint64_t>& words) {
  if (words.empty()) return false;
  for (std::uint64_t word = fault.address / kWordBytes; word * kWordBytes < fault.address + fault.bytes; ++word) {
    if (words.contains(word)) return true;
  }
  return false;
}

}  // namespace

void FaultLog::add(const MemoryFault& fault) {
  const Key key{fault.kind, fault.space, fault.site, fault.access, fault.partial, fault.half_written, fault.is_vtable};
  const Place place{key, fault.address, fault.space == Space::kShared ? fault.at.interval : 0};
  const auto [at, is_new] = places_[fault.space].try_emplace(place, fault);
  if (!is_new && comes_before(fault, at->second)) at->second = fault;
}

void FaultLog::end(Space space, const std::unordered_set<std::uint64_t>& racy_words) {
  const auto places = places_.extract(space);
  if (places.empty()) return;
  for (const auto& [place, fault] : places.mapped()) {
    const bool depends_on_order = fault.kind == Kind::kUninitializedRead || fault.kind == Kind::kUseAfterFree;
    if (depends_on_order && touches(fault, racy_words)) continue;
    const auto [at, is_new] = records_.try_emplace(std::get<Key>(place), Record{fault, 1});
    if (is_new) continue;
    if (comes_before(fault, at->second.least)) at->second.least = fault;
    ++at->second.occurrences;
  }
}

void FaultLog::merge(const FaultLog& other) {
  // Workers may have met the same place of global memory: counted when both are here.
  for (const auto& [space, places] : other.places_) {
    for (const auto& [place, fault] : places) add(fault);
  }
  for (const auto& [key, added] : other.records_) {
    const auto [at, is_new] = records_.try_emplace(key, added);
    if (is_new) continue;
    if (comes_before(added.least, at->second.least)) at->second.least = added.least;
    at->second.occurrences += added.occurrences;
  }
}

void FaultLog::clear() {
  places_.clear();
  records_.clear();
}

}  // namespace fencepost::detector
