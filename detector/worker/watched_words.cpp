// Words of which not all bytes are somebody's and written: the worker looks at every access to them.
#include <algorithm>
#include <bit>

#include "detector/worker/worker_shadow.h"
#include "sim/interface/current.h"

namespace fencepost::detector {

bool WorkerShadow::any_written(std::uintptr_t address, std::size_t bytes, const GlobalShadow* global) {
  if (global != nullptr) return global->memory->any_written(address, bytes);
  const std::uintptr_t end = std::min(address + bytes, shared_.begin + shared_.bytes);
  for (std::uintptr_t word = address / kWordBytes * kWordBytes; word < end; word += kWordBytes) {
    const Cell& c = shared_.cell(word);
    const bool in_list = cell::state(c) == cell::kList && log_[cell::list_number(c)].watched;
    const bool known =
        cell::epoch(c) == epoch_ ? !in_list : cell::was_touched(c, access_state.block_bits, access_state.epoch_bits);
    if (ordered_ == nullptr && (known || shared_rows_.is_written(word))) return true;
    const unsigned written = memory_->shared_written(word) | shared_rows_.written_bytes(word);
    if ((written & mask_of(word, address, end)) != 0) return true;
  }
  return false;
}

CheckedAccess WorkerShadow::checked_access(const WholeAccess& whole, unsigned kind, SiteId site) const {
  const bool writes = (kind & kWrites) != 0;
  return {.address = whole.address,
          .bytes = whole.bytes,
          .kind = kind,
          .site = site,
          .at = whole.by.value_or(instance(sim::current.thread)),
          .is_range = whole.is_range,
          .reads = !writes || whole.updates,
          .writes = writes};
}

void WorkerShadow::misaligned(const WholeAccess& whole, unsigned kind, SiteId site, const GlobalShadow* global) {
  if (memory_ == nullptr) return;
  const sim::BusySection busy;
  memory_->misaligned(checked_access(whole, kind, site), global == nullptr);
}

void WorkerShadow::outside_local(const LocalVariable& variable, std::uint64_t offset, std::size_t bytes, unsigned kind,
                                 SiteId site) {
  if (memory_ == nullptr) return;
  const sim::BusySection busy;
  CheckedAccess access = checked_access({.address = offset, .bytes = bytes}, kind, site);
  access.local = &variable;
  memory_->outside_local(access);
}

void WorkerShadow::invalid_address(const WholeAccess& whole, unsigned kind, SiteId site) {
  if (memory_ == nullptr) return;
  const sim::BusySection busy;
  memory_->invalid_address(checked_access(whole, kind, site));
}

void WorkerShadow::host_vtable(const WholeAccess& whole, SiteId site) {
  if (memory_ == nullptr) return;
  const sim::BusySection busy;
  memory_->host_vtable(checked_access(whole, kPlainRead, site));
}

CheckedWord WorkerShadow::check_memory_of_word(WholeAccess& whole, unsigned kind, SiteId site, GlobalShadow* global,
                                               std::uintptr_t word, unsigned mask) {
  const sim::BusySection busy;
  CheckedAccess access = checked_access(whole, kind, site);
  if (access.reads && access.bytes > kWordBytes) {
    if (!whole.asked) whole.some_written = any_written(whole.address, whole.bytes, global);
    whole.asked = true;
    access.some_written = whole.some_written;
  }
  if (global != nullptr) return memory_->global_word(access, *global->memory, word, mask);
  if (ordered_ == nullptr) memory_->note_shared_written(word, shared_rows_.written_bytes(word));
  return memory_->shared_word(access, word, mask);
}

std::pair<std::uintptr_t, std::uintptr_t> WorkerShadow::check_memory(WholeAccess& whole, unsigned kind, SiteId site,
                                                                     GlobalShadow* global) {
  const std::uintptr_t end = whole.address + whole.bytes;
  if (memory_ == nullptr) return {whole.address, end};
  std::pair<std::uintptr_t, std::uintptr_t> allowed(end, whole.address);
  const ShadowRange& range = global != nullptr ? global->cells : shared_;
  for (std::uintptr_t word = whole.address / kWordBytes * kWordBytes; word < end; word += kWordBytes) {
    if (!range.contains(std::max(word, whole.address))) break;
    unsigned mask = mask_of(word, whole.address, end);
    if (global == nullptr || !global->is_complete(range.cell(word))) {
      mask = check_memory_of_word(whole, kind, site, global, word, mask).mask;
    }
    if (mask == 0) continue;
    allowed.first = std::min(allowed.first, word + static_cast<unsigned>(std::countr_zero(mask)));
    allowed.second = word + static_cast<unsigned>(std::bit_width(mask));
  }
  return allowed;
}

void WorkerShadow::take_for_written(std::uintptr_t address, std::size_t bytes, GlobalShadow* global) {
  if (!memory_checks().written) return;
  const std::uintptr_t end = address + bytes;
  const ShadowRange& range = global != nullptr ? global->cells : shared_;
  for (std::uintptr_t word = address / kWordBytes * kWordBytes; word < end; word += kWordBytes) {
    if (!range.contains(std::max(word, address))) break;
    const unsigned mask = mask_of(word, address, end);
    if (global != nullptr) {
      global->memory->write_word(word, mask & global->memory->owned(word));
    } else {
      memory_->note_shared_written(word, mask & memory_->shared_owned(word));
    }
  }
}

bool WorkerShadow::is_owned(std::uintptr_t address, std::size_t bytes, const GlobalShadow* global) const {
  if (!memory_checks().bounds) return true;
  const std::uintptr_t end = address + bytes;
  const ShadowRange& range = global != nullptr ? global->cells : shared_;
  for (std::uintptr_t word = address / kWordBytes * kWordBytes; word < end; word += kWordBytes) {
    if (!range.contains(std::max(word, address))) break;
    const unsigned owned = global != nullptr ? global->memory->owned(word) : memory_->shared_owned(word);
    if ((mask_of(word, address, end) & ~owned) != 0) return false;
  }
  return true;
}

void WorkerShadow::check_bounds(const WholeAccess& whole, unsigned kind, SiteId site, GlobalShadow* global) {
  const sim::BusySection busy;
  CheckedAccess access = checked_access(whole, kind, site);
  access.reads = access.writes = false;  // Nothing is asked or told of what is written.
  const std::uintptr_t end = whole.address + whole.bytes;
  const ShadowRange& range = global != nullptr ? global->cells : shared_;
  for (std::uintptr_t word = whole.address / kWordBytes * kWordBytes; word < end; word += kWordBytes) {
    if (!range.contains(std::max(word, whole.address))) break;
    const unsigned mask = mask_of(word, whole.address, end);
    if (global != nullptr) {
      memory_->global_word(access, *global->memory, word, mask);
    } else {
      memory_->shared_word(access, word, mask);
    }
  }
}

void WorkerShadow::forget_owner(std::uintptr_t address, std::size_t bytes) {
  if (memory_ == nullptr || ordered_ != nullptr || access_state.bounds_only) return;
  if (access_state.pending.global != nullptr) settle_pending_write();
  const std::uintptr_t end = address + bytes;
  if (bytes != 0) open_pages({address, bytes});
  for (std::uintptr_t word = address / kWordBytes * kWordBytes; word < end; word += kWordBytes) {
    Cell& c = arena_.cells.cell(word);
    if (cell::epoch(c) != epoch_) continue;
    const std::uint32_t number = cell::state(c) == cell::kList ? cell::list_number(c) : to_list(c, word, &arena_);
    log_[number].watched = true;
    c = cell::make_list(access_state.epoch_bits, number);
  }
}

}  // namespace fencepost::detector
