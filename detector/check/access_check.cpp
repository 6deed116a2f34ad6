// The part of an access check that the callbacks do not inline.
#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include "detector/check/foreign_access.h"
#include "detector/check/host_variables.h"
#include "detector/check/misaligned_store.h"
#include "detector/check/unchecked_block.h"
#include "detector/order/ordered_log.h"
#include "detector/shadow/access_state.h"
#include "detector/symbols/sites.h"
#include "detector/worker/access_listener.h"
#include "detector/worker/worker_shadow.h"
#include "sim/engine/block_runner.h"
#include "sim/engine/memory/peers.h"
#include "sim/interface/config.h"
#include "sim/interface/current.h"
#include "sim/interface/host_watch.h"
#include "sim/interface/program_variables.h"

namespace fencepost::detector {

namespace {

constexpr bool is_plain_global_write(const GlobalShadow* global, unsigned kind) {
  return global != nullptr && kind == kWrites;
}

/// For an address in the program's data segment.
bool is_forbidden(std::uintptr_t address, unsigned kind) {
  return in_host_variable(address) ||
         ((kind & kWrites) != 0 && sim::is_constant_variable(reinterpret_cast<const void*>(address)));
}

/// The compiler tells an access as a range where it knows that it is not aligned: members of packed structs, too. What
/// the variable is decides later.
bool is_misaligned(const WholeAccess& whole, bool of_arena) {
  if (whole.is_range && (of_arena || whole.bytes > 16 || !std::has_single_bit(whole.bytes))) return false;
  return (whole.address & (whole.bytes - 1)) != 0;
}

/// An address so little above a callee's frame lies on the thread's own stack, or on the page that guards the next one.
/// True of most others that are a local variable's, too.
bool is_local(std::uintptr_t address) {
  constexpr std::uintptr_t kNear = 2048;
  if (address - reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) < kNear) return true;
  const auto* const pointer = reinterpret_cast<const void*>(address);  // NOLINT(performance-no-int-to-ptr)
  const sim::BlockRunner* const runner = sim::current.runner;
  return runner != nullptr && runner->is_surely_local(pointer);
}

/// An access to [address, end), whose first word has the cell `c`. `access`: without the bytes. `whole`: what it is a
/// part of.
void access_words(Cell* c, std::uint64_t access, std::uintptr_t address, std::uintptr_t end, GlobalShadow* global,
                  WholeAccess& whole) {
  WorkerShadow& worker = *access_state.worker;
  const unsigned kind = cell::unpack_access(access).kind;
  for (std::uintptr_t word = address / kWordBytes * kWordBytes; word < end; word += kWordBytes, ++c) {
    const std::uint64_t word_access = access | cell::tag(0, mask_of(word, address, end));
    if (global != nullptr && cell::is_strong_write(word_access)) worker.note_strong_write(*global, global->word_of(*c));
    if (!is_plain_global_write(global, kind) && cell::repeats(*c, word_access)) continue;
    if ((kind & kWrites) == 0 && cell::one_entry_of_other_thread(*c, word_access)) {
      cell::add_thread(*c, word_access);
      continue;
    }
    if (cell::makes_two(*c, word_access, kind == kPlainRead)) {
      cell::add_second(*c, word_access);
      continue;
    }
    if (cell::repeats_second(*c, word_access) || worker.access_as_before(*c, word_access)) continue;
    worker.access_word(*c, word_access, global, word, &whole);
  }
  if (is_plain_global_write(global, kind)) worker.announce_write(*global, address, end - address);
}

/// It is memory of another device, or mapped memory, which the running kernel's may not access.
bool is_out_of_reach(std::uintptr_t address, bool writes) {
  if (sim::device_count() == 1) return false;
  const auto* const pointer = reinterpret_cast<const void*>(address);  // NOLINT(performance-no-int-to-ptr)
  return !sim::reaches(sim::current.runner->launch()->device, pointer, writes);
}

/// Whose memory it is: a range of global memory; null: shared memory; nullopt: neither.
[[gnu::always_inline]] inline std::optional<GlobalShadow*> home_of(std::uintptr_t address, bool writes) {
  WorkerShadow& worker = *access_state.worker;
  if (worker.shared().contains(address)) return nullptr;
  if (worker.arena().cells.contains(address)) {
    if (is_out_of_reach(address, writes)) return std::nullopt;
    return &worker.arena();
  }
  if (access_state.module.contains(address)) return &worker.module();
  return std::nullopt;
}

SiteId site_of(const void* pc, std::size_t bytes) {
  const SiteId site = Sites::instance().find(pc);
  if (site != 0) return site;
  return Sites::instance().number(pc, static_cast<std::uint32_t>(std::min<std::size_t>(bytes, 1U << 30)));
}

/// To the shared memory of another block of the cluster, whose worker knows what is there.
void check_in_cluster(const OrderedCluster::Member& owner, WholeAccess& whole, unsigned kind, const void* pc) {
  const AccessState& state = access_state;
  sim::current.runner->stop_if_requested(pc);
  const SiteId site = site_of(pc, whole.bytes);
  const sim::BusySection busy;
  std::pair<std::uintptr_t, std::uintptr_t> allowed(whole.address, whole.address + whole.bytes);
  if (owner.worker != nullptr) {
    whole.by = state.worker->instance(sim::current.thread);
    if (is_misaligned(whole, false)) owner.worker->misaligned(whole, kind, site, nullptr);
    allowed = owner.worker->check_memory(whole, kind, site, nullptr);
  }
  const auto [begin, end] = allowed;
  if (begin < end) state.ordered->access(sim::current.thread, begin, end - begin, kind, site, true);
}

const OrderedCluster::Member* owner_in_cluster(std::uintptr_t address) {
  return access_state.ordered != nullptr ? access_state.ordered->owner_in_cluster(address) : nullptr;
}

/// What was pending has been settled.
void check_bytes(WholeAccess& whole, unsigned kind, const void* pc) {
  AccessState& state = access_state;
  const std::uintptr_t address = whole.address;
  const std::size_t bytes = whole.bytes;
  WorkerShadow& worker = *state.worker;
  const auto home = home_of(address, (kind & kWrites) != 0);
  if (!home) {
    if (const OrderedCluster::Member* const owner = owner_in_cluster(address)) {
      return check_in_cluster(*owner, whole, kind, pc);
    }
    return check_foreign_access(address, bytes, kind, pc);
  }
  GlobalShadow* const global = *home;
  const ShadowRange& range = global != nullptr ? global->cells : worker.shared();
  if (state.listener != nullptr || state.ordered != nullptr) sim::current.runner->stop_if_requested(pc);
  if (state.listener != nullptr) state.listener->on_access(address, bytes, kind, pc);
  const SiteId site = site_of(pc, bytes);
  if (global == &worker.module() && is_forbidden(address, kind)) return worker.invalid_address(whole, kind, site);
  if (is_misaligned(whole, global != nullptr && global != &worker.module()))
    worker.misaligned(whole, kind, site, global);
  if (global == &worker.arena()) {
    if (kind == kPlainRead && state.listener == nullptr &&
        (worker.is_quiet(address, bytes) || worker.note_first_read(address, bytes, site))) {
      return;
    }
    if (state.ordered != nullptr && (kind & kWrites) != 0) worker.note_ordered_write(address, bytes);
  }
  if (state.ordered != nullptr) {
    const sim::BusySection busy;
    const auto [begin, end] = worker.check_memory(whole, kind, site, global);
    if (begin >= end) return;
    return state.ordered->access(sim::current.thread, begin, end - begin, kind, site, global == nullptr);
  }
  const std::uint64_t access =
      state.epoch_bits | std::uint64_t{site} << cell::kSiteShift | cell::tag(kind, 0) | sim::current.thread;
  const std::uintptr_t end = std::min(address + bytes, range.begin + range.bytes);
  access_words(&range.cell(address), access, address, end, global, whole);
}

}  // namespace

void report_misaligned_store(std::uintptr_t address, std::size_t bytes, const void* pc) {
  const auto home = home_of(address, true);
  if (!home) return;
  access_state.worker->misaligned({.address = address, .bytes = bytes}, kWrites, site_of(pc, bytes), *home);
}

void store_bit_field(std::uintptr_t address, std::size_t bytes) {
  if (access_state.epoch_bits == 0 || is_local(address)) return;
  if (const auto home = home_of(address, true)) access_state.worker->take_for_written(address, bytes, *home);
}

void check_bounds(std::uintptr_t address, std::size_t bytes, unsigned kind, const void* pc) {
  if (bytes == 0 || !sim::current.in_kernel || is_local(address)) return;
  WorkerShadow& worker = *access_state.worker;
  const auto home = home_of(address, (kind & kWrites) != 0);
  if (!home) return check_foreign_access(address, bytes, kind, pc);
  GlobalShadow* const global = *home;
  const bool forbidden = global == &worker.module() && is_forbidden(address, kind);
  if (!forbidden && worker.is_owned(address, bytes, global)) return;
  const SiteId site = site_of(pc, bytes);
  const WholeAccess whole{.address = address, .bytes = bytes};
  if (forbidden) return worker.invalid_address(whole, kind, site);
  worker.check_bounds(whole, kind, site, global);
}

void check_access(std::uintptr_t address, std::uint32_t bytes, unsigned kind, const void* pc) {
  // Arrays that do not fit into registers: most of what the callbacks do not decide.
  if (is_local(address)) return;
  WholeAccess whole{.address = address, .bytes = bytes};
  check_bytes(whole, kind, pc);
}

void check_range(std::uintptr_t address, std::size_t bytes, unsigned kind, const void* pc) {
  AccessState& state = access_state;
  if (bytes == 0) return;
  if (state.epoch_bits == 0) return check_outside_intervals(address, bytes, kind, pc);
  if (state.pending.global != nullptr && !state.worker->settle_whole_words(state.pending)) settle_pending_write();
  if (is_local(address)) return;
  WholeAccess whole{.address = address, .bytes = bytes, .is_range = true};
  check_bytes(whole, kind, pc);
}

void check_word(Cell& c, std::uint64_t access, std::uintptr_t address, std::uint32_t bytes) {
  AccessState& state = access_state;
  // The callbacks come here with shared and device memory only.
  GlobalShadow* global = state.shared.contains(address) ? nullptr : &state.worker->arena();
  state.worker->access_word(c, access, global, address / kWordBytes * kWordBytes, nullptr);
  constexpr std::uint64_t kKindMask = cell::tag(kKinds - 1, 0);
  if (global != nullptr && (access & kKindMask) == cell::tag(kWrites, 0)) {
    state.worker->announce_write(*global, address, bytes);
  }
}

void check_words(Cell* c, std::uint64_t access, std::uintptr_t address, std::uint32_t bytes) {
  AccessState& state = access_state;
  const bool shared = state.shared.contains(address);
  const ShadowRange& range = shared ? state.shared : state.arena;
  WholeAccess whole{.address = address, .bytes = bytes};
  access_words(c, access & ~cell::tag(0, kAllBytes), address, std::min(address + bytes, range.begin + range.bytes),
               shared ? nullptr : &state.worker->arena(), whole);
}

namespace {

/// check_strong() of a whole word of shared or device memory that is all written, where nobody listens. False if it is
/// not such a one: nothing has been done then.
bool check_strong_word(std::uintptr_t address, std::uint32_t bytes, unsigned kind, const void* pc) {
  AccessState& state = access_state;
  if (bytes != kWordBytes || address % kWordBytes != 0) return false;
  const bool shared = state.shared.contains(address);
  if (!shared && !state.arena.contains(address)) return false;  // So nobody listens.
  const std::uint64_t site = state.sites[reinterpret_cast<std::uintptr_t>(pc)];
  if (site == 0) return false;
  Cell& c = shared ? state.shared.cell(address) : state.arena.cell(address);
  const std::uint64_t access =
      state.epoch_bits | site << cell::kSiteShift | cell::tag(kind, kAllBytes) | sim::current.thread;
  if (cell::repeats(c, access)) return true;
  if (cell::one_entry_of_other_thread(c, access)) {
    cell::add_thread(c, access);
    return true;
  }
  if (!shared && state.past_differs == 0 && state.worker->arena().is_settled(c, access)) {
    c = cell::first_access(access);
    return true;
  }
  return state.worker->access_complete_word(c, access, shared ? nullptr : &state.worker->arena(), address);
}

}  // namespace

void tell_place(inlined_checks::Place& place, unsigned kind, const void* pc) {
  const AccessState& state = access_state;
  if (state.epoch_bits == 0) return;
  const std::uint64_t site = state.sites[reinterpret_cast<std::uintptr_t>(pc)];
  if (site == 0) return;
  const inlined_checks::Place known = site << cell::kSiteShift | cell::tag(kind, kAllBytes);
  // Not again and again: its cache line is that of other places, and all workers read it.
  if (__atomic_load_n(&place, __ATOMIC_RELAXED) != known) __atomic_store_n(&place, known, __ATOMIC_RELAXED);
}

void check_strong(std::uintptr_t address, std::size_t bytes, unsigned kind, StrongOrder order, const void* pc) {
  AccessState& state = access_state;
  if (state.bounds_only) return check_bounds(address, bytes, kind, pc);
  if (state.epoch_bits == 0) return;
  if (bytes > kWordBytes) kind |= kWide;
  if (state.pending.global != nullptr) settle_pending_write();
  if (state.ordered == nullptr && check_strong_word(address, static_cast<std::uint32_t>(bytes), kind, pc)) return;
  if (is_local(address)) return;
  const bool shared = state.worker->shared().contains(address) || owner_in_cluster(address) != nullptr;
  const bool global = state.worker->arena().cells.contains(address) || state.module.contains(address);
  WholeAccess whole{.address = address, .bytes = bytes, .updates = order.reads && !order.replaces};
  // Of memory that only the own thread has, nothing can be learnt; the host's may end the launch.
  if (!shared && !global) return check_bytes(whole, kind, pc);
  OrderedBlock* const ordered = state.ordered;
  const Reach reach = (kind & kOfBlock) != 0     ? Reach::kBlock
                      : (kind & kOfCluster) != 0 ? Reach::kCluster
                                                 : Reach::kDevice;
  const sim::BusySection busy;
  if (ordered != nullptr && order.reads) {
    ordered->strong_read(sim::current.thread, {address, shared, bytes}, reach, order.acquires);
  }
  check_bytes(whole, kind, pc);
  if (ordered != nullptr && (kind & kWrites) != 0) {
    ordered->strong_write(sim::current.thread, {address, shared, bytes}, reach, order.releases, order.reads);
  }
}

}  // namespace fencepost::detector
