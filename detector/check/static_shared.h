// Where `__shared__` variables are, and whose, as only symbols know.
#pragma once

#include "sim/interface/kernel_table.h"

namespace fencepost::detector {

/// Tells the engine. `loaded`: of code that has just been loaded; its kernels are remembered. Not
/// while a kernel runs.
void tell_static_shared(const KernelTable* loaded = nullptr);

}  // namespace fencepost::detector
