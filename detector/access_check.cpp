// The part of an access check that the callbacks do not inline.
#include <algorithm>
#include <utility>

#include "detector/access_state.h"
#include "detector/foreign_access.h"
#include "detector/sites.h"
#include "detector/worker_shadow.h"
#include "sim/block_runner.h"
#include "sim/current.h"

namespace fencepost::detector {

void check_range(std::uintptr_t address, std::size_t bytes, unsigned kind, const void* pc) {
  AccessState& state = access_state;
  if (state.epoch_bits == 0 || bytes == 0) return;
  if (state.pending.global != nullptr) settle_pending_write();
  WorkerShadow& worker = *state.worker;
  const ShadowRange* range = &state.shared;
  GlobalShadow* global = nullptr;
  if (!range->contains(address)) {
    if (state.arena.contains(address)) {
      global = &worker.arena();
    } else if (state.module.contains(address)) {
      global = &worker.module();
    } else {
      check_foreign_access(address, bytes, kind, pc);
      return;
    }
    range = &global->cells;
  }
  SiteId site = Sites::instance().find(pc);
  if (site == 0)
    site = Sites::instance().number(pc, static_cast<std::uint32_t>(std::min<std::size_t>(bytes, 1U << 30)));
  const std::uint64_t access =
      state.epoch_bits | std::uint64_t{site} << cell::kSiteShift | cell::tag(kind, 0) | sim::current.thread;
  const std::uintptr_t end = std::min(address + bytes, range->begin + range->bytes);
  for (std::uintptr_t word = address / kWordBytes * kWordBytes; word < end; word += kWordBytes) {
    std::uint32_t mask = kAllBytes;
    if (word < address) mask &= kAllBytes << (address - word) & kAllBytes;
    if (end - word < kWordBytes) mask &= kAllBytes >> (kWordBytes - (end - word));
    Cell& c = range->cell(word);
    const std::uint64_t word_access = access | cell::tag(0, mask);
    const bool is_global_write = global != nullptr && kind == kWrites;
    if (!is_global_write && cell::repeats(c, word_access)) continue;
    if ((kind & kWrites) == 0 && cell::one_entry_of_other_thread(c, word_access)) {
      cell::add_reader(c, word_access);
      continue;
    }
    worker.access_word(c, word_access, global, word);
  }
  if (global != nullptr && kind == kWrites) state.pending = {global, address, end - address};
}

void check_word(Cell& c, std::uint64_t access, std::uintptr_t address, std::uint32_t bytes) {
  AccessState& state = access_state;
  GlobalShadow* global = state.shared.contains(address) ? nullptr : &state.worker->arena();
  state.worker->access_word(c, access, global, address / kWordBytes * kWordBytes);
  constexpr std::uint64_t kKindMask = cell::tag(0xF, 0);
  if (global != nullptr && (access & kKindMask) == cell::tag(kWrites, 0)) state.pending = {global, address, bytes};
}

void settle_pending_write() { access_state.worker->settle(std::exchange(access_state.pending, {})); }

void check_access(std::uintptr_t address, std::uint32_t bytes, unsigned kind, const void* pc) {
  check_range(address, bytes, kind, pc);
}

}  // namespace fencepost::detector
