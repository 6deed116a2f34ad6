#include "detector/check/foreign_access.h"

#include "detector/check/registered_accesses.h"
#include "detector/shadow/shadow_cell.h"
#include "sim/engine/block_runner.h"
#include "sim/engine/engine.h"
#include "sim/interface/current.h"
#include "sim/os/image.h"
#include "sim/runtime/memory/addresses.h"

namespace fencepost::detector {

namespace {

bool in(std::span<const std::byte> bytes, std::uintptr_t address) {
  return address - reinterpret_cast<std::uintptr_t>(bytes.data()) < bytes.size();
}

bool is_registered(std::uintptr_t address) {
  const sim::BusySection busy;
  return sim::registered_range(reinterpret_cast<const void*>(address)).base != nullptr;
}

}  // namespace

void check_foreign_access(std::uintptr_t address, std::size_t bytes, unsigned kind, const void* pc) {
  const sim::BlockRunner& runner = *sim::current.runner;
  if (runner.is_local(reinterpret_cast<const void*>(address))) return;
  if (in(runner.launch()->closure, address)) return;
  if (is_registered(address)) return add_registered_access(address, bytes, kind, pc);
  if (sim::own_image().contains(address) && (kind & kWrites) == 0) return;
  // The linker takes one of equal instantiations of a std template: the detector may run the program's, which calls
  // back.
  if (sim::current.busy) return;
  sim::stop_launch({.reason = sim::StopReason::kInvalidAddress,
                    .pc = pc,
                    .address = reinterpret_cast<const void*>(address),
                    .access = (kind & kWrites) != 0 ? sim::StopAccess::kWrite : sim::StopAccess::kRead});
}

}  // namespace fencepost::detector
