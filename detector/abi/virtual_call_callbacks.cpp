// What the compiler calls where the source makes a virtual call. In a file of its own: only programs that make some
// link it, and keep what host_vtables.h says.
#include "detector/abi/callback_checks.h"
#include "detector/check/host_vtables.h"
#include "detector/shadow/access_state.h"
#include "detector/symbols/sites.h"
#include "detector/worker/worker_shadow.h"

namespace fencepost::detector {
namespace {

__attribute__((constructor(101))) void take_note() { HostVtables::are_used = true; }

void check_virtual_call(const void* place, const void* pc) {
  if (!access_state.looks() || !HostVtables::instance().is_host_place(place)) return;
  const SiteId site = Sites::instance().number(pc, sizeof(void*));
  access_state.worker->host_vtable({.address = reinterpret_cast<std::uintptr_t>(place), .bytes = sizeof(void*)}, site);
}

}  // namespace
}  // namespace fencepost::detector

extern "C" {

/// Before the pointer at `place` to a table of virtual functions is read.
void __tsan_vptr_read(void** place) {
  using namespace fencepost::detector;
  check<sizeof(void*), kPlainRead>(place, __builtin_return_address(0));
  check_virtual_call(place, __builtin_return_address(0));
}

}  // extern "C"
