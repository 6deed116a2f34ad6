// Which variables of the program are the device's: its objects' tables tell (sim/interface/kernel_table.h).
#pragma once

#include <cstddef>

namespace fencepost::sim {

/// `address` lies in a __constant__ variable.
bool is_constant_variable(const void* address);

/// `address` lies in a __device__ or __constant__ variable.
bool is_device_variable(const void* address);

/// The `__device__` or `__constant__` variable that `address` lies in.
struct VariableBytes {
  const void* begin = nullptr;  ///< Null: it lies in none.
  std::size_t bytes = 0;
};
VariableBytes device_variable_at(const void* address);

/// Before main() begins, or from a library that is loaded while no kernel runs. Thread safety: none; the questions
/// above may be asked by any thread, but not while this runs.
void add_device_variable(const void* address, std::size_t bytes, bool is_constant);

/// A variable of a code object that an object of the host's has in it: the host names it by its own `shadow`. As
/// above.
void add_shadow(const void* shadow, const void* variable);

/// The variable that the host names by `symbol`: that itself, if it is no shadow.
const void* variable_of(const void* symbol);

}  // namespace fencepost::sim
