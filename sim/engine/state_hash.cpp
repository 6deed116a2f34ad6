#include "sim/engine/state_hash.h"

#include <unwind.h>

#include <array>
#include <cstring>

#include "sim/engine/arena.h"

namespace fencepost::sim {

namespace {

constexpr std::size_t kMostDeviceBytes = std::size_t{256} << 20;

/// That a call preserves (System V ABI for x86-64), as DWARF numbers them: rbx, rbp, r12 to r15.
constexpr std::array kPreserved{3, 6, 12, 13, 14, 15};

struct Search {
  const void* pc;
  const std::byte* stack_end;
  std::uint64_t hash;
};

_Unwind_Reason_Code look_at_frame(_Unwind_Context* frame, void* argument) {
  auto& search = *static_cast<Search*>(argument);
  if (reinterpret_cast<const void*>(_Unwind_GetIP(frame)) != search.pc) return _URC_NO_REASON;
  std::array<std::uint64_t, kPreserved.size()> registers{};
  for (std::size_t i = 0; i < registers.size(); ++i) registers.at(i) = _Unwind_GetGR(frame, kPreserved.at(i));
  search.hash = hash_bytes(std::as_bytes(std::span(registers)), 1);
  // The stack pointer right after the return.
  const auto* begin = reinterpret_cast<const std::byte*>(_Unwind_GetCFA(frame));
  search.hash = hash_bytes(std::span(begin, search.stack_end), search.hash);
  return _URC_NORMAL_STOP;
}

}  // namespace

__attribute__((no_sanitize("address"))) std::uint64_t hash_bytes(std::span<const std::byte> bytes, std::uint64_t hash) {
  constexpr std::uint64_t kFactor = 0x9E3779B97F4A7C15U;
  std::size_t i = 0;
  for (; i + sizeof(std::uint64_t) <= bytes.size(); i += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    __builtin_memcpy(&word, bytes.data() + i, sizeof word);
    hash = (hash ^ word) * kFactor;
    hash ^= hash >> 29;
  }
  for (; i < bytes.size(); ++i) hash = (hash ^ static_cast<std::uint64_t>(bytes[i])) * kFactor;
  return hash;
}

std::uint64_t thread_state(const void* pc, const std::byte* stack_end) {
  Search search{pc, stack_end, 0};
  _Unwind_Backtrace(look_at_frame, &search);
  return search.hash;
}

std::optional<std::uint64_t> device_memory_state() {
  std::uint64_t hash = 0;
  std::size_t bytes = 0;
  for (const Allocation& allocation : Arena::instance().allocations()) {
    if (allocation.is_out_of_reach_of_all()) continue;
    bytes += allocation.bytes;
    if (bytes > kMostDeviceBytes) return std::nullopt;
    hash = hash_bytes({allocation.base, allocation.bytes}, hash);
  }
  return hash;
}

}  // namespace fencepost::sim
