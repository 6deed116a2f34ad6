// The driver API's libraries: modules, whose kernels are used like functions.
#include <algorithm>

#include "sim/include/cuda.h"
#include "sim/interface/user_pc.h"
#include "sim/module/code_file.h"
#include "sim/module/jit_options.h"
#include "sim/module/modules.h"

using namespace fencepost::sim;

namespace {

CUmodule module_of(CUlibrary library) { return reinterpret_cast<CUmodule>(library); }
CUfunction function_of(CUkernel kernel) { return reinterpret_cast<CUfunction>(kernel); }

CUresult load_library(CUlibrary* library, CodeFile file, JitOptions jit, const ModuleCall& call) {
  if (!jit.are_valid()) return wrong(call, CUDA_ERROR_INVALID_VALUE, "options that are none");
  CUmodule module = nullptr;
  std::string log;
  const CUresult result = load_module(&module, std::move(file), call, &log);
  jit.fill_logs("", log);
  if (result == CUDA_SUCCESS) *library = reinterpret_cast<CUlibrary>(module);
  return result;
}

}  // namespace

extern "C" {

CUresult cuLibraryLoadData(CUlibrary* library, const void* code, CUjit_option* jit_options, void** jit_values,
                           unsigned int jit_count, CUlibraryOption*, void**, unsigned int) {
  if (library == nullptr || code == nullptr) {
    return wrong(FENCEPOST_MODULE_CALL, CUDA_ERROR_INVALID_VALUE, "a null pointer");
  }
  return load_library(library, code_at(code), JitOptions(jit_count, jit_options, jit_values), FENCEPOST_MODULE_CALL);
}

CUresult cuLibraryLoadFromFile(CUlibrary* library, const char* path, CUjit_option* jit_options, void** jit_values,
                               unsigned int jit_count, CUlibraryOption*, void**, unsigned int) {
  if (library == nullptr || path == nullptr) {
    return wrong(FENCEPOST_MODULE_CALL, CUDA_ERROR_INVALID_VALUE, "a null pointer");
  }
  return load_library(library, code_in_file(path), JitOptions(jit_count, jit_options, jit_values),
                      FENCEPOST_MODULE_CALL);
}

CUresult cuLibraryUnload(CUlibrary library) { return unload_module(module_of(library), FENCEPOST_MODULE_CALL); }

CUresult cuLibraryGetKernel(CUkernel* kernel, CUlibrary library, const char* name) {
  return find_function(reinterpret_cast<CUfunction*>(kernel), module_of(library), name, FENCEPOST_MODULE_CALL);
}

CUresult cuLibraryGetKernelCount(unsigned int* count, CUlibrary library) {
  if (count == nullptr || !is_loaded(module_of(library))) {
    return wrong(FENCEPOST_MODULE_CALL, CUDA_ERROR_INVALID_VALUE, "no library");
  }
  *count = static_cast<unsigned>(functions_of(module_of(library)).size());
  return CUDA_SUCCESS;
}

CUresult cuLibraryEnumerateKernels(CUkernel* kernels, unsigned int count, CUlibrary library) {
  if (kernels == nullptr || !is_loaded(module_of(library))) {
    return wrong(FENCEPOST_MODULE_CALL, CUDA_ERROR_INVALID_VALUE, "no library");
  }
  const std::vector<CUfunction> all = functions_of(module_of(library));
  for (std::size_t i = 0; i < std::min<std::size_t>(count, all.size()); ++i)
    kernels[i] = reinterpret_cast<CUkernel>(all[i]);
  return CUDA_SUCCESS;
}

CUresult cuLibraryGetModule(CUmodule* module, CUlibrary library) {
  if (module == nullptr || !is_loaded(module_of(library))) {
    return wrong(FENCEPOST_MODULE_CALL, CUDA_ERROR_INVALID_HANDLE, "no library");
  }
  *module = module_of(library);
  return CUDA_SUCCESS;
}

CUresult cuLibraryGetGlobal(CUdeviceptr* address, size_t* bytes, CUlibrary library, const char* name) {
  return find_variable(address, bytes, module_of(library), name, FENCEPOST_MODULE_CALL);
}

CUresult cuLibraryGetManaged(CUdeviceptr* address, size_t* bytes, CUlibrary library, const char* name) {
  return find_variable(address, bytes, module_of(library), name, FENCEPOST_MODULE_CALL);
}

CUresult cuKernelGetFunction(CUfunction* function, CUkernel kernel) {
  if (function == nullptr) return wrong(FENCEPOST_MODULE_CALL, CUDA_ERROR_INVALID_VALUE, "a null pointer");
  if (!known_function(function_of(kernel), FENCEPOST_MODULE_CALL)) return CUDA_ERROR_INVALID_HANDLE;
  *function = function_of(kernel);
  return CUDA_SUCCESS;
}

CUresult cuKernelGetLibrary(CUlibrary* library, CUkernel kernel) {
  if (library == nullptr) return wrong(FENCEPOST_MODULE_CALL, CUDA_ERROR_INVALID_VALUE, "a null pointer");
  const auto known = known_function(function_of(kernel), FENCEPOST_MODULE_CALL);
  if (!known) return CUDA_ERROR_INVALID_HANDLE;
  *library = reinterpret_cast<CUlibrary>(known->module);
  return CUDA_SUCCESS;
}

CUresult cuKernelGetName(const char** name, CUkernel kernel) {
  if (name == nullptr) return wrong(FENCEPOST_MODULE_CALL, CUDA_ERROR_INVALID_VALUE, "a null pointer");
  const auto known = known_function(function_of(kernel), FENCEPOST_MODULE_CALL);
  if (!known) return CUDA_ERROR_INVALID_HANDLE;
  *name = known->name;
  return CUDA_SUCCESS;
}

}  // extern "C"
