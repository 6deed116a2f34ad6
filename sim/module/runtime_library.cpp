// The runtime API's libraries: those of the driver API, in the context that the first call makes.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "sim/include/cuda.h"
#include "sim/include/cuda_runtime_api.h"
#include "sim/interface/user_pc.h"
#include "sim/module/code_file.h"
#include "sim/module/jit_options.h"
#include "sim/module/modules.h"
#include "sim/runtime/device.h"
#include "sim/runtime/error_state.h"
#include "sim/runtime/registration.h"

using namespace fencepost::sim;

namespace {

CUmodule module_of(cudaLibrary_t library) { return reinterpret_cast<CUmodule>(library); }

/// The numbers are the same.
cudaError_t as_runtime_error(CUresult result) { return static_cast<cudaError_t>(result); }

cudaError_t load_library(cudaLibrary_t* library, CodeFile file, JitOptions jit, const ModuleCall& call) {
  if (!jit.are_valid()) return as_runtime_error(wrong(call, CUDA_ERROR_INVALID_VALUE, "options that are none"));
  runtime_was_used = true;
  CUmodule module = nullptr;
  std::string log;
  const CUresult result = load_module(&module, std::move(file), call, &log);
  jit.fill_logs("", log);
  if (result == CUDA_SUCCESS) *library = reinterpret_cast<cudaLibrary_t>(module);
  return as_runtime_error(result);
}

/// The enumerations have the same numbers.
JitOptions jit_options_of(unsigned int count, cudaJitOption* options, void** values) {
  return {count, reinterpret_cast<CUjit_option*>(options), values};
}

cudaError_t variable_of(void** address, std::size_t* bytes, cudaLibrary_t library, const char* name,
                        const ModuleCall& call) {
  CUdeviceptr found = 0;
  const CUresult result = find_variable(address == nullptr ? nullptr : &found, bytes, module_of(library), name, call);
  if (result == CUDA_SUCCESS && address != nullptr) *address = reinterpret_cast<void*>(found);
  return as_runtime_error(result);
}

}  // namespace

extern "C" {

cudaError_t cudaLibraryLoadData(cudaLibrary_t* library, const void* code, cudaJitOption* jit_options, void** jit_values,
                                unsigned int jit_count, cudaLibraryOption*, void**, unsigned int) {
  FENCEPOST_RETURN_IF_STICKY();
  if (library == nullptr || code == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  return FENCEPOST_RESULT(
      load_library(library, code_at(code), jit_options_of(jit_count, jit_options, jit_values), FENCEPOST_MODULE_CALL));
}

cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t* library, const char* path, cudaJitOption* jit_options,
                                    void** jit_values, unsigned int jit_count, cudaLibraryOption*, void**,
                                    unsigned int) {
  FENCEPOST_RETURN_IF_STICKY();
  if (library == nullptr || path == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  return FENCEPOST_RESULT(load_library(library, code_in_file(path), jit_options_of(jit_count, jit_options, jit_values),
                                       FENCEPOST_MODULE_CALL));
}

cudaError_t cudaLibraryUnload(cudaLibrary_t library) {
  FENCEPOST_RETURN_IF_STICKY();
  return FENCEPOST_RESULT(as_runtime_error(unload_module(module_of(library), FENCEPOST_MODULE_CALL)));
}

cudaError_t cudaLibraryGetKernel(cudaKernel_t* kernel, cudaLibrary_t library, const char* name) {
  FENCEPOST_RETURN_IF_STICKY();
  return FENCEPOST_RESULT(as_runtime_error(
      find_function(reinterpret_cast<CUfunction*>(kernel), module_of(library), name, FENCEPOST_MODULE_CALL)));
}

cudaError_t cudaLibraryGetKernelCount(unsigned int* count, cudaLibrary_t library) {
  FENCEPOST_RETURN_IF_STICKY();
  if (count == nullptr || !is_loaded(module_of(library))) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  *count = static_cast<unsigned>(functions_of(module_of(library)).size());
  return cudaSuccess;
}

cudaError_t cudaLibraryEnumerateKernels(cudaKernel_t* kernels, unsigned int count, cudaLibrary_t library) {
  FENCEPOST_RETURN_IF_STICKY();
  if (kernels == nullptr || !is_loaded(module_of(library))) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  const std::vector<CUfunction> all = functions_of(module_of(library));
  for (std::size_t i = 0; i < std::min<std::size_t>(count, all.size()); ++i)
    kernels[i] = reinterpret_cast<cudaKernel_t>(all[i]);
  return cudaSuccess;
}

cudaError_t cudaLibraryGetGlobal(void** address, size_t* bytes, cudaLibrary_t library, const char* name) {
  FENCEPOST_RETURN_IF_STICKY();
  return FENCEPOST_RESULT(variable_of(address, bytes, library, name, FENCEPOST_MODULE_CALL));
}

cudaError_t cudaLibraryGetManaged(void** address, size_t* bytes, cudaLibrary_t library, const char* name) {
  FENCEPOST_RETURN_IF_STICKY();
  return FENCEPOST_RESULT(variable_of(address, bytes, library, name, FENCEPOST_MODULE_CALL));
}

cudaError_t cudaGetKernel(cudaKernel_t* kernel, const void* symbol) {
  FENCEPOST_RETURN_IF_STICKY();
  if (kernel == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  if (registered_kernel(symbol) == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidDeviceFunction);
  *kernel = static_cast<cudaKernel_t>(const_cast<void*>(symbol));
  return cudaSuccess;
}

cudaError_t cudaFuncGetName(const char** name, const void* function) {
  FENCEPOST_RETURN_IF_STICKY();
  if (name == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  if (registered_kernel(function) == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidDeviceFunction);
  const auto known = known_function(static_cast<CUfunction>(const_cast<void*>(function)), FENCEPOST_MODULE_CALL);
  if (!known) return FENCEPOST_RESULT(cudaErrorInvalidResourceHandle);
  *name = known->name;
  return cudaSuccess;
}

cudaError_t cudaFuncGetParamInfo(const void* function, size_t index, size_t* offset, size_t* bytes) {
  FENCEPOST_RETURN_IF_STICKY();
  const fencepost::KernelEntry* const kernel = registered_kernel(function);
  if (kernel == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidDeviceFunction);
  if (offset == nullptr || index >= kernel->parameter_count) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  *offset = kernel->parameters[index].offset;
  if (bytes != nullptr) *bytes = kernel->parameters[index].bytes;
  return cudaSuccess;
}

}  // extern "C"
