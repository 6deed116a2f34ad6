// Driver API: modules and libraries, which are code objects of fencepost-nvcc or NVRTC, and their kernels. Included by
// cuda.h. Of what is no code object, and of modules that were unloaded, a finding tells the caller's line.
#pragma once

typedef enum CUmoduleLoadingMode_enum { CU_MODULE_EAGER_LOADING = 1, CU_MODULE_LAZY_LOADING = 2 } CUmoduleLoadingMode;

typedef enum CUfunctionLoadingState_enum {
  CU_FUNCTION_LOADING_STATE_UNLOADED = 0,
  CU_FUNCTION_LOADING_STATE_LOADED = 1,
  CU_FUNCTION_LOADING_STATE_MAX
} CUfunctionLoadingState;

#ifdef __cplusplus
extern "C" {
#endif

/// Loads a code object (-cubin, -fatbin or -ptx of fencepost-nvcc, or from NVRTC). Each load has variables of its own.
/// Not a code object: CUDA_ERROR_INVALID_IMAGE; of another version of Fencepost: CUDA_ERROR_NO_BINARY_FOR_GPU; refers
/// to what the program does not have: CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND; no file: CUDA_ERROR_FILE_NOT_FOUND.
CUresult cuModuleLoad(CUmodule* module, const char* path);
CUresult cuModuleLoadData(CUmodule* module, const void* image);
/// Of the options the log buffers are filled; the others are for a GPU's compiler.
CUresult cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned int count, CUjit_option* options,
                            void** values);
CUresult cuModuleLoadFatBinary(CUmodule* module, const void* image);
/// Its functions and variables are then no longer to be used.
CUresult cuModuleUnload(CUmodule module);
/// By the mangled name. Unknown ones: CUDA_ERROR_NOT_FOUND.
CUresult cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name);
CUresult cuModuleGetGlobal(CUdeviceptr* address, size_t* bytes, CUmodule module, const char* name);
CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode* mode);
CUresult cuModuleGetFunctionCount(unsigned int* count, CUmodule module);
CUresult cuModuleEnumerateFunctions(CUfunction* functions, unsigned int count, CUmodule module);

CUresult cuFuncGetName(const char** name, CUfunction function);
/// Null for a kernel of the program's own.
CUresult cuFuncGetModule(CUmodule* module, CUfunction function);
CUresult cuFuncIsLoaded(CUfunctionLoadingState* state, CUfunction function);
CUresult cuFuncLoad(CUfunction function);
/// Of parameter `index`: where it lies in a buffer of arguments, and its bytes. Beyond the last:
/// CUDA_ERROR_INVALID_VALUE.
CUresult cuFuncGetParamInfo(CUfunction function, size_t index, size_t* offset, size_t* bytes);
CUresult cuFuncGetParamCount(CUfunction function, size_t* count);

/// The same of libraries. A CUkernel may be used as a CUfunction.
CUresult cuLibraryLoadData(CUlibrary* library, const void* code, CUjit_option* jit_options, void** jit_values,
                           unsigned int jit_count, CUlibraryOption* options, void** values, unsigned int count);
CUresult cuLibraryLoadFromFile(CUlibrary* library, const char* path, CUjit_option* jit_options, void** jit_values,
                               unsigned int jit_count, CUlibraryOption* options, void** values, unsigned int count);
CUresult cuLibraryUnload(CUlibrary library);
CUresult cuLibraryGetKernel(CUkernel* kernel, CUlibrary library, const char* name);
CUresult cuLibraryGetKernelCount(unsigned int* count, CUlibrary library);
CUresult cuLibraryEnumerateKernels(CUkernel* kernels, unsigned int count, CUlibrary library);
CUresult cuLibraryGetModule(CUmodule* module, CUlibrary library);
CUresult cuLibraryGetGlobal(CUdeviceptr* address, size_t* bytes, CUlibrary library, const char* name);
CUresult cuLibraryGetManaged(CUdeviceptr* address, size_t* bytes, CUlibrary library, const char* name);
CUresult cuKernelGetFunction(CUfunction* function, CUkernel kernel);
CUresult cuKernelGetLibrary(CUlibrary* library, CUkernel kernel);
CUresult cuKernelGetName(const char** name, CUkernel kernel);

/// Links one input, which comes out as it is: code objects are whole. More of them: CUDA_ERROR_NOT_SUPPORTED.
CUresult cuLinkCreate(unsigned int count, CUjit_option* options, void** values, CUlinkState* state);
CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void* data, size_t bytes, const char* name,
                       unsigned int count, CUjit_option* options, void** values);
CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char* path, unsigned int count,
                       CUjit_option* options, void** values);
/// `code` lives as long as the state.
CUresult cuLinkComplete(CUlinkState state, void** code, size_t* bytes);
CUresult cuLinkDestroy(CUlinkState state);

#ifdef __cplusplus
}
#endif

FENCEPOST_DRIVER cuKernelGetAttribute(int* value, CUfunction_attribute attribute, CUkernel kernel, CUdevice device) {
  return device != 0 ? CUDA_ERROR_INVALID_DEVICE : cuFuncGetAttribute(value, attribute, (CUfunction)(void*)kernel);
}
FENCEPOST_DRIVER cuKernelSetAttribute(CUfunction_attribute attribute, int value, CUkernel kernel, CUdevice device) {
  return device != 0 ? CUDA_ERROR_INVALID_DEVICE : cuFuncSetAttribute((CUfunction)(void*)kernel, attribute, value);
}
FENCEPOST_DRIVER cuKernelGetParamInfo(CUkernel kernel, size_t index, size_t* offset, size_t* bytes) {
  return cuFuncGetParamInfo((CUfunction)(void*)kernel, index, offset, bytes);
}
FENCEPOST_DRIVER cuKernelGetParamCount(CUkernel kernel, size_t* count) {
  return cuFuncGetParamCount((CUfunction)(void*)kernel, count);
}
FENCEPOST_DRIVER cuKernelSetCacheConfig(CUkernel kernel, CUfunc_cache config, CUdevice device) {
  if (device != 0) return CUDA_ERROR_INVALID_DEVICE;
  return fencepost_driver_result(cudaFuncSetCacheConfig((const void*)kernel, (enum cudaFuncCache)config));
}
FENCEPOST_DRIVER cuFuncSetCacheConfig(CUfunction function, CUfunc_cache config) {
  return fencepost_driver_result(cudaFuncSetCacheConfig((const void*)function, (enum cudaFuncCache)config));
}
FENCEPOST_DRIVER cuFuncSetSharedMemConfig(CUfunction function, CUsharedconfig config) {
  return fencepost_driver_result(cudaFuncSetSharedMemConfig((const void*)function, (enum cudaSharedMemConfig)config));
}
FENCEPOST_DRIVER cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, CUfunction function, int block_size,
                                                             size_t shared_bytes) {
  return fencepost_driver_result(
      (cudaOccupancyMaxActiveBlocksPerMultiprocessor)(blocks, (const void*)function, block_size, shared_bytes));
}
FENCEPOST_DRIVER cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, CUfunction function, int block_size,
                                                                      size_t shared_bytes, unsigned int flags) {
  return flags > 1 ? CUDA_ERROR_INVALID_VALUE
                   : cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, block_size, shared_bytes);
}
/// The block size with the most threads at a time; `limit` 0: none. `shared_of` tells the dynamic shared memory of a
/// size, if it is not null; else all blocks have `shared_bytes`.
FENCEPOST_DRIVER cuOccupancyMaxPotentialBlockSizeWithFlags(int* grid_size, int* block_size, CUfunction function,
                                                           CUoccupancyB2DSize shared_of, size_t shared_bytes, int limit,
                                                           unsigned int flags) {
  int most = 0, size = 0, best = 0, count = 0;
  CUresult result;
  if (grid_size == NULL || block_size == NULL || flags > 1) return CUDA_ERROR_INVALID_VALUE;
  result = cuFuncGetAttribute(&most, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function);
  if (result != CUDA_SUCCESS) return result;
  if (limit > 0 && limit < most) most = limit;
  *grid_size = *block_size = 0;
  for (size = most; size > 0; size = (size - 1) / 32 * 32) {
    int blocks = 0;
    result = cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, size,
                                                         shared_of != NULL ? shared_of(size) : shared_bytes);
    if (result != CUDA_SUCCESS) return result;
    if (blocks * size <= best) continue;
    best = blocks * size;
    *block_size = size;
    *grid_size = blocks;
  }
  result = fencepost_driver_result(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0));
  *grid_size *= count;
  return result;
}
FENCEPOST_DRIVER cuOccupancyMaxPotentialBlockSize(int* grid_size, int* block_size, CUfunction function,
                                                  CUoccupancyB2DSize shared_of, size_t shared_bytes, int limit) {
  return cuOccupancyMaxPotentialBlockSizeWithFlags(grid_size, block_size, function, shared_of, shared_bytes, limit, 0);
}
FENCEPOST_DRIVER cuOccupancyAvailableDynamicSMemPerBlock(size_t* shared_bytes, CUfunction function, int blocks,
                                                         int block_size) {
  return fencepost_driver_result(
      (cudaOccupancyAvailableDynamicSMemPerBlock)(shared_bytes, (const void*)function, blocks, block_size));
}
