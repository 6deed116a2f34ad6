// What fencepost-nvcc tells of the variables of a CUDA source: which are __constant__, which the device's at all.
#pragma once

#include <cstddef>
#include <string_view>

namespace fencepost::sim {

/// `address` lies in a __constant__ variable at namespace scope.
bool is_constant_variable(const void* address);

/// Some CUDA source declares a __device__ or __constant__ variable with this unqualified name, or may.
bool may_be_device_variable(std::string_view name);

/// Of a registered __device__ or __constant__ variable; `name` is mangled.
void add_device_variable(const void* address, std::size_t bytes, bool is_constant, std::string_view name);

}  // namespace fencepost::sim
