// What the compiler calls where an access leaves a local variable (compiler/checks/local_bounds.cpp).
#include <algorithm>
#include <cstring>

#include "detector/shadow/access_state.h"
#include "detector/symbols/sites.h"
#include "detector/worker/worker_shadow.h"

using namespace fencepost::detector;  // NOLINT: this file is the ABI only

/// Instead of an access to memory outside of a local variable: where it goes. There zeros are read; if `object` is
/// given, the variable, behind those of its bytes that the access takes: `(*(int*)&c) & 255` of a char is c.
extern "C" void* fencepost_outside_local(const char* object, std::uint64_t offset,
                                         const fencepost::LocalVariable* variable, std::size_t bytes, int writes) {
  constexpr std::size_t kScratchBytes = 4096;  // The most that the compiler asks for.
  alignas(64) static thread_local char scratch[kScratchBytes];
  const AccessState& state = access_state;
  if (state.looks()) {
    const void* const caller = __builtin_return_address(0);
    SiteId site = Sites::instance().find(caller);
    if (site == 0) site = Sites::instance().number(caller, static_cast<std::uint32_t>(bytes));
    state.worker->outside_local(*variable, offset, bytes, writes != 0 ? kWrites : kPlainRead, site);
  }
  std::memset(scratch, 0, bytes);
  if (object != nullptr && offset < variable->bytes) {
    std::memcpy(scratch, object + offset, std::min<std::size_t>(bytes, variable->bytes - offset));
  }
  return scratch;
}
