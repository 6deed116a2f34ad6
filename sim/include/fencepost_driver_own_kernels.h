// Driver API: launches of the program's own kernels, which cudaGetFuncBySymbol() names, and of modules'. Included by
// cuda.h. Inline, so that reports name the caller's line.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif
/// Where the kernel's arguments lie, for cudaLaunchKernel: `arguments`, or in the buffer that `extra` names
/// (CU_LAUNCH_PARAM_BUFFER_POINTER); valid until the calling thread's next call. Null if they are not there, or the
/// buffer is too short; then a finding says so.
void** fencepost_buffer_arguments(const void* function, void** arguments, void** extra, int has_configuration);

/// What a function is launched with by the calls that CUDA 4 replaced; all zeros and blocks of one thread at first.
struct fencepost_old_launch {
  unsigned int block[3];
  unsigned int shared_bytes;
  size_t bytes;
  unsigned char arguments[4096];
};
struct fencepost_old_launch* fencepost_old_launch_of(CUfunction function);
#ifdef __cplusplus
}
#endif

FENCEPOST_DRIVER cuLaunchKernelEx(const CUlaunchConfig* config, CUfunction function, void** arguments, void** extra) {
  cudaLaunchConfig_t same;
  arguments = fencepost_buffer_arguments((const void*)function, arguments, extra, config != NULL);
  if (arguments == NULL) return CUDA_ERROR_INVALID_VALUE;
  same.gridDim.x = config->gridDimX, same.gridDim.y = config->gridDimY, same.gridDim.z = config->gridDimZ;
  same.blockDim.x = config->blockDimX, same.blockDim.y = config->blockDimY, same.blockDim.z = config->blockDimZ;
  same.dynamicSmemBytes = config->sharedMemBytes;
  same.stream = config->hStream;
  same.attrs = (cudaLaunchAttribute*)(void*)config->attrs;  // The same numbers and values under other names.
  same.numAttrs = config->numAttrs;
  return fencepost_driver_result(cudaLaunchKernelExC(&same, (const void*)function, arguments));
}
FENCEPOST_DRIVER cuLaunchKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z,
                                unsigned int block_x, unsigned int block_y, unsigned int block_z,
                                unsigned int shared_bytes, CUstream stream, void** arguments, void** extra) {
  CUlaunchConfig config = {grid_x, grid_y, grid_z, block_x, block_y, block_z, shared_bytes, stream, NULL, 0};
  return cuLaunchKernelEx(&config, function, arguments, extra);
}
FENCEPOST_DRIVER cuLaunchCooperativeKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y,
                                           unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                                           unsigned int block_z, unsigned int shared_bytes, CUstream stream,
                                           void** arguments) {
  CUlaunchAttribute cooperative;
  CUlaunchConfig config = {grid_x, grid_y, grid_z, block_x, block_y, block_z, shared_bytes, stream, &cooperative, 1};
  cooperative.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
  cooperative.value.cooperative = 1;
  return cuLaunchKernelEx(&config, function, arguments, NULL);
}
FENCEPOST_DRIVER cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value) {
  return fencepost_driver_result(cudaFuncSetAttribute((const void*)function, (enum cudaFuncAttribute)attribute, value));
}
FENCEPOST_DRIVER cuFuncGetAttribute(int* value, CUfunction_attribute attribute, CUfunction function) {
  struct cudaFuncAttributes all;
  const CUresult result = fencepost_driver_result(cudaFuncGetAttributes(&all, (const void*)function));
  if (result != CUDA_SUCCESS) return result;
  switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
      return *value = all.maxThreadsPerBlock, CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
      return *value = (int)all.sharedSizeBytes, CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
      return *value = (int)all.constSizeBytes, CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
      return *value = (int)all.localSizeBytes, CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_NUM_REGS:
      return *value = all.numRegs, CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION:
      return *value = all.ptxVersion, CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION:
      return *value = all.binaryVersion, CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
      return *value = all.maxDynamicSharedSizeBytes, CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET:
      return *value = all.clusterDimMustBeSet, CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH:
      return *value = all.requiredClusterWidth, CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT:
      return *value = all.requiredClusterHeight, CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH:
      return *value = all.requiredClusterDepth, CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED:
      return *value = all.nonPortableClusterSizeAllowed, CUDA_SUCCESS;
    default:
      return CUDA_ERROR_INVALID_VALUE;
  }
}

FENCEPOST_DRIVER cuFuncSetBlockShape(CUfunction function, int x, int y, int z) {
  struct fencepost_old_launch* const launch = fencepost_old_launch_of(function);
  if (x <= 0 || y <= 0 || z <= 0) return CUDA_ERROR_INVALID_VALUE;
  launch->block[0] = (unsigned int)x;
  launch->block[1] = (unsigned int)y;
  launch->block[2] = (unsigned int)z;
  return CUDA_SUCCESS;
}
FENCEPOST_DRIVER cuFuncSetSharedSize(CUfunction function, unsigned int bytes) {
  return fencepost_old_launch_of(function)->shared_bytes = bytes, CUDA_SUCCESS;
}
FENCEPOST_DRIVER cuParamSetSize(CUfunction function, unsigned int bytes) {
  struct fencepost_old_launch* const launch = fencepost_old_launch_of(function);
  if (bytes > sizeof launch->arguments) return CUDA_ERROR_INVALID_VALUE;
  return launch->bytes = bytes, CUDA_SUCCESS;
}
FENCEPOST_DRIVER cuParamSetv(CUfunction function, int offset, void* value, unsigned int bytes) {
  struct fencepost_old_launch* const launch = fencepost_old_launch_of(function);
  if (offset < 0 || bytes > sizeof launch->arguments || (size_t)offset > sizeof launch->arguments - bytes) {
    return CUDA_ERROR_INVALID_VALUE;
  }
  __builtin_memcpy(launch->arguments + offset, value, bytes);
  return CUDA_SUCCESS;
}
FENCEPOST_DRIVER cuParamSeti(CUfunction function, int offset, unsigned int value) {
  return cuParamSetv(function, offset, &value, sizeof value);
}
FENCEPOST_DRIVER cuParamSetf(CUfunction function, int offset, float value) {
  return cuParamSetv(function, offset, &value, sizeof value);
}
FENCEPOST_DRIVER cuLaunchGridAsync(CUfunction function, int width, int height, CUstream stream) {
  struct fencepost_old_launch* const launch = fencepost_old_launch_of(function);
  void* extra[5] = {CU_LAUNCH_PARAM_BUFFER_POINTER, launch->arguments, CU_LAUNCH_PARAM_BUFFER_SIZE, &launch->bytes,
                    CU_LAUNCH_PARAM_END};
  if (width <= 0 || height <= 0) return CUDA_ERROR_INVALID_VALUE;
  return cuLaunchKernel(function, (unsigned int)width, (unsigned int)height, 1, launch->block[0], launch->block[1],
                        launch->block[2], launch->shared_bytes, stream, NULL, extra);
}
FENCEPOST_DRIVER cuLaunchGrid(CUfunction function, int width, int height) {
  return cuLaunchGridAsync(function, width, height, NULL);
}
FENCEPOST_DRIVER cuLaunch(CUfunction function) { return cuLaunchGridAsync(function, 1, 1, NULL); }
