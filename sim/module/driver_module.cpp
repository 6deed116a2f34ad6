// The driver API's modules.
#include <algorithm>
#include <cstring>

#include "sim/include/cuda.h"
#include "sim/interface/kernel_table.h"
#include "sim/interface/user_pc.h"
#include "sim/module/code_file.h"
#include "sim/module/jit_options.h"
#include "sim/module/modules.h"
#include "sim/runtime/registration.h"

using namespace fencepost::sim;

namespace {

CUresult load(CUmodule* module, const void* image, const ModuleCall& call, std::string* log = nullptr) {
  if (const CUresult error = check_context(); error != CUDA_SUCCESS) return error;
  if (module == nullptr || image == nullptr) return wrong(call, CUDA_ERROR_INVALID_VALUE, "a null pointer");
  return load_module(module, code_at(image), call, log);
}

}  // namespace

extern "C" {

CUresult cuModuleLoad(CUmodule* module, const char* path) {
  if (const CUresult error = check_context(); error != CUDA_SUCCESS) return error;
  if (module == nullptr || path == nullptr)
    return wrong(FENCEPOST_MODULE_CALL, CUDA_ERROR_INVALID_VALUE, "a null pointer");
  return load_module(module, code_in_file(path), FENCEPOST_MODULE_CALL);
}

CUresult cuModuleLoadData(CUmodule* module, const void* image) { return load(module, image, FENCEPOST_MODULE_CALL); }

CUresult cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned int count, CUjit_option* options,
                            void** values) {
  JitOptions jit(count, options, values);
  if (!jit.are_valid()) return wrong(FENCEPOST_MODULE_CALL, CUDA_ERROR_INVALID_VALUE, "options that are none");
  std::string log;
  const CUresult result = load(module, image, FENCEPOST_MODULE_CALL, &log);
  jit.fill_logs(result == CUDA_SUCCESS ? "fencepost: loaded\n" : "", log);
  return result;
}

CUresult cuModuleLoadFatBinary(CUmodule* module, const void* image) {
  return load(module, image, FENCEPOST_MODULE_CALL);
}

CUresult cuModuleUnload(CUmodule module) { return unload_module(module, FENCEPOST_MODULE_CALL); }

CUresult cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name) {
  return find_function(function, module, name, FENCEPOST_MODULE_CALL);
}

CUresult cuModuleGetGlobal(CUdeviceptr* address, size_t* bytes, CUmodule module, const char* name) {
  return find_variable(address, bytes, module, name, FENCEPOST_MODULE_CALL);
}

CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode* mode) {
  if (mode == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *mode = CU_MODULE_EAGER_LOADING;
  return CUDA_SUCCESS;
}

CUresult cuModuleGetFunctionCount(unsigned int* count, CUmodule module) {
  if (count == nullptr || !is_loaded(module))
    return wrong(FENCEPOST_MODULE_CALL, CUDA_ERROR_INVALID_VALUE, "no module");
  *count = static_cast<unsigned>(functions_of(module).size());
  return CUDA_SUCCESS;
}

CUresult cuModuleEnumerateFunctions(CUfunction* functions, unsigned int count, CUmodule module) {
  if (functions == nullptr || !is_loaded(module)) {
    return wrong(FENCEPOST_MODULE_CALL, CUDA_ERROR_INVALID_VALUE, "no module");
  }
  const std::vector<CUfunction> all = functions_of(module);
  std::copy_n(all.begin(), std::min<std::size_t>(count, all.size()), functions);
  return CUDA_SUCCESS;
}

CUresult cuFuncGetName(const char** name, CUfunction function) {
  if (name == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const auto known = known_function(function, FENCEPOST_MODULE_CALL);
  if (!known) return CUDA_ERROR_INVALID_HANDLE;
  *name = known->name;
  return CUDA_SUCCESS;
}

CUresult cuFuncGetModule(CUmodule* module, CUfunction function) {
  if (module == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const auto known = known_function(function, FENCEPOST_MODULE_CALL);
  if (!known) return CUDA_ERROR_INVALID_HANDLE;
  *module = known->module;
  return CUDA_SUCCESS;
}

CUresult cuFuncIsLoaded(CUfunctionLoadingState* state, CUfunction function) {
  if (state == nullptr || !known_function(function, FENCEPOST_MODULE_CALL)) return CUDA_ERROR_INVALID_VALUE;
  *state = CU_FUNCTION_LOADING_STATE_LOADED;
  return CUDA_SUCCESS;
}

CUresult cuFuncLoad(CUfunction function) {
  return known_function(function, FENCEPOST_MODULE_CALL) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuFuncGetParamInfo(CUfunction function, size_t index, size_t* offset, size_t* bytes) {
  if (!known_function(function, FENCEPOST_MODULE_CALL)) return CUDA_ERROR_INVALID_HANDLE;
  const fencepost::KernelEntry* const kernel = fencepost::sim::registered_kernel(function);
  if (kernel == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  // It ends a search for the number of parameters, and is no mistake.
  if (offset == nullptr || index >= kernel->parameter_count) return CUDA_ERROR_INVALID_VALUE;
  *offset = kernel->parameters[index].offset;
  if (bytes != nullptr) *bytes = kernel->parameters[index].bytes;
  return CUDA_SUCCESS;
}

CUresult cuFuncGetParamCount(CUfunction function, size_t* count) {
  if (!known_function(function, FENCEPOST_MODULE_CALL)) return CUDA_ERROR_INVALID_HANDLE;
  const fencepost::KernelEntry* const kernel = fencepost::sim::registered_kernel(function);
  if (kernel == nullptr || count == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *count = kernel->parameter_count;
  return CUDA_SUCCESS;
}

}  // extern "C"
