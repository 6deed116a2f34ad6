#pragma once

#include <chrono>
#include <ratio>

namespace fencepost::sim {

/// What cudaDeviceProp::clockRate says, and what clock64() counts: programs divide the one by the other, or wait for as
/// many cycles as make a time. The processor's own counter has another rate on each machine.
constexpr int kDeviceClockKilohertz = 1'500'000;
using DeviceCycles = std::chrono::duration<long long, std::ratio<1, 1000LL * kDeviceClockKilohertz>>;

}  // namespace fencepost::sim
