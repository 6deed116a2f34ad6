// The memory model by its axioms: what the fast order (detector/order/order.h) is compared with.
//
// Relations between the events of an execution, as the PTX ISA's chapter "Memory Consistency Model" defines them, as
// plain sets of pairs that are closed by brute force. No vector clocks, no intervals, no segments.
#pragma once

#include <set>
#include <vector>

#include "tests/oracle/small_program.h"

namespace fencepost::detector {

/// The races, by definition. `observation`: a strong write happened before what follows a read that observes it.
std::set<Pair> races_by_definition(const std::vector<Event>& events, const Layout& layout, std::size_t threads,
                                   bool observation);

}  // namespace fencepost::detector
