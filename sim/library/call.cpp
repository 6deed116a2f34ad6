#include "sim/library/call.h"

#include "sim/engine/arena.h"

namespace fencepost::sim {

bool is_misplaced(const LibraryCall& call, const char* name, const void* value, std::size_t bytes) {
  if (!arena_bounds.is_device_only(value)) return false;
  observers().calls->on_invalid_range(call.name, name, value, bytes, false, call.pc);
  return true;
}

LibraryPlan with_workspace(LibraryPlan plan, void* workspace, std::size_t bytes) {
  if (workspace == nullptr || bytes == 0) return plan;
  return [workspace, bytes, plan = std::move(plan)](OperandList& list) -> std::function<void()> {
    std::function<void()> compute = plan(list);
    const bool right =
        list.add({.role = "workspace", .writes = true, .scratch = true, .ranges = {{workspace, bytes, true}}});
    return right ? compute : nullptr;
  };
}

}  // namespace fencepost::sim
