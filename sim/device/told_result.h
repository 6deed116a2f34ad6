// Results that functions of the runtime write through a pointer of the user's.
#pragma once

#include "sim/interface/current.h"
#include "sim/interface/observer.h"

namespace fencepost::sim {

/// Tells the observer that the running CUDA thread writes *result; returns `result`. `pc`: of the user's call.
template <class T>
T* told(T* result, const void* pc) {
  if (current.in_kernel) observers().accesses->on_range(result, sizeof(T), true, pc);
  return result;
}

}  // namespace fencepost::sim
