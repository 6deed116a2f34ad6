// Addresses apart from memory (docs/virtual-memory.md): CUDA's driver API with pointers, and with the runtime's types,
// whose numbers are the same.
#pragma once

#include <cuda.h>

#include "fencepost_hip_constants.h"
#include "fencepost_hip_driver.h"

typedef struct ihipMemGenericAllocationHandle* hipMemGenericAllocationHandle_t;

typedef enum hipMemAllocationGranularity_flags {
  hipMemAllocationGranularityMinimum = 0,
  hipMemAllocationGranularityRecommended = 1
} hipMemAllocationGranularity_flags;

typedef struct hipMemAllocationProp {
  hipMemAllocationType type;
  union {
    hipMemAllocationHandleType requestedHandleType;
    hipMemAllocationHandleType requestedHandleTypes;
  };
  hipMemLocation location;
  void* win32HandleMetaData;
  struct {
    unsigned char compressionType;
    unsigned char gpuDirectRDMACapable;
    unsigned short usage;
  } allocFlags;
} hipMemAllocationProp;

static_assert(int{cudaMemAllocationTypePinned} == int{CU_MEM_ALLOCATION_TYPE_PINNED} &&
              int{cudaMemLocationTypeDevice} == int{CU_MEM_LOCATION_TYPE_DEVICE} &&
              int{cudaMemHandleTypePosixFileDescriptor} == int{CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR} &&
              int{cudaMemAccessFlagsProtReadWrite} == int{CU_MEM_ACCESS_FLAGS_PROT_READWRITE});

inline CUmemLocation fencepost_hip_location(const hipMemLocation& location) {
  return {static_cast<CUmemLocationType>(location.type), location.id};
}
inline CUmemAllocationProp fencepost_hip_properties(const hipMemAllocationProp& given) {
  CUmemAllocationProp properties = {};
  properties.type = static_cast<CUmemAllocationType>(given.type);
  properties.requestedHandleTypes = static_cast<CUmemAllocationHandleType>(given.requestedHandleTypes);
  properties.location = fencepost_hip_location(given.location);
  properties.win32HandleMetaData = given.win32HandleMetaData;
  properties.allocFlags.compressionType = given.allocFlags.compressionType;
  properties.allocFlags.gpuDirectRDMACapable = given.allocFlags.gpuDirectRDMACapable;
  properties.allocFlags.usage = given.allocFlags.usage;
  return properties;
}
inline CUdeviceptr fencepost_hip_address(const void* pointer) { return reinterpret_cast<CUdeviceptr>(pointer); }
inline CUmemGenericAllocationHandle fencepost_hip_handle(hipMemGenericAllocationHandle_t handle) {
  return reinterpret_cast<CUmemGenericAllocationHandle>(handle);
}

// Reports name the line of the call: each of these is put where it is called.
#define FENCEPOST_HIP_MAPPED inline __attribute__((always_inline)) hipError_t

FENCEPOST_HIP_MAPPED hipMemGetAllocationGranularity(size_t* granularity, const hipMemAllocationProp* properties,
                                                    hipMemAllocationGranularity_flags option) {
  if (properties == nullptr) return cudaErrorInvalidValue;
  const CUmemAllocationProp same = fencepost_hip_properties(*properties);
  return fencepost_hip_result(
      cuMemGetAllocationGranularity(granularity, &same, static_cast<CUmemAllocationGranularity_flags>(option)));
}
FENCEPOST_HIP_MAPPED hipMemCreate(hipMemGenericAllocationHandle_t* handle, size_t bytes,
                                  const hipMemAllocationProp* properties, unsigned long long flags) {
  if (handle == nullptr || properties == nullptr) return cudaErrorInvalidValue;
  const CUmemAllocationProp same = fencepost_hip_properties(*properties);
  return fencepost_hip_result(
      cuMemCreate(reinterpret_cast<CUmemGenericAllocationHandle*>(handle), bytes, &same, flags));
}
FENCEPOST_HIP_MAPPED hipMemRelease(hipMemGenericAllocationHandle_t handle) {
  return fencepost_hip_result(cuMemRelease(fencepost_hip_handle(handle)));
}
FENCEPOST_HIP_MAPPED hipMemRetainAllocationHandle(hipMemGenericAllocationHandle_t* handle, void* address) {
  return fencepost_hip_result(
      cuMemRetainAllocationHandle(reinterpret_cast<CUmemGenericAllocationHandle*>(handle), address));
}
FENCEPOST_HIP_MAPPED hipMemGetAllocationPropertiesFromHandle(hipMemAllocationProp* properties,
                                                             hipMemGenericAllocationHandle_t handle) {
  if (properties == nullptr) return cudaErrorInvalidValue;
  CUmemAllocationProp same = {};
  const hipError_t error =
      fencepost_hip_result(cuMemGetAllocationPropertiesFromHandle(&same, fencepost_hip_handle(handle)));
  if (error != cudaSuccess) return error;
  *properties = {};
  properties->type = static_cast<hipMemAllocationType>(same.type);
  properties->requestedHandleTypes = static_cast<hipMemAllocationHandleType>(same.requestedHandleTypes);
  properties->location.type = static_cast<hipMemLocationType>(same.location.type);
  properties->location.id = same.location.id;
  return cudaSuccess;
}
FENCEPOST_HIP_MAPPED hipMemAddressReserve(void** pointer, size_t bytes, size_t alignment, void* address,
                                          unsigned long long flags) {
  return fencepost_hip_result(cuMemAddressReserve(reinterpret_cast<CUdeviceptr*>(pointer), bytes, alignment,
                                                  fencepost_hip_address(address), flags));
}
FENCEPOST_HIP_MAPPED hipMemAddressFree(void* pointer, size_t bytes) {
  return fencepost_hip_result(cuMemAddressFree(fencepost_hip_address(pointer), bytes));
}
FENCEPOST_HIP_MAPPED hipMemMap(void* pointer, size_t bytes, size_t offset, hipMemGenericAllocationHandle_t handle,
                               unsigned long long flags) {
  return fencepost_hip_result(
      cuMemMap(fencepost_hip_address(pointer), bytes, offset, fencepost_hip_handle(handle), flags));
}
FENCEPOST_HIP_MAPPED hipMemUnmap(void* pointer, size_t bytes) {
  return fencepost_hip_result(cuMemUnmap(fencepost_hip_address(pointer), bytes));
}
FENCEPOST_HIP_MAPPED hipMemSetAccess(void* pointer, size_t bytes, const hipMemAccessDesc* accesses, size_t count) {
  if (accesses == nullptr || count == 0) return cudaErrorInvalidValue;
  for (size_t i = 0; i < count; ++i) {
    const CUmemAccessDesc same = {fencepost_hip_location(accesses[i].location),
                                  static_cast<CUmemAccess_flags>(accesses[i].flags)};
    const hipError_t error = fencepost_hip_result(cuMemSetAccess(fencepost_hip_address(pointer), bytes, &same, 1));
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}
FENCEPOST_HIP_MAPPED hipMemGetAccess(unsigned long long* flags, const hipMemLocation* location, void* pointer) {
  if (location == nullptr) return cudaErrorInvalidValue;
  const CUmemLocation same = fencepost_hip_location(*location);
  return fencepost_hip_result(cuMemGetAccess(flags, &same, fencepost_hip_address(pointer)));
}
FENCEPOST_HIP_MAPPED hipMemExportToShareableHandle(void* shared, hipMemGenericAllocationHandle_t handle,
                                                   hipMemAllocationHandleType type, unsigned long long flags) {
  return fencepost_hip_result(cuMemExportToShareableHandle(shared, fencepost_hip_handle(handle),
                                                           static_cast<CUmemAllocationHandleType>(type), flags));
}
FENCEPOST_HIP_MAPPED hipMemImportFromShareableHandle(hipMemGenericAllocationHandle_t* handle, void* shared,
                                                     hipMemAllocationHandleType type) {
  return fencepost_hip_result(cuMemImportFromShareableHandle(reinterpret_cast<CUmemGenericAllocationHandle*>(handle),
                                                             shared, static_cast<CUmemAllocationHandleType>(type)));
}
