// What a host thread has called between ncclGroupStart and ncclGroupEnd: it is put into the streams, and communicators
// are made, at the end.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "sim/nccl/clique.h"

namespace fencepost::sim {

/// Puts the part into its stream: now, and waits until it is done, or with the rest of the thread's group. Not while a
/// Meeting lives. Thread safety: full, here and below.
ncclResult_t submit(std::shared_ptr<Part> part);

/// The same of another arrival: `begin` lets others know of it, while a Meeting lives.
ncclResult_t submit(std::shared_ptr<Arrival> arrival, std::function<void()> begin);

/// A call of the group is wrong: the end of the group says so, and does nothing.
ncclResult_t fail_group(ncclResult_t);

void begin_group();
/// Nothing is begun: ncclInvalidUsage.
ncclResult_t end_group(const NcclCall&);

}  // namespace fencepost::sim
