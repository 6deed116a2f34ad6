// Events on behalf of graphs. Thread safety: full, for events that no other thread uses at the same time.
#pragma once

#include <optional>

#include "sim/runtime/work.h"

namespace fencepost::sim {

/// A name for an event that only the observer hears of.
std::uint64_t new_event_number();

/// To record the event in a stream, or to let a stream wait for it; `pc` of the call that asks for it. nullopt if it
/// does not exist.
std::optional<Work> event_record_work(cudaEvent_t, const void* pc);
std::optional<Work> event_wait_work(cudaEvent_t, const void* pc);

}  // namespace fencepost::sim
