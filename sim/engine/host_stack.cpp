#include "sim/engine/host_stack.h"

#include <unwind.h>

#include <cstddef>
#include <mutex>
#include <set>
#include <vector>

#include "sim/engine/fault.h"
#include "sim/interface/current.h"

namespace fencepost::sim {
namespace {

constexpr std::size_t kMostCalls = 32;

struct Walk {
  const void* pc;
  const void* function;  ///< That contains the call.
  std::vector<const void*> calls;
};

_Unwind_Reason_Code step(_Unwind_Context* frame, void* argument) {
  Walk& walk = *static_cast<Walk*>(argument);
  const auto* const address = reinterpret_cast<const void*>(_Unwind_GetIP(frame));  // NOLINT(performance-no-int-to-ptr)
  if (walk.calls.empty()) {
    // Of a launch, `pc` is where it is configured; the kernel is called next.
    const auto* const function =
        reinterpret_cast<const void*>(_Unwind_GetRegionStart(frame));  // NOLINT(performance-no-int-to-ptr)
    if (function == walk.function) walk.calls.push_back(walk.pc);
  } else if (in_user_code(address)) {
    walk.calls.push_back(address);
  }
  return walk.calls.size() < kMostCalls ? _URC_NO_REASON : _URC_NORMAL_STOP;
}

}  // namespace

std::span<const void* const> host_stack(const void* pc) {
  const BusySection busy;
  Walk walk{pc, nullptr, {}};
  if (pc != nullptr && !current.in_kernel) {
    walk.function = _Unwind_FindEnclosingFunction(const_cast<char*>(static_cast<const char*>(pc) - 1));
    if (walk.function != nullptr) _Unwind_Backtrace(step, &walk);
  }
  if (walk.calls.empty()) walk.calls.push_back(pc);
  static std::mutex mutex;
  static auto& known = *new std::set<std::vector<const void*>>;  // Reports refer to them until the program ends.
  const std::scoped_lock lock(mutex);
  return *known.insert(std::move(walk.calls)).first;
}

}  // namespace fencepost::sim
