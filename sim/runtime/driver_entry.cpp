// The driver API's functions by their names: for programs, and headers of libraries, that load the driver's library
// instead of linking it.
#include <dlfcn.h>

#include <algorithm>
#include <string_view>

#include "sim/include/cuda.h"

namespace {

struct DriverFunction {
  std::string_view name;
  void* address;
};

#define ENTRY(function) \
  DriverFunction { #function, reinterpret_cast < void*>(&(function)) }
const DriverFunction kDriverFunctions[] = {
    DriverFunction{"cuCtxCreate",
                   reinterpret_cast<void*>(static_cast<CUresult (*)(CUcontext*, unsigned, int)>(&cuCtxCreate))},
    ENTRY(cuCtxAttach),
    ENTRY(cuCtxDestroy),
    ENTRY(cuCtxDetach),
    ENTRY(cuCtxDisablePeerAccess),
    ENTRY(cuCtxEnablePeerAccess),
    ENTRY(cuCtxGetApiVersion),
    ENTRY(cuCtxGetCacheConfig),
    ENTRY(cuCtxGetCurrent),
    ENTRY(cuCtxGetDevice),
    ENTRY(cuCtxGetFlags),
    ENTRY(cuCtxGetLimit),
    ENTRY(cuCtxGetSharedMemConfig),
    ENTRY(cuCtxGetStreamPriorityRange),
    ENTRY(cuCtxPopCurrent),
    ENTRY(cuCtxPushCurrent),
    ENTRY(cuCtxResetPersistingL2Cache),
    ENTRY(cuCtxSetCacheConfig),
    ENTRY(cuCtxSetCurrent),
    ENTRY(cuCtxSetLimit),
    ENTRY(cuCtxSetSharedMemConfig),
    ENTRY(cuCtxSynchronize),
    ENTRY(cuDeviceCanAccessPeer),
    ENTRY(cuDeviceComputeCapability),
    ENTRY(cuDeviceGet),
    ENTRY(cuDeviceGetAttribute),
    ENTRY(cuDeviceGetByPCIBusId),
    ENTRY(cuDeviceGetCount),
    ENTRY(cuDeviceGetDefaultMemPool),
    ENTRY(cuDeviceGetName),
    ENTRY(cuDeviceGetPCIBusId),
    ENTRY(cuDeviceGetProperties),
    ENTRY(cuDeviceGetUuid),
    ENTRY(cuDeviceGetUuid_v2),
    ENTRY(cuDevicePrimaryCtxGetState),
    ENTRY(cuDevicePrimaryCtxRelease),
    ENTRY(cuDevicePrimaryCtxReset),
    ENTRY(cuDevicePrimaryCtxRetain),
    ENTRY(cuDevicePrimaryCtxSetFlags),
    ENTRY(cuDeviceTotalMem),
    ENTRY(cuDriverGetVersion),
    ENTRY(cuEventCreate),
    ENTRY(cuEventDestroy),
    ENTRY(cuEventElapsedTime),
    ENTRY(cuEventQuery),
    ENTRY(cuEventRecord),
    ENTRY(cuEventSynchronize),
    ENTRY(cuGetErrorName),
    ENTRY(cuGetErrorString),
    ENTRY(cuGetProcAddress),
    ENTRY(cuInit),
    ENTRY(cuLaunchHostFunc),
    ENTRY(cuMemAddressFree),
    ENTRY(cuMemAddressReserve),
    ENTRY(cuMemAdvise),
    ENTRY(cuMemAlloc),
    ENTRY(cuMemAllocAsync),
    ENTRY(cuMemAllocFromPoolAsync),
    ENTRY(cuMemAllocHost),
    ENTRY(cuMemAllocManaged),
    ENTRY(cuMemAllocPitch),
    ENTRY(cuMemCreate),
    ENTRY(cuMemExportToShareableHandle),
    ENTRY(cuMemFree),
    ENTRY(cuMemFreeAsync),
    ENTRY(cuMemFreeHost),
    ENTRY(cuMemGetAddressRange),
    ENTRY(cuMemGetAllocationGranularity),
    ENTRY(cuMemGetAllocationPropertiesFromHandle),
    ENTRY(cuMemGetInfo),
    ENTRY(cuMemHostAlloc),
    ENTRY(cuMemHostGetDevicePointer),
    ENTRY(cuMemHostGetFlags),
    ENTRY(cuMemHostRegister),
    ENTRY(cuMemHostUnregister),
    ENTRY(cuMemImportFromShareableHandle),
    ENTRY(cuMemMap),
    ENTRY(cuMemPoolCreate),
    ENTRY(cuMemPoolDestroy),
    ENTRY(cuMemPoolGetAccess),
    ENTRY(cuMemPoolGetAttribute),
    ENTRY(cuMemPoolSetAccess),
    ENTRY(cuMemPoolSetAttribute),
    ENTRY(cuMemPoolTrimTo),
    ENTRY(cuMemPrefetchAsync),
    ENTRY(cuMemRelease),
    ENTRY(cuMemSetAccess),
    ENTRY(cuMemUnmap),
    ENTRY(cuMemcpy),
    ENTRY(cuMemcpy2D),
    ENTRY(cuMemcpy2DAsync),
    ENTRY(cuMemcpy2DUnaligned),
    ENTRY(cuMemcpyAsync),
    ENTRY(cuMemcpyDtoD),
    ENTRY(cuMemcpyDtoDAsync),
    ENTRY(cuMemcpyDtoH),
    ENTRY(cuMemcpyDtoHAsync),
    ENTRY(cuMemcpyHtoD),
    ENTRY(cuMemcpyHtoDAsync),
    ENTRY(cuMemsetD16),
    ENTRY(cuMemsetD16Async),
    ENTRY(cuMemsetD2D16),
    ENTRY(cuMemsetD2D16Async),
    ENTRY(cuMemsetD2D32),
    ENTRY(cuMemsetD2D32Async),
    ENTRY(cuMemsetD2D8),
    ENTRY(cuMemsetD2D8Async),
    ENTRY(cuMemsetD32),
    ENTRY(cuMemsetD32Async),
    ENTRY(cuMemsetD8),
    ENTRY(cuMemsetD8Async),
    ENTRY(cuPointerGetAttribute),
    ENTRY(cuPointerGetAttributes),
    ENTRY(cuProfilerStart),
    ENTRY(cuProfilerStop),
    ENTRY(cuStreamAddCallback),
    ENTRY(cuStreamAttachMemAsync),
    ENTRY(cuStreamCreate),
    ENTRY(cuStreamCreateWithPriority),
    ENTRY(cuStreamDestroy),
    ENTRY(cuStreamGetCtx),
    ENTRY(cuStreamGetCtx_v2),
    ENTRY(cuStreamGetFlags),
    ENTRY(cuStreamGetId),
    ENTRY(cuStreamGetPriority),
    ENTRY(cuStreamIsCapturing),
    ENTRY(cuStreamQuery),
    ENTRY(cuStreamSynchronize),
    ENTRY(cuStreamWaitEvent),
};
#undef ENTRY

/// Null if there is none of that name.
void* find_driver_function(std::string_view name) {
  const auto* at = std::ranges::find(kDriverFunctions, name, &DriverFunction::name);
  if (at != std::end(kDriverFunctions)) return at->address;
  // The names of the library: `cuMemAlloc_v2` is what the header calls cuMemAlloc.
  const std::size_t version = name.rfind("_v");
  return version == std::string_view::npos ? nullptr : find_driver_function(name.substr(0, version));
}

/// What stands for the driver's library.
char driver_library = 0;

}  // namespace

extern "C" {

CUresult cuGetProcAddress(const char* name, void** function, int version, cuuint64_t /*flags*/,
                          CUdriverProcAddressQueryResult* result) {
  if (name == nullptr || function == nullptr) return CUDA_ERROR_INVALID_VALUE;
  using namespace std::literals;
  const bool second = name == "cuStreamGetCtx"sv && version >= 12050;  // The one function that has changed.
  *function = find_driver_function(second ? "cuStreamGetCtx_v2" : name);
  if (result != nullptr) *result = *function ? CU_GET_PROC_ADDRESS_SUCCESS : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  return *function ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

// Called by CUDA sources in the place of the C library's functions (compiler/object/redirections.cpp).

void* fencepost_dlopen(const char* file, int mode) {
  if (file == nullptr) return dlopen(file, mode);
  const std::string_view name = file;
  return name == "libcuda.so" || name == "libcuda.so.1" ? &driver_library : dlopen(file, mode);
}
void* fencepost_dlsym(void* library, const char* name) {
  return library == &driver_library ? find_driver_function(name) : dlsym(library, name);
}
int fencepost_dlclose(void* library) { return library == &driver_library ? 0 : dlclose(library); }

}  // extern "C"
