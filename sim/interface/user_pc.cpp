#include "sim/interface/user_pc.h"

#include <pthread.h>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <unordered_map>

#include "sim/interface/current.h"
#include "sim/interface/host_mutex.h"
#include "sim/interface/observer.h"

namespace fencepost::sim {

bool calls_come_through_libraries = false;
bool calls_come_from_scripts = false;

namespace {

/// The end of this OS thread's stack; 0 if it cannot be told.
std::uintptr_t stack_end() {
  static thread_local std::uintptr_t end = [] {
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return std::uintptr_t{0};
    void* bottom = nullptr;
    std::size_t bytes = 0;
    pthread_attr_getstack(&attributes, &bottom, &bytes);
    pthread_attr_destroy(&attributes);
    return reinterpret_cast<std::uintptr_t>(bottom) + bytes;
  }();
  return end;
}

bool is_library_code(const void* pc) {
  static HostMutex mutex;
  static auto& known = *new std::unordered_map<const void*, bool>;  // Never destroyed: programs call until they end.
  const std::scoped_lock lock(mutex);
  const auto [at, is_new] = known.try_emplace(pc, false);
  if (is_new) at->second = observers().guide->is_library_code(pc);
  return at->second;
}

}  // namespace

const void* find_user_pc(const void* pc, const void* frame) {
  constexpr int kFrames = 64;
  if (current.in_kernel) return pc;
  if (calls_come_from_scripts) {
    const void* const call = observers().guide->script_call();
    return call != nullptr ? call : pc;
  }
  const std::uintptr_t end = stack_end();
  const void* caller = pc;
  auto at = reinterpret_cast<std::uintptr_t>(frame);
  for (int i = 0; i < kFrames && is_library_code(caller); ++i) {
    // A frame is the caller's frame address, followed by the return address. Other code may leave anything there.
    const std::uintptr_t next = at % sizeof(void*) == 0 && at + 16 <= end ? *reinterpret_cast<std::uintptr_t*>(at) : 0;
    if (next <= at || next % sizeof(void*) != 0 || next + 16 > end) return pc;
    caller = reinterpret_cast<const void* const*>(next)[1];
    at = next;
  }
  return caller;
}

}  // namespace fencepost::sim

extern "C" bool fencepost_calls_come_through_libraries() { return fencepost::sim::calls_come_through_libraries = true; }
