// The driver API as libcuda.so.1 exports it: most of cuda.h is inline, for programs that are compiled with it. In the
// shared library only (docs/shared-libraries.md).
#include "sim/include/cuda.h"

/// A jump through a pointer leaves the return address as it is. Weak: some are functions of the library.
#define FENCEPOST_EXPORT(exported, name)                                                                               \
  asm(".text\n.p2align 4\n.weak " exported "\n.type " exported ", @function\n" exported ": jmp *fencepost_entry_" name \
      "(%rip)\n.size " exported ", .-" exported "\n");

extern "C" {
#define FENCEPOST_DRIVER_FUNCTION(name, since, form, until)                                    \
  extern const decltype(&(name)) fencepost_entry_##name __attribute__((visibility("hidden"))); \
  const decltype(&(name)) fencepost_entry_##name = &(name);
#include "sim/include/fencepost_driver_functions.inc"
#undef FENCEPOST_DRIVER_FUNCTION
}

#define FENCEPOST_DRIVER_FUNCTION(name, since, form, until) FENCEPOST_EXPORT(#name, #name)
#include "sim/include/fencepost_driver_functions.inc"

// The names that the library has had since sizes are 64 bits wide, or something else changed but the parameters.
#define FENCEPOST_SECOND_NAME(name) FENCEPOST_EXPORT(#name "_v2", #name)
// In cuda.h its name has a second meaning, that of the fourth interface.
asm(".text\n.p2align 4\n.weak cuCtxCreate_v2\n.type cuCtxCreate_v2, @function\ncuCtxCreate_v2: jmp cuCtxCreate@PLT\n"
    ".size cuCtxCreate_v2, .-cuCtxCreate_v2\n");
FENCEPOST_SECOND_NAME(cuCtxDestroy)
FENCEPOST_SECOND_NAME(cuCtxPopCurrent)
FENCEPOST_SECOND_NAME(cuCtxPushCurrent)
FENCEPOST_SECOND_NAME(cuDevicePrimaryCtxRelease)
FENCEPOST_SECOND_NAME(cuDevicePrimaryCtxReset)
FENCEPOST_SECOND_NAME(cuDevicePrimaryCtxSetFlags)
FENCEPOST_SECOND_NAME(cuDeviceTotalMem)
FENCEPOST_SECOND_NAME(cuEventDestroy)
FENCEPOST_SECOND_NAME(cuEventElapsedTime)
FENCEPOST_SECOND_NAME(cuIpcOpenMemHandle)
FENCEPOST_SECOND_NAME(cuLinkAddData)
FENCEPOST_SECOND_NAME(cuLinkAddFile)
FENCEPOST_SECOND_NAME(cuLinkCreate)
FENCEPOST_SECOND_NAME(cuMemAlloc)
FENCEPOST_SECOND_NAME(cuMemAllocHost)
FENCEPOST_SECOND_NAME(cuMemAllocPitch)
FENCEPOST_SECOND_NAME(cuMemFree)
FENCEPOST_SECOND_NAME(cuMemGetAddressRange)
FENCEPOST_SECOND_NAME(cuMemGetInfo)
FENCEPOST_SECOND_NAME(cuMemHostGetDevicePointer)
FENCEPOST_SECOND_NAME(cuMemHostRegister)
FENCEPOST_SECOND_NAME(cuModuleGetGlobal)
FENCEPOST_SECOND_NAME(cuStreamDestroy)
FENCEPOST_SECOND_NAME(cuStreamBatchMemOp)
FENCEPOST_SECOND_NAME(cuStreamWaitValue32)
FENCEPOST_SECOND_NAME(cuStreamWaitValue64)
FENCEPOST_SECOND_NAME(cuStreamWriteValue32)
FENCEPOST_SECOND_NAME(cuStreamWriteValue64)
FENCEPOST_SECOND_NAME(cuMemcpyHtoD)
FENCEPOST_SECOND_NAME(cuMemcpyDtoH)
FENCEPOST_SECOND_NAME(cuMemcpyDtoD)
FENCEPOST_SECOND_NAME(cuMemcpyHtoDAsync)
FENCEPOST_SECOND_NAME(cuMemcpyDtoHAsync)
FENCEPOST_SECOND_NAME(cuMemcpyDtoDAsync)
FENCEPOST_SECOND_NAME(cuMemcpy2D)
FENCEPOST_SECOND_NAME(cuMemcpy2DAsync)
FENCEPOST_SECOND_NAME(cuMemcpy2DUnaligned)
FENCEPOST_SECOND_NAME(cuMemsetD8)
FENCEPOST_SECOND_NAME(cuMemsetD16)
FENCEPOST_SECOND_NAME(cuMemsetD32)
FENCEPOST_SECOND_NAME(cuMemsetD2D8)
FENCEPOST_SECOND_NAME(cuMemsetD2D16)
FENCEPOST_SECOND_NAME(cuMemsetD2D32)
FENCEPOST_SECOND_NAME(cuArray3DCreate)
FENCEPOST_SECOND_NAME(cuArray3DGetDescriptor)
FENCEPOST_SECOND_NAME(cuArrayCreate)
FENCEPOST_SECOND_NAME(cuArrayGetDescriptor)
FENCEPOST_SECOND_NAME(cuMemcpy3D)
FENCEPOST_SECOND_NAME(cuMemcpy3DAsync)
FENCEPOST_SECOND_NAME(cuMemcpyAtoA)
FENCEPOST_SECOND_NAME(cuMemcpyAtoD)
FENCEPOST_SECOND_NAME(cuMemcpyAtoH)
FENCEPOST_SECOND_NAME(cuMemcpyAtoHAsync)
FENCEPOST_SECOND_NAME(cuMemcpyDtoA)
FENCEPOST_SECOND_NAME(cuMemcpyHtoA)
FENCEPOST_SECOND_NAME(cuMemcpyHtoAAsync)
FENCEPOST_SECOND_NAME(cuStreamBeginCapture)
FENCEPOST_SECOND_NAME(cuStreamGetCaptureInfo)
FENCEPOST_SECOND_NAME(cuGraphAddKernelNode)
FENCEPOST_SECOND_NAME(cuGraphKernelNodeSetParams)
FENCEPOST_SECOND_NAME(cuGraphExecKernelNodeSetParams)
FENCEPOST_SECOND_NAME(cuGraphExecUpdate)
