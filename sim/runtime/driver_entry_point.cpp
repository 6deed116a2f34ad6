// The functions of cuda.h by their names: cudaGetDriverEntryPoint, cuGetProcAddress, and the driver's library, which
// libraries load instead of linking it.
#include <dlfcn.h>

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
    {"cuStreamGetCtx_v2", 12050, 0, reinterpret_cast<void*>(&cuStreamGetCtx_v2)},
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

/// What stands for the driver's library.
char driver_library = 0;

/// The library's names have a version that the header's lack: `cuMemAlloc_v2`.
void* find_in_driver_library(std::string_view name) {
  void* function = nullptr;
  if (find_driver_function(name, CUDART_VERSION, function) == cudaDriverEntryPointSuccess) return function;
  const std::size_t version = name.rfind("_v");
  return version == std::string_view::npos ? nullptr : find_in_driver_library(name.substr(0, version));
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

CUresult cuGetProcAddress(const char* name, void** function, int version, cuuint64_t flags,
                          CUdriverProcAddressQueryResult* result) {
  if (name == nullptr || function == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (flags == CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM) {
    fencepost::sim::refuse("cuGetProcAddress with CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM",
                           __builtin_return_address(0));
  }
  *function = nullptr;
  using namespace std::literals;
  const bool second = name == "cuStreamGetCtx"sv && version >= 12050;  // The one function that is here in two forms.
  const auto found =
      find_driver_function(second ? "cuStreamGetCtx_v2" : name, static_cast<unsigned int>(version), *function);
  if (result != nullptr) *result = static_cast<CUdriverProcAddressQueryResult>(found);
  return found == cudaDriverEntryPointSuccess ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

// Called by CUDA sources in the place of the C library's functions (compiler/object/redirections.cpp).

void* fencepost_dlopen(const char* file, int mode) {
  using namespace std::literals;
  const bool is_driver = file != nullptr && (file == "libcuda.so"sv || file == "libcuda.so.1"sv);
  return is_driver ? &driver_library : dlopen(file, mode);
}
void* fencepost_dlsym(void* library, const char* name) {
  return library == &driver_library ? find_in_driver_library(name) : dlsym(library, name);
}
int fencepost_dlclose(void* library) { return library == &driver_library ? 0 : dlclose(library); }

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
