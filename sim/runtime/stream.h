// Streams. Every operation is complete when its call returns, so a stream is little more than a name.
#pragma once

#include "sim/include/driver_types.h"

namespace fencepost::sim {

/// A stream that exists: one of the default streams, or created and not destroyed.
bool is_stream(cudaStream_t);

}  // namespace fencepost::sim
