// Device-side free().
#pragma once

namespace fencepost::sim {

/// Nobody owns `memory`, allocated by a kernel, any more: the observer hears of it now. Its addresses can be allocated
/// again from the next launch on: a thread of this one that got them would seem to race with their former owner.
/// False, and no change, unless it is what an allocation in a kernel returned and was not freed yet. `pc`: of the
/// user's call. Thread safety: full.
bool free_in_kernel(void* memory, const void* pc);

/// Frees what free_in_kernel() was given. Between launches.
void free_device_heap();

}  // namespace fencepost::sim
