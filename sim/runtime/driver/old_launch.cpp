// What a launch by cuLaunch() and its kin will have (CUDA Driver API, "Execution Control [DEPRECATED]").
#include <map>
#include <mutex>

#include "sim/include/cuda.h"

extern "C" fencepost_old_launch* fencepost_old_launch_of(CUfunction function) {
  static std::mutex mutex;
  static auto& launches = *new std::map<CUfunction, fencepost_old_launch>;  // Never destroyed, as functions.
  const std::lock_guard lock(mutex);
  return &launches.try_emplace(function, fencepost_old_launch{{1, 1, 1}, 0, 0, {}}).first->second;
}
