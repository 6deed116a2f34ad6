// Whether a program may order single threads, by more than block barriers.
#pragma once

namespace fencepost::sim {

/// True if the program links __syncwarp, fences, or atomic operations with an order or scope (sim/device/ordering.cpp).
/// Constant once main() runs.
extern bool program_orders_threads;

}  // namespace fencepost::sim
