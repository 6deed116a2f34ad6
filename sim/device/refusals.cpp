// What no kernel can do here.
#include "sim/engine/engine.h"
#include "sim/interface/current.h"
#include "sim/runtime/unsupported.h"

/// CC.CF of the running thread, for instructions of PTX with a carry.
extern "C" {
__thread unsigned int fencepost_carry = 0;
}

extern "C" [[noreturn]] void fencepost_unsupported(const char* what) {
  const void* const pc = __builtin_return_address(0);
  if (!fencepost::sim::current.in_kernel) fencepost::sim::refuse(what, pc);
  fencepost::sim::stop_launch({.reason = fencepost::sim::StopReason::kUnsupported, .pc = pc, .text = what});
}
