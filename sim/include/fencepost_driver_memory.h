// Driver API: memory. Included by cuda.h. Inline, so that reports name the caller's line.
#pragma once

#define FENCEPOST_DRIVER static inline __attribute__((always_inline, unused)) CUresult

#ifdef __cplusplus
extern "C"
#endif
    void
    fencepost_driver_call_failed(void);

/// The two APIs number their errors alike, but for those that the driver API does not tell apart.
FENCEPOST_DRIVER fencepost_driver_result(enum cudaError error) {
  if ((int)error != 0) fencepost_driver_call_failed();
  switch ((int)error) {
    case 9:   // cudaErrorInvalidConfiguration
    case 12:  // cudaErrorInvalidPitchValue
    case 13:  // cudaErrorInvalidSymbol
    case 16:  // cudaErrorInvalidHostPointer
    case 17:  // cudaErrorInvalidDevicePointer
    case 21:  // cudaErrorInvalidMemcpyDirection
      return CUDA_ERROR_INVALID_VALUE;
    case 98:  // cudaErrorInvalidDeviceFunction
      return CUDA_ERROR_INVALID_HANDLE;
    default:
      return (CUresult)error;
  }
}

#define FENCEPOST_DEVICE_POINTER(p) ((void*)(uintptr_t)(p))

FENCEPOST_DRIVER cuMemAlloc(CUdeviceptr* pointer, size_t bytes) {
  void* memory = NULL;
  const CUresult result = bytes == 0 ? CUDA_ERROR_INVALID_VALUE : fencepost_driver_result((cudaMalloc)(&memory, bytes));
  if (result == CUDA_SUCCESS) *pointer = (CUdeviceptr)(uintptr_t)memory;
  return result;
}
FENCEPOST_DRIVER cuMemAllocManaged(CUdeviceptr* pointer, size_t bytes, unsigned int flags) {
  void* memory = NULL;
  const CUresult result = fencepost_driver_result((cudaMallocManaged)(&memory, bytes, flags));
  if (result == CUDA_SUCCESS) *pointer = (CUdeviceptr)(uintptr_t)memory;
  return result;
}
FENCEPOST_DRIVER cuMemAllocPitch(CUdeviceptr* pointer, size_t* pitch, size_t width, size_t height,
                                 unsigned int element_bytes) {
  void* memory = NULL;
  if (element_bytes != 4 && element_bytes != 8 && element_bytes != 16) return CUDA_ERROR_INVALID_VALUE;
  const CUresult result = fencepost_driver_result((cudaMallocPitch)(&memory, pitch, width, height));
  if (result == CUDA_SUCCESS) *pointer = (CUdeviceptr)(uintptr_t)memory;
  return result;
}
FENCEPOST_DRIVER cuMemAllocAsync(CUdeviceptr* pointer, size_t bytes, CUstream stream) {
  void* memory = NULL;
  const CUresult result = fencepost_driver_result((cudaMallocAsync)(&memory, bytes, stream));
  if (result == CUDA_SUCCESS) *pointer = (CUdeviceptr)(uintptr_t)memory;
  return result;
}
FENCEPOST_DRIVER cuDeviceGetMemPool(CUmemoryPool* pool, CUdevice device) {
  return fencepost_driver_result(cudaDeviceGetMemPool(pool, device));
}
FENCEPOST_DRIVER cuDeviceSetMemPool(CUdevice device, CUmemoryPool pool) {
  return fencepost_driver_result(cudaDeviceSetMemPool(device, pool));
}
FENCEPOST_DRIVER cuMemAllocFromPoolAsync(CUdeviceptr* pointer, size_t bytes, CUmemoryPool pool, CUstream stream) {
  void* memory = NULL;
  const CUresult result = fencepost_driver_result((cudaMallocFromPoolAsync)(&memory, bytes, pool, stream));
  if (result == CUDA_SUCCESS) *pointer = (CUdeviceptr)(uintptr_t)memory;
  return result;
}
FENCEPOST_DRIVER cuMemPoolCreate(CUmemoryPool* pool, const CUmemPoolProps* properties) {
  return fencepost_driver_result(cudaMemPoolCreate(pool, (const struct cudaMemPoolProps*)(const void*)properties));
}
FENCEPOST_DRIVER cuMemPoolDestroy(CUmemoryPool pool) { return fencepost_driver_result(cudaMemPoolDestroy(pool)); }
FENCEPOST_DRIVER cuMemPoolTrimTo(CUmemoryPool pool, size_t bytes) {
  return fencepost_driver_result(cudaMemPoolTrimTo(pool, bytes));
}
FENCEPOST_DRIVER cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute attribute, void* value) {
  return fencepost_driver_result(cudaMemPoolSetAttribute(pool, (enum cudaMemPoolAttr)attribute, value));
}
FENCEPOST_DRIVER cuMemPoolGetAttribute(CUmemoryPool pool, CUmemPool_attribute attribute, void* value) {
  return fencepost_driver_result(cudaMemPoolGetAttribute(pool, (enum cudaMemPoolAttr)attribute, value));
}
FENCEPOST_DRIVER cuMemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc* accesses, size_t count) {
  return fencepost_driver_result(
      cudaMemPoolSetAccess(pool, (const struct cudaMemAccessDesc*)(const void*)accesses, count));
}
FENCEPOST_DRIVER cuMemPoolGetAccess(CUmemAccess_flags* flags, CUmemoryPool pool, CUmemLocation* location) {
  return fencepost_driver_result(
      cudaMemPoolGetAccess((enum cudaMemAccessFlags*)flags, pool, (struct cudaMemLocation*)(void*)location));
}
#if CUDA_VERSION >= 13000
FENCEPOST_DRIVER cuMemcpyBatchAsync(CUdeviceptr* dsts, CUdeviceptr* srcs, size_t* bytes, size_t count,
                                    CUmemcpyAttributes* attributes, size_t* first, size_t attributes_count,
                                    CUstream stream) {
  size_t* const failed = NULL;
#else
FENCEPOST_DRIVER cuMemcpyBatchAsync(CUdeviceptr* dsts, CUdeviceptr* srcs, size_t* bytes, size_t count,
                                    CUmemcpyAttributes* attributes, size_t* first, size_t attributes_count,
                                    size_t* failed, CUstream stream) {
#endif
  return fencepost_driver_result(cudaMemcpyBatchAsync((void**)(void*)dsts, (void**)(void*)srcs, bytes, count,
                                                      (struct cudaMemcpyAttributes*)(void*)attributes, first,
                                                      attributes_count, failed, stream));
}
FENCEPOST_DRIVER cuMemFree(CUdeviceptr pointer) {
  return fencepost_driver_result(cudaFree(FENCEPOST_DEVICE_POINTER(pointer)));
}
FENCEPOST_DRIVER cuMemFreeAsync(CUdeviceptr pointer, CUstream stream) {
  return fencepost_driver_result(cudaFreeAsync(FENCEPOST_DEVICE_POINTER(pointer), stream));
}
FENCEPOST_DRIVER cuMemGetInfo(size_t* free_bytes, size_t* total) {
  return fencepost_driver_result(cudaMemGetInfo(free_bytes, total));
}
FENCEPOST_DRIVER cuMemAllocHost(void** pointer, size_t bytes) {
  return fencepost_driver_result((cudaMallocHost)(pointer, bytes));
}
FENCEPOST_DRIVER cuMemHostAlloc(void** pointer, size_t bytes, unsigned int flags) {
  return fencepost_driver_result((cudaHostAlloc)(pointer, bytes, flags));
}
FENCEPOST_DRIVER cuMemFreeHost(void* pointer) { return fencepost_driver_result(cudaFreeHost(pointer)); }
FENCEPOST_DRIVER cuMemHostRegister(void* pointer, size_t bytes, unsigned int flags) {
  return fencepost_driver_result(cudaHostRegister(pointer, bytes, flags));
}
FENCEPOST_DRIVER cuMemHostUnregister(void* pointer) { return fencepost_driver_result(cudaHostUnregister(pointer)); }
FENCEPOST_DRIVER cuMemHostGetDevicePointer(CUdeviceptr* pointer, void* host, unsigned int flags) {
  void* memory = NULL;
  const CUresult result = fencepost_driver_result((cudaHostGetDevicePointer)(&memory, host, flags));
  if (result == CUDA_SUCCESS) *pointer = (CUdeviceptr)(uintptr_t)memory;
  return result;
}
FENCEPOST_DRIVER cuMemHostGetFlags(unsigned int* flags, void* pointer) {
  return fencepost_driver_result(cudaHostGetFlags(flags, pointer));
}

FENCEPOST_DRIVER cuMemcpy(CUdeviceptr dst, CUdeviceptr src, size_t bytes) {
  return fencepost_driver_result(
      cudaMemcpy(FENCEPOST_DEVICE_POINTER(dst), FENCEPOST_DEVICE_POINTER(src), bytes, cudaMemcpyDefault));
}
FENCEPOST_DRIVER cuMemcpyAsync(CUdeviceptr dst, CUdeviceptr src, size_t bytes, CUstream stream) {
  return fencepost_driver_result(
      cudaMemcpyAsync(FENCEPOST_DEVICE_POINTER(dst), FENCEPOST_DEVICE_POINTER(src), bytes, cudaMemcpyDefault, stream));
}
FENCEPOST_DRIVER cuMemcpyHtoD(CUdeviceptr dst, const void* src, size_t bytes) {
  return fencepost_driver_result(cudaMemcpy(FENCEPOST_DEVICE_POINTER(dst), src, bytes, cudaMemcpyHostToDevice));
}
FENCEPOST_DRIVER cuMemcpyHtoDAsync(CUdeviceptr dst, const void* src, size_t bytes, CUstream stream) {
  return fencepost_driver_result(
      cudaMemcpyAsync(FENCEPOST_DEVICE_POINTER(dst), src, bytes, cudaMemcpyHostToDevice, stream));
}
FENCEPOST_DRIVER cuMemcpyDtoH(void* dst, CUdeviceptr src, size_t bytes) {
  return fencepost_driver_result(cudaMemcpy(dst, FENCEPOST_DEVICE_POINTER(src), bytes, cudaMemcpyDeviceToHost));
}
FENCEPOST_DRIVER cuMemcpyDtoHAsync(void* dst, CUdeviceptr src, size_t bytes, CUstream stream) {
  return fencepost_driver_result(
      cudaMemcpyAsync(dst, FENCEPOST_DEVICE_POINTER(src), bytes, cudaMemcpyDeviceToHost, stream));
}
FENCEPOST_DRIVER cuMemcpyDtoD(CUdeviceptr dst, CUdeviceptr src, size_t bytes) {
  return fencepost_driver_result(
      cudaMemcpy(FENCEPOST_DEVICE_POINTER(dst), FENCEPOST_DEVICE_POINTER(src), bytes, cudaMemcpyDeviceToDevice));
}
FENCEPOST_DRIVER cuMemcpyDtoDAsync(CUdeviceptr dst, CUdeviceptr src, size_t bytes, CUstream stream) {
  return fencepost_driver_result(cudaMemcpyAsync(FENCEPOST_DEVICE_POINTER(dst), FENCEPOST_DEVICE_POINTER(src), bytes,
                                                 cudaMemcpyDeviceToDevice, stream));
}

#define FENCEPOST_DRIVER_FILL(bits, type, bytes)                                                                    \
  FENCEPOST_DRIVER cuMemsetD##bits(CUdeviceptr dst, type value, size_t count) {                                     \
    return fencepost_driver_fill("cuMemsetD" #bits, dst, 0, value, bytes, count, 1, 0, 0);                          \
  }                                                                                                                 \
  FENCEPOST_DRIVER cuMemsetD##bits##Async(CUdeviceptr dst, type value, size_t count, CUstream stream) {             \
    return fencepost_driver_fill("cuMemsetD" #bits "Async", dst, 0, value, bytes, count, 1, 1, stream);             \
  }                                                                                                                 \
  FENCEPOST_DRIVER cuMemsetD2D##bits(CUdeviceptr dst, size_t pitch, type value, size_t width, size_t height) {      \
    return fencepost_driver_fill("cuMemsetD2D" #bits, dst, pitch, value, bytes, width, height, 0, 0);               \
  }                                                                                                                 \
  FENCEPOST_DRIVER cuMemsetD2D##bits##Async(CUdeviceptr dst, size_t pitch, type value, size_t width, size_t height, \
                                            CUstream stream) {                                                      \
    return fencepost_driver_fill("cuMemsetD2D" #bits "Async", dst, pitch, value, bytes, width, height, 1, stream);  \
  }
FENCEPOST_DRIVER_FILL(8, unsigned char, 1)
FENCEPOST_DRIVER_FILL(16, unsigned short, 2)
FENCEPOST_DRIVER_FILL(32, unsigned int, 4)
#undef FENCEPOST_DRIVER_FILL

#include "fencepost_driver_mapped.h"
