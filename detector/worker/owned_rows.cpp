// Whether what rows access is somebody's, and what variables' rows read is written. Rows of a program's variables, such
// as the weights of a convolution in `__constant__` memory, are of places that all threads read.
#include "detector/worker/whole_pages.h"
#include "detector/worker/worker_shadow.h"
#include "sim/engine/memory/peers.h"
#include "sim/interface/program_variables.h"

namespace fencepost::detector {

bool WorkerShadow::owns(const Row& row) const {
  const ShadowRange& range = row.is_shared ? shared_ : arena_.cells;
  const std::uint8_t* const states = row.is_shared ? (memory_ != nullptr ? memory_->shared_owned_bytes() : nullptr)
                                                   : bytes_of(access_state.owned.words);
  if (states == nullptr || !range.contains(row.extent.begin) || !range.contains(row.extent.end() - 1)) return false;
  const auto all = [&](std::uintptr_t begin, std::uintptr_t end) {
    const std::size_t first = (begin - range.begin) / kWordBytes, last = (end - 1 - range.begin) / kWordBytes;
    if (!row.is_shared) MemoryState::of_arena().look_at(begin, end - begin);
    return all_have(states + first, last - first + 1, kAllBytes);
  };
  // Where there are gaps, place by place, unless it is less to look at them, too.
  const std::uint64_t places = row.turns * (row.thread_step == 0 ? 1 : row.threads);
  constexpr std::uint64_t kGaps = 8;
  if (row.extent.bytes / kWordBytes <= kGaps * places && all(row.extent.begin, row.extent.end())) return true;
  if (row.is_dense()) return false;
  return row.each_place([&](std::uintptr_t address, std::uint32_t) { return all(address, address + row.bytes); });
}

bool WorkerShadow::owns_in_array(const Extent& extent) {
  const bool is_known = access_state.owned.words != nullptr && arena_.memory != nullptr && sim::device_count() == 1;
  return is_known && arena_.cells.contains(extent.begin) && known_arrays_.contain(extent, whole_pages_.now(arena_));
}

Extent WorkerShadow::array_around(std::uintptr_t address, bool writes) {
  const OwnedWords& window = access_state.owned;
  if (window.words == nullptr || arena_.memory == nullptr) return {};
  if (address - window.begin < window.bytes) {
    const Extent array = known_arrays_.around(address, whole_pages_.now(arena_));
    const bool is_in_window = array.begin >= window.begin && array.end() <= window.begin + window.bytes;
    return is_in_window ? array : Extent{};
  }
  const auto* const pointer = reinterpret_cast<const void*>(address);  // NOLINT(performance-no-int-to-ptr)
  if (!module_.cells.contains(address) || (writes && sim::is_constant_variable(pointer))) return {};
  const sim::VariableBytes variable = sim::device_variable_at(pointer);
  return {reinterpret_cast<std::uintptr_t>(variable.begin), variable.bytes};
}

bool WorkerShadow::owns_of_variable(const Row& row) const {
  return row.each_place([&](std::uintptr_t address, std::uint32_t) {
    return module_.cells.contains(address) && is_owned(address, row.bytes, &module_);
  });
}

bool WorkerShadow::is_written_variable(const Row& row) const {
  if (module_.states == nullptr) return true;
  return row.each_place([&](std::uintptr_t address, std::uint32_t) {
    for (std::uintptr_t word = address; word < address + row.bytes; word += kWordBytes) {
      if (!module_.is_complete(module_.cells.cell(word))) return false;
    }
    return true;
  });
}

}  // namespace fencepost::detector
