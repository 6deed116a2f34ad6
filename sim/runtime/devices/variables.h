// The program's __device__ and __constant__ variables, of which each device has its own: at one address, where those of
// one device lie at a time.
#pragma once

#include <cstddef>

#include "sim/interface/events.h"

namespace fencepost::sim {

/// Before main() begins. Variables that the host sees as well (__managed__) exist once.
void add_variable_of_devices(void* address, std::size_t bytes);

/// The address lies in such a variable, and there are several devices.
bool is_of_each_device(const void* address);

/// Those of this device lie at their addresses from now on. Not while a kernel runs (between_launches).
void show_variables_of(DeviceNumber);

/// Those of the device are as they were at first.
void reset_variables_of(DeviceNumber);

}  // namespace fencepost::sim
