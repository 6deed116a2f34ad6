// Device-side free().
#pragma once

namespace fencepost::sim {

/// Frees `memory`, allocated by a kernel, when the running launch is over. Thread safety: full.
void free_after_launch(void* memory);

/// Frees what free_after_launch() was given. Between launches.
void free_device_heap();

}  // namespace fencepost::sim
