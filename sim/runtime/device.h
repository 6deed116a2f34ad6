// The devices that programs see.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "sim/include/driver_types.h"
#include "sim/interface/events.h"

namespace fencepost::sim {

/// Code that is compiled for this architecture, 100 of sm_100, is there. Of devices of compute capability 10 and 12
/// counts what was told before somebody asked for the device's properties. Thread safety: full.
void add_architecture(std::uint64_t architecture);

/// A plausible device of compute capability 9.0, or 10.0, 10.3, 12.0 or 12.1 for code that is compiled for one. The
/// same in every run and on every machine; devices differ by what tells one from another. Thread safety: full.
const cudaDeviceProp& device_properties(DeviceNumber device = 0);

/// As cudaDeviceSetLimit set it last for the device; `limit` is one of CUDA's. Thread safety: full.
std::size_t device_limit(DeviceNumber, cudaLimit limit);

/// As CUDART_VERSION: what the program was compiled for.
int cuda_version();

/// The program has called a function of the runtime API that makes the primary context.
extern std::atomic<bool> runtime_was_used;

/// The program has called cuInit, or a function of the runtime API that looks at devices, and so calls it.
extern std::atomic<bool> driver_is_initialized;

/// Dynamic shared memory a kernel may have without asking for more with cudaFuncSetAttribute.
inline constexpr std::size_t kDefaultSharedBytes = 48 * 1024;
/// And with, where there is most.
inline constexpr std::size_t kOptInSharedBytes = 227 * 1024;

}  // namespace fencepost::sim
