// cudaGetDriverEntryPoint: the functions of cuda.h by their names.
#include <algorithm>
#include <iterator>
#include <string_view>

#include "sim/include/cuda.h"
#include "sim/include/cuda_runtime_api.h"
#include "sim/runtime/error_state.h"
#include "sim/runtime/unsupported.h"

namespace {

struct DriverFunction {
  std::string_view name;
  unsigned int since, until;  ///< Versions that have it in this form: from, and to (0: all).
  void* function;
};
const DriverFunction kDriverFunctions[] = {
#define FENCEPOST_DRIVER_FUNCTION(name, since, form, until) {#name, since, until, reinterpret_cast<void*>(&(name))},
#include "sim/include/fencepost_driver_functions.inc"
#undef FENCEPOST_DRIVER_FUNCTION
};

/// The form of a function that takes a version is another one: a program would call ours with other parameters.
cudaDriverEntryPointQueryResult find_driver_function(std::string_view name, unsigned int version, void*& function) {
  const auto* found = std::ranges::find(kDriverFunctions, name, &DriverFunction::name);
  if (found == std::end(kDriverFunctions)) return cudaDriverEntryPointSymbolNotFound;
  if (version < found->since) return cudaDriverEntryPointVersionNotSufficent;
  if (found->until != 0 && version >= found->until) return cudaDriverEntryPointSymbolNotFound;
  function = found->function;
  return cudaDriverEntryPointSuccess;
}

cudaError_t driver_entry_point(const char* symbol, void** function, unsigned int version, unsigned long long flags,
                               cudaDriverEntryPointQueryResult* status, const void* pc) {
  if (symbol == nullptr || function == nullptr || flags > cudaEnablePerThreadDefaultStream) {
    return cudaErrorInvalidValue;
  }
  if (flags == cudaEnablePerThreadDefaultStream) {
    fencepost::sim::refuse("cudaGetDriverEntryPoint with cudaEnablePerThreadDefaultStream", pc);
  }
  *function = nullptr;
  const cudaDriverEntryPointQueryResult result = find_driver_function(symbol, version, *function);
  if (status != nullptr) *status = result;
  return cudaSuccess;
}

}  // namespace

extern "C" {

cudaError_t cudaGetDriverEntryPoint(const char* symbol, void** function, unsigned long long flags,
                                    cudaDriverEntryPointQueryResult* status) {
  return FENCEPOST_RESULT(
      driver_entry_point(symbol, function, CUDART_VERSION, flags, status, __builtin_return_address(0)));
}

cudaError_t cudaGetDriverEntryPointByVersion(const char* symbol, void** function, unsigned int version,
                                             unsigned long long flags, cudaDriverEntryPointQueryResult* status) {
  return FENCEPOST_RESULT(driver_entry_point(symbol, function, version, flags, status, __builtin_return_address(0)));
}

}  // extern "C"
