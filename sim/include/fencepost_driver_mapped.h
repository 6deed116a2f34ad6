// Driver API: addresses apart from memory, and memory that other processes share. Included by cuda.h.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif
CUresult cuMemGetAllocationGranularity(size_t* granularity, const CUmemAllocationProp* properties,
                                       CUmemAllocationGranularity_flags option);
CUresult cuMemAddressReserve(CUdeviceptr* pointer, size_t bytes, size_t alignment, CUdeviceptr address,
                             unsigned long long flags);
CUresult cuMemAddressFree(CUdeviceptr pointer, size_t bytes);
CUresult cuMemCreate(CUmemGenericAllocationHandle* handle, size_t bytes, const CUmemAllocationProp* properties,
                     unsigned long long flags);
CUresult cuMemRelease(CUmemGenericAllocationHandle handle);
CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle* handle, void* address);
CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp* properties, CUmemGenericAllocationHandle handle);
CUresult cuMemMap(CUdeviceptr pointer, size_t bytes, size_t offset, CUmemGenericAllocationHandle handle,
                  unsigned long long flags);
CUresult cuMemUnmap(CUdeviceptr pointer, size_t bytes);
CUresult cuMemSetAccess(CUdeviceptr pointer, size_t bytes, const CUmemAccessDesc* accesses, size_t count);
CUresult cuMemGetAccess(unsigned long long* flags, const CUmemLocation* location, CUdeviceptr pointer);
CUresult cuMemExportToShareableHandle(void* shared, CUmemGenericAllocationHandle handle, CUmemAllocationHandleType type,
                                      unsigned long long flags);
CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle* handle, void* shared,
                                        CUmemAllocationHandleType type);
#ifdef __cplusplus
}
#endif

// Memory and events of another process: as those of the runtime API.
FENCEPOST_DRIVER cuIpcGetMemHandle(CUipcMemHandle* handle, CUdeviceptr pointer) {
  return fencepost_driver_result(
      cudaIpcGetMemHandle((cudaIpcMemHandle_t*)(void*)handle, FENCEPOST_DEVICE_POINTER(pointer)));
}
FENCEPOST_DRIVER cuIpcOpenMemHandle(CUdeviceptr* pointer, CUipcMemHandle handle, unsigned int flags) {
  void* memory = NULL;
  const CUresult result =
      fencepost_driver_result(cudaIpcOpenMemHandle(&memory, *(cudaIpcMemHandle_t*)(void*)&handle, flags));
  if (result == CUDA_SUCCESS) *pointer = (CUdeviceptr)(uintptr_t)memory;
  return result;
}
FENCEPOST_DRIVER cuIpcCloseMemHandle(CUdeviceptr pointer) {
  return fencepost_driver_result(cudaIpcCloseMemHandle(FENCEPOST_DEVICE_POINTER(pointer)));
}
FENCEPOST_DRIVER cuIpcGetEventHandle(CUipcEventHandle* handle, CUevent event) {
  return fencepost_driver_result(cudaIpcGetEventHandle((cudaIpcEventHandle_t*)(void*)handle, event));
}
FENCEPOST_DRIVER cuIpcOpenEventHandle(CUevent* event, CUipcEventHandle handle) {
  return fencepost_driver_result(cudaIpcOpenEventHandle(event, *(cudaIpcEventHandle_t*)(void*)&handle));
}
