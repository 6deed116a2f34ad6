// What fencepost-nvcc includes first into every CUDA source.
#pragma once

#include <stddef.h>

namespace fencepost_rt {

/// True in a CUDA thread: chooses where a header is compiled once for host and device.
extern "C" bool fencepost_on_device() noexcept;

}  // namespace fencepost_rt
