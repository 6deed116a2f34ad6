// The driver API's functions by their names: for programs, and headers of libraries, that load the driver's library
// instead of linking it (CUDA Driver API, "Driver Entry Point Access").
#include <dlfcn.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

#include "sim/include/cuda.h"
#include "sim/include/cuda_runtime_api.h"
#include "sim/runtime/device.h"
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
#include "sim/interface/user_pc.h"
#undef FENCEPOST_DRIVER_FUNCTION
    // Has another form in C++, too.
    {"cuCtxCreate", 2000, 13000,
     reinterpret_cast<void*>(static_cast<CUresult (*)(CUcontext*, unsigned int, CUdevice)>(&cuCtxCreate))},
    {"cuGraphInstantiate", 12000, 0, reinterpret_cast<void*>(&cuGraphInstantiateWithFlags)},
    {"cuCtxCreate_v3", 11040, 0, reinterpret_cast<void*>(&cuCtxCreate_v3)},
    {"cuCtxCreate_v4", 13000, 0, reinterpret_cast<void*>(&cuCtxCreate_v4)},
};

const DriverFunction* find_driver_function(std::string_view name) {
  const auto* found = std::ranges::find(kDriverFunctions, name, &DriverFunction::name);
  return found != std::end(kDriverFunctions) ? found : nullptr;
}

/// The form of a function that takes a version is another one: a program would call ours with other parameters.
cudaDriverEntryPointQueryResult find_for_version(std::string_view name, unsigned int version, void*& function) {
  const DriverFunction* found = find_driver_function(name);
  if (found == nullptr) return cudaDriverEntryPointSymbolNotFound;
  if (version < found->since) return cudaDriverEntryPointVersionNotSufficent;
  if (found->until != 0 && version >= found->until) {
    for (const char* const form : {"_v2", "_v3", "_v4"}) {
      found = find_driver_function(std::string(name) + form);
      if (found != nullptr) break;
    }
    if (found == nullptr) return cudaDriverEntryPointSymbolNotFound;
  }
  function = found->function;
  return cudaDriverEntryPointSuccess;
}

/// As the driver's library exports it: `cuMemAlloc_v2` is what the header calls cuMemAlloc.
void* find_exported(std::string_view name) {
  if (const DriverFunction* found = find_driver_function(name)) return found->function;
  const std::size_t version = name.rfind("_v");
  const DriverFunction* found =
      version == std::string_view::npos ? nullptr : find_driver_function(name.substr(0, version));
  return found != nullptr ? found->function : nullptr;
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
  const cudaDriverEntryPointQueryResult result = find_for_version(symbol, version, *function);
  if (status != nullptr) *status = result;
  return cudaSuccess;
}

/// What stands for the driver's library.
char driver_library = 0;

}  // namespace

extern "C" {

cudaError_t cudaGetDriverEntryPoint(const char* symbol, void** function, unsigned long long flags,
                                    cudaDriverEntryPointQueryResult* status) {
  return FENCEPOST_RESULT(driver_entry_point(symbol, function, static_cast<unsigned>(fencepost::sim::cuda_version()),
                                             flags, status, FENCEPOST_USER_PC));
}

cudaError_t cudaGetDriverEntryPointByVersion(const char* symbol, void** function, unsigned int version,
                                             unsigned long long flags, cudaDriverEntryPointQueryResult* status) {
  return FENCEPOST_RESULT(driver_entry_point(symbol, function, version, flags, status, FENCEPOST_USER_PC));
}

CUresult cuGetProcAddress(const char* name, void** function, int version, cuuint64_t /*flags*/,
                          CUdriverProcAddressQueryResult* result) {
  if (name == nullptr || function == nullptr || version < 0) return CUDA_ERROR_INVALID_VALUE;
  *function = nullptr;
  const auto found = find_for_version(name, static_cast<unsigned int>(version), *function);
  if (result != nullptr) {
    *result = found == cudaDriverEntryPointSuccess          ? CU_GET_PROC_ADDRESS_SUCCESS
              : found == cudaDriverEntryPointSymbolNotFound ? CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND
                                                            : CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT;
  }
  return *function != nullptr ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

/// As it was before CUDA 12.
#undef cuGetProcAddress
CUresult cuGetProcAddress(const char* name, void** function, int version, cuuint64_t flags) {
  return cuGetProcAddress_v2(name, function, version, flags, nullptr);
}

// Called by CUDA sources in the place of the C library's functions (compiler/object/redirections.cpp).

void* fencepost_dlopen(const char* file, int mode) {
  if (file == nullptr) return dlopen(file, mode);
  const std::string_view name = file;
  return name == "libcuda.so" || name == "libcuda.so.1" ? &driver_library : dlopen(file, mode);
}
void* fencepost_dlsym(void* library, const char* name) {
  return library == &driver_library ? find_exported(name) : dlsym(library, name);
}
int fencepost_dlclose(void* library) { return library == &driver_library ? 0 : dlclose(library); }

}  // extern "C"
