// Modules, contexts and other parts of HIP that are CUDA's driver API: the same functions, with HIP's kind of status.
#pragma once

#include <cuda.h>
#include <cuda_runtime_api.h>

/// CUDA numbers its errors alike in both APIs.
inline cudaError_t fencepost_hip_status(CUresult status) { return static_cast<cudaError_t>(status); }
/// The first call of HIP's makes the device's context, where CUDA's driver API wants cuInit.
#define fencepost_hip_result(call) (static_cast<void>(cudaInitDevice(0, 0, 0)), fencepost_hip_status(call))

#define hipStreamWaitValueGte CU_STREAM_WAIT_VALUE_GEQ
#define hipStreamWaitValueEq CU_STREAM_WAIT_VALUE_EQ
#define hipStreamWaitValueAnd CU_STREAM_WAIT_VALUE_AND
#define hipStreamWaitValueNor CU_STREAM_WAIT_VALUE_NOR
inline __attribute__((always_inline)) cudaError_t fencepost_hip_wait_value(unsigned bytes, CUstream stream,
                                                                           void* address, cuuint64_t value,
                                                                           unsigned flags,
                                                                           cuuint64_t mask = ~cuuint64_t{0}) {
  return fencepost_hip_result(
      fencepost_stream_wait_masked(stream, reinterpret_cast<CUdeviceptr>(address), bytes, value, flags, mask));
}

#define hipArray3DCreate(...) fencepost_hip_result(cuArray3DCreate(__VA_ARGS__))
#define hipArrayCreate(...) fencepost_hip_result(cuArrayCreate(__VA_ARGS__))
#define hipArrayDestroy(...) fencepost_hip_result(cuArrayDestroy(__VA_ARGS__))
#define hipCtxCreate(...) fencepost_hip_result(cuCtxCreate(__VA_ARGS__))
#define hipCtxDestroy(...) fencepost_hip_result(cuCtxDestroy(__VA_ARGS__))
#define hipCtxDisablePeerAccess(...) fencepost_hip_result(cuCtxDisablePeerAccess(__VA_ARGS__))
#define hipCtxEnablePeerAccess(...) fencepost_hip_result(cuCtxEnablePeerAccess(__VA_ARGS__))
#define hipCtxGetApiVersion(...) fencepost_hip_result(cuCtxGetApiVersion(__VA_ARGS__))
#define hipCtxGetCacheConfig(...) fencepost_hip_result(cuCtxGetCacheConfig(__VA_ARGS__))
#define hipCtxGetCurrent(...) fencepost_hip_result(cuCtxGetCurrent(__VA_ARGS__))
#define hipCtxGetDevice(...) fencepost_hip_result(cuCtxGetDevice(__VA_ARGS__))
#define hipCtxGetFlags(...) fencepost_hip_result(cuCtxGetFlags(__VA_ARGS__))
#define hipCtxGetSharedMemConfig(...) fencepost_hip_result(cuCtxGetSharedMemConfig(__VA_ARGS__))
#define hipCtxPopCurrent(...) fencepost_hip_result(cuCtxPopCurrent(__VA_ARGS__))
#define hipCtxPushCurrent(...) fencepost_hip_result(cuCtxPushCurrent(__VA_ARGS__))
#define hipCtxSetCacheConfig(...) fencepost_hip_result(cuCtxSetCacheConfig(__VA_ARGS__))
#define hipCtxSetCurrent(...) fencepost_hip_result(cuCtxSetCurrent(__VA_ARGS__))
#define hipCtxSetSharedMemConfig(...) fencepost_hip_result(cuCtxSetSharedMemConfig(__VA_ARGS__))
#define hipCtxSynchronize(...) fencepost_hip_result(cuCtxSynchronize(__VA_ARGS__))
#define hipDeviceComputeCapability(...) fencepost_hip_result(cuDeviceComputeCapability(__VA_ARGS__))
#define hipDeviceGet(...) fencepost_hip_result(cuDeviceGet(__VA_ARGS__))
#define hipDeviceGetName(...) fencepost_hip_result(cuDeviceGetName(__VA_ARGS__))
#define hipDeviceGetUuid(...) fencepost_hip_result(cuDeviceGetUuid(__VA_ARGS__))
#define hipDevicePrimaryCtxGetState(...) fencepost_hip_result(cuDevicePrimaryCtxGetState(__VA_ARGS__))
#define hipDevicePrimaryCtxRelease(...) fencepost_hip_result(cuDevicePrimaryCtxRelease(__VA_ARGS__))
#define hipDevicePrimaryCtxReset(...) fencepost_hip_result(cuDevicePrimaryCtxReset(__VA_ARGS__))
#define hipDevicePrimaryCtxRetain(...) fencepost_hip_result(cuDevicePrimaryCtxRetain(__VA_ARGS__))
#define hipDevicePrimaryCtxSetFlags(...) fencepost_hip_result(cuDevicePrimaryCtxSetFlags(__VA_ARGS__))
#define hipDeviceTotalMem(...) fencepost_hip_result(cuDeviceTotalMem(__VA_ARGS__))
#define hipDrvMemcpy3D(...) fencepost_hip_result(cuMemcpy3D(__VA_ARGS__))
#define hipDrvPointerGetAttributes(...) fencepost_hip_result(cuPointerGetAttributes(__VA_ARGS__))
#define hipFuncGetAttribute(...) fencepost_hip_result(cuFuncGetAttribute(__VA_ARGS__))
#define hipInit(...) fencepost_hip_result(cuInit(__VA_ARGS__))
#define hipMemAlloc(...) fencepost_hip_result(cuMemAlloc(__VA_ARGS__))
#define hipMemAllocAsync(...) fencepost_hip_result(cuMemAllocAsync(__VA_ARGS__))
#define hipMemAllocHost(...) fencepost_hip_result(cuMemAllocHost(__VA_ARGS__))
#define hipMemAllocPitch(...) fencepost_hip_result(cuMemAllocPitch(__VA_ARGS__))
#define hipMemFree(...) fencepost_hip_result(cuMemFree(__VA_ARGS__))
#define hipMemFreeHost(...) fencepost_hip_result(cuMemFreeHost(__VA_ARGS__))
#define hipMemGetAddressRange(...) fencepost_hip_result(cuMemGetAddressRange(__VA_ARGS__))
#define hipMemHostAlloc(...) fencepost_hip_result(cuMemHostAlloc(__VA_ARGS__))
#define hipMemHostGetDevicePointer(...) fencepost_hip_result(cuMemHostGetDevicePointer(__VA_ARGS__))
#define hipMemcpy2DUnaligned(...) fencepost_hip_result(cuMemcpy2DUnaligned(__VA_ARGS__))
#define hipMemcpyAtoA(...) fencepost_hip_result(cuMemcpyAtoA(__VA_ARGS__))
#define hipMemcpyAtoD(...) fencepost_hip_result(cuMemcpyAtoD(__VA_ARGS__))
#define hipMemcpyAtoH(...) fencepost_hip_result(cuMemcpyAtoH(__VA_ARGS__))
#define hipMemcpyDtoA(...) fencepost_hip_result(cuMemcpyDtoA(__VA_ARGS__))
#define hipMemcpyDtoD(...) fencepost_hip_result(cuMemcpyDtoD(__VA_ARGS__))
#define hipMemcpyDtoDAsync(...) fencepost_hip_result(cuMemcpyDtoDAsync(__VA_ARGS__))
#define hipMemcpyDtoH(...) fencepost_hip_result(cuMemcpyDtoH(__VA_ARGS__))
#define hipMemcpyDtoHAsync(...) fencepost_hip_result(cuMemcpyDtoHAsync(__VA_ARGS__))
#define hipMemcpyHtoA(...) fencepost_hip_result(cuMemcpyHtoA(__VA_ARGS__))
#define hipMemcpyHtoD(...) fencepost_hip_result(cuMemcpyHtoD(__VA_ARGS__))
#define hipMemcpyHtoDAsync(...) fencepost_hip_result(cuMemcpyHtoDAsync(__VA_ARGS__))
#define hipMemcpyParam2D(...) fencepost_hip_result(cuMemcpy2D(__VA_ARGS__))
#define hipMemcpyParam2DAsync(...) fencepost_hip_result(cuMemcpy2DAsync(__VA_ARGS__))
#define hipMemsetD16(...) fencepost_hip_result(cuMemsetD16(__VA_ARGS__))
#define hipMemsetD16Async(...) fencepost_hip_result(cuMemsetD16Async(__VA_ARGS__))
#define hipMemsetD32(...) fencepost_hip_result(cuMemsetD32(__VA_ARGS__))
#define hipMemsetD32Async(...) fencepost_hip_result(cuMemsetD32Async(__VA_ARGS__))
#define hipMemsetD8(...) fencepost_hip_result(cuMemsetD8(__VA_ARGS__))
#define hipMemsetD8Async(...) fencepost_hip_result(cuMemsetD8Async(__VA_ARGS__))
#define hipModuleGetFunction(...) fencepost_hip_result(cuModuleGetFunction(__VA_ARGS__))
#define hipModuleGetGlobal(...) fencepost_hip_result(cuModuleGetGlobal(__VA_ARGS__))
#define hipModuleGetTexRef(...) fencepost_hip_result(cuModuleGetTexRef(__VA_ARGS__))
#define hipModuleLaunchKernel(...) fencepost_hip_result(cuLaunchKernel(__VA_ARGS__))
#define hipModuleLoad(...) fencepost_hip_result(cuModuleLoad(__VA_ARGS__))
#define hipModuleLoadData(...) fencepost_hip_result(cuModuleLoadData(__VA_ARGS__))
#define hipModuleLoadDataEx(...) fencepost_hip_result(cuModuleLoadDataEx(__VA_ARGS__))
#define hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(...) \
  fencepost_hip_result(cuOccupancyMaxActiveBlocksPerMultiprocessor(__VA_ARGS__))
#define hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(...) \
  fencepost_hip_result(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(__VA_ARGS__))
#define hipModuleOccupancyMaxPotentialBlockSize(...) fencepost_hip_result(cuOccupancyMaxPotentialBlockSize(__VA_ARGS__))
#define hipModuleOccupancyMaxPotentialBlockSizeWithFlags(...) \
  fencepost_hip_result(cuOccupancyMaxPotentialBlockSizeWithFlags(__VA_ARGS__))
#define hipModuleUnload(...) fencepost_hip_result(cuModuleUnload(__VA_ARGS__))
#define hipPointerGetAttribute(...) fencepost_hip_result(cuPointerGetAttribute(__VA_ARGS__))
#define hipStreamWaitValue32(...) fencepost_hip_wait_value(4, __VA_ARGS__)
#define hipStreamWaitValue64(...) fencepost_hip_wait_value(8, __VA_ARGS__)
#define hipStreamWriteValue32(stream, address, value, flags) \
  fencepost_hip_result(cuStreamWriteValue32(stream, reinterpret_cast<CUdeviceptr>(address), value, flags))
#define hipStreamWriteValue64(stream, address, value, flags) \
  fencepost_hip_result(cuStreamWriteValue64(stream, reinterpret_cast<CUdeviceptr>(address), value, flags))
#define hipTexObjectCreate(...) fencepost_hip_result(cuTexObjectCreate(__VA_ARGS__))
#define hipTexRefSetArray(...) fencepost_hip_result(cuTexRefSetArray(__VA_ARGS__))
