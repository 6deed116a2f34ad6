// Kernels that a program's objects registered, by the address with which the host names them.
#pragma once

#include "sim/interface/kernel_table.h"

namespace fencepost::sim {

/// The kernel whose host stub is `function`; null if no object registered it. Valid for the life of the process.
/// Thread-safe.
const KernelEntry* registered_kernel(const void* function);

/// Names a kernel of loaded code, or forgets it: `function` is unknown then. Thread-safe.
void add_kernel(const void* function, const KernelEntry* kernel);
void remove_kernel(const void* function);
/// It was forgotten.
bool was_removed(const void* function);

}  // namespace fencepost::sim
