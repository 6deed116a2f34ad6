// Contexts with a part of a device, which MPS alone has: nobody gets one here.
#include "sim/include/cuda.h"
#include "sim/runtime/driver/contexts.h"

using fencepost::sim::check_device;

extern "C" {

CUresult cuCtxCreate_v3(CUcontext* context, CUexecAffinityParam* parameters, int count, unsigned int flags,
                        CUdevice device) {
  if (count < 0 || (count != 0 && parameters == nullptr)) return CUDA_ERROR_INVALID_VALUE;
  return count != 0 ? CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY : (cuCtxCreate)(context, flags, device);
}

CUresult cuCtxCreate_v4(CUcontext* context, CUctxCreateParams* parameters, unsigned int flags, CUdevice device) {
  if (parameters == nullptr) return (cuCtxCreate)(context, flags, device);
  return cuCtxCreate_v3(context, parameters->execAffinityParams, parameters->numExecAffinityParams, flags, device);
}

CUresult cuCtxGetExecAffinity(CUexecAffinityParam* parameter, CUexecAffinityType) {
  CUcontext context = nullptr;
  if (const CUresult error = cuCtxGetCurrent(&context); error != CUDA_SUCCESS) return error;
  if (context == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
  return parameter == nullptr ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY;
}

CUresult cuDeviceGetExecAffinitySupport(int* is_supported, CUexecAffinityType, CUdevice device) {
  if (const CUresult error = check_device(device); error != CUDA_SUCCESS) return error;
  if (is_supported == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *is_supported = 0;
  return CUDA_SUCCESS;
}

}  // extern "C"
