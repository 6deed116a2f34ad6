// Asserted by all that orders single threads.
#pragma once

#include <cassert>

#include "sim/engine/block_runner.h"
#include "sim/interface/current.h"

namespace fencepost::sim {

/// The compiler has told that the running kernel may come here (compiler/passes/thread_order.cpp).
inline void assert_told_order() { assert(!current.in_kernel || current.runner->launch()->orders_threads); }

}  // namespace fencepost::sim
