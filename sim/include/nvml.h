// NVML: what devices are there, and what they are. There are no sensors and no settings of a GPU: their functions
// return NVML_ERROR_NOT_SUPPORTED, as NVML's do for devices that have none. Inline: -lnvidia-ml adds nothing.
// docs/libraries.md
#pragma once

#include <stdio.h>
#include <string.h>

#include "cuda_runtime_api.h"

#define NVML_API_VERSION 12
#define NVML_API_VERSION_STR "12"
#define NVML_DEVICE_NAME_BUFFER_SIZE 64
#define NVML_DEVICE_NAME_V2_BUFFER_SIZE 96
#define NVML_DEVICE_UUID_BUFFER_SIZE 80
#define NVML_DEVICE_UUID_V2_BUFFER_SIZE 96
#define NVML_DEVICE_PART_NUMBER_BUFFER_SIZE 80
#define NVML_DEVICE_SERIAL_BUFFER_SIZE 30
#define NVML_DEVICE_VBIOS_VERSION_BUFFER_SIZE 32
#define NVML_DEVICE_INFOROM_VERSION_BUFFER_SIZE 16
#define NVML_DEVICE_PCI_BUS_ID_BUFFER_SIZE 32
#define NVML_DEVICE_PCI_BUS_ID_BUFFER_V2_SIZE 16
#define NVML_SYSTEM_DRIVER_VERSION_BUFFER_SIZE 80
#define NVML_SYSTEM_NVML_VERSION_BUFFER_SIZE 80
#define NVML_INIT_FLAG_NO_GPUS 1
#define NVML_INIT_FLAG_NO_ATTACH 2

typedef enum nvmlReturn_enum {
  NVML_SUCCESS = 0,
  NVML_ERROR_UNINITIALIZED = 1,
  NVML_ERROR_INVALID_ARGUMENT = 2,
  NVML_ERROR_NOT_SUPPORTED = 3,
  NVML_ERROR_NO_PERMISSION = 4,
  NVML_ERROR_ALREADY_INITIALIZED = 5,
  NVML_ERROR_NOT_FOUND = 6,
  NVML_ERROR_INSUFFICIENT_SIZE = 7,
  NVML_ERROR_DRIVER_NOT_LOADED = 9,
  NVML_ERROR_TIMEOUT = 10,
  NVML_ERROR_LIBRARY_NOT_FOUND = 12,
  NVML_ERROR_FUNCTION_NOT_FOUND = 13,
  NVML_ERROR_GPU_IS_LOST = 15,
  NVML_ERROR_UNKNOWN = 999
} nvmlReturn_t;

typedef enum nvmlClockType_enum {
  NVML_CLOCK_GRAPHICS = 0,
  NVML_CLOCK_SM = 1,
  NVML_CLOCK_MEM = 2,
  NVML_CLOCK_VIDEO = 3,
  NVML_CLOCK_COUNT
} nvmlClockType_t;

typedef enum nvmlTemperatureSensors_enum { NVML_TEMPERATURE_GPU = 0, NVML_TEMPERATURE_COUNT } nvmlTemperatureSensors_t;
typedef enum nvmlEnableState_enum { NVML_FEATURE_DISABLED = 0, NVML_FEATURE_ENABLED = 1 } nvmlEnableState_t;

typedef struct nvmlDevice_st* nvmlDevice_t;

typedef struct nvmlMemory_st {
  unsigned long long total;
  unsigned long long free;
  unsigned long long used;
} nvmlMemory_t;

/// In per cent of the time.
typedef struct nvmlUtilization_st {
  unsigned int gpu;
  unsigned int memory;
} nvmlUtilization_t;

typedef struct nvmlPciInfo_st {
  char busIdLegacy[NVML_DEVICE_PCI_BUS_ID_BUFFER_V2_SIZE];
  unsigned int domain;
  unsigned int bus;
  unsigned int device;
  unsigned int pciDeviceId;
  unsigned int pciSubSystemId;
  char busId[NVML_DEVICE_PCI_BUS_ID_BUFFER_SIZE];
} nvmlPciInfo_t;

#ifdef __cplusplus
extern "C" {
#endif
/// How often the program has called nvmlInit more than nvmlShutdown.
__attribute__((weak)) int fencepost_nvml_users = 0;

#define FENCEPOST_NVML static inline __attribute__((unused)) nvmlReturn_t

FENCEPOST_NVML nvmlInit_v2(void) {
  __atomic_fetch_add(&fencepost_nvml_users, 1, __ATOMIC_RELAXED);
  return NVML_SUCCESS;
}
FENCEPOST_NVML nvmlInitWithFlags(unsigned int flags) {
  (void)flags;
  return nvmlInit_v2();
}
FENCEPOST_NVML nvmlShutdown(void) {
  if (__atomic_load_n(&fencepost_nvml_users, __ATOMIC_RELAXED) == 0) return NVML_ERROR_UNINITIALIZED;
  __atomic_fetch_sub(&fencepost_nvml_users, 1, __ATOMIC_RELAXED);
  return NVML_SUCCESS;
}

static inline __attribute__((unused)) const char* nvmlErrorString(nvmlReturn_t result) {
  switch (result) {
    case NVML_SUCCESS:
      return "Success";
    case NVML_ERROR_UNINITIALIZED:
      return "Uninitialized";
    case NVML_ERROR_INVALID_ARGUMENT:
      return "Invalid Argument";
    case NVML_ERROR_NOT_SUPPORTED:
      return "Not Supported";
    case NVML_ERROR_NOT_FOUND:
      return "Not Found";
    case NVML_ERROR_INSUFFICIENT_SIZE:
      return "Insufficient Size";
    default:
      return "Unknown Error";
  }
}

/// The number of a device whose handle `device` is, in *number.
FENCEPOST_NVML fencepost_nvml_number(nvmlDevice_t device, int* number) {
  int count = 0;
  if (__atomic_load_n(&fencepost_nvml_users, __ATOMIC_RELAXED) == 0) return NVML_ERROR_UNINITIALIZED;
  if (cudaGetDeviceCount(&count) != cudaSuccess) return NVML_ERROR_UNKNOWN;
  *number = (int)(size_t)device - 1;
  return *number >= 0 && *number < count ? NVML_SUCCESS : NVML_ERROR_INVALID_ARGUMENT;
}
FENCEPOST_NVML fencepost_nvml_text(const char* text, char* buffer, unsigned int length) {
  if (buffer == NULL) return NVML_ERROR_INVALID_ARGUMENT;
  if (strlen(text) >= length) return NVML_ERROR_INSUFFICIENT_SIZE;
  memcpy(buffer, text, strlen(text) + 1);
  return NVML_SUCCESS;
}
FENCEPOST_NVML fencepost_nvml_attribute(nvmlDevice_t device, enum cudaDeviceAttr attribute, int* value) {
  int number = 0;
  const nvmlReturn_t known = fencepost_nvml_number(device, &number);
  if (known != NVML_SUCCESS) return known;
  return cudaDeviceGetAttribute(value, attribute, number) == cudaSuccess ? NVML_SUCCESS : NVML_ERROR_UNKNOWN;
}

FENCEPOST_NVML nvmlSystemGetCudaDriverVersion_v2(int* version) {
  if (version == NULL) return NVML_ERROR_INVALID_ARGUMENT;
  return cudaDriverGetVersion(version) == cudaSuccess ? NVML_SUCCESS : NVML_ERROR_UNKNOWN;
}
/// That of the first driver with this version of CUDA: programs compare it with the one they need.
FENCEPOST_NVML nvmlSystemGetDriverVersion(char* version, unsigned int length) {
  int cuda = 0;
  if (__atomic_load_n(&fencepost_nvml_users, __ATOMIC_RELAXED) == 0) return NVML_ERROR_UNINITIALIZED;
  if (cudaDriverGetVersion(&cuda) != cudaSuccess) return NVML_ERROR_UNKNOWN;
  return fencepost_nvml_text(cuda >= 13000 ? "580.65.06" : "570.26", version, length);
}
FENCEPOST_NVML nvmlSystemGetNVMLVersion(char* version, unsigned int length) {
  int cuda = 0;
  if (__atomic_load_n(&fencepost_nvml_users, __ATOMIC_RELAXED) == 0) return NVML_ERROR_UNINITIALIZED;
  if (cudaDriverGetVersion(&cuda) != cudaSuccess) return NVML_ERROR_UNKNOWN;
  return fencepost_nvml_text(cuda >= 13000 ? "13.580.65.06" : "12.570.26", version, length);
}
FENCEPOST_NVML nvmlDeviceGetCount_v2(unsigned int* devices) {
  int count = 0;
  if (devices == NULL) return NVML_ERROR_INVALID_ARGUMENT;
  if (__atomic_load_n(&fencepost_nvml_users, __ATOMIC_RELAXED) == 0) return NVML_ERROR_UNINITIALIZED;
  if (cudaGetDeviceCount(&count) != cudaSuccess) return NVML_ERROR_UNKNOWN;
  *devices = (unsigned int)count;
  return NVML_SUCCESS;
}
FENCEPOST_NVML nvmlDeviceGetHandleByIndex_v2(unsigned int index, nvmlDevice_t* device) {
  int number = 0;
  const nvmlDevice_t found = (nvmlDevice_t)((size_t)index + 1);
  const nvmlReturn_t known = fencepost_nvml_number(found, &number);
  if (device == NULL) return NVML_ERROR_INVALID_ARGUMENT;
  if (known == NVML_SUCCESS) *device = found;
  return known;
}
FENCEPOST_NVML nvmlDeviceGetHandleByPciBusId_v2(const char* bus_id, nvmlDevice_t* device) {
  unsigned int count = 0;
  unsigned int domain = 0, bus = 0, place = 0;
  const nvmlReturn_t known = nvmlDeviceGetCount_v2(&count);
  if (known != NVML_SUCCESS) return known;
  if (bus_id == NULL || device == NULL || sscanf(bus_id, "%x:%x:%x", &domain, &bus, &place) != 3)
    return NVML_ERROR_INVALID_ARGUMENT;
  for (unsigned int i = 0; i < count; ++i) {
    char own[NVML_DEVICE_PCI_BUS_ID_BUFFER_SIZE];
    unsigned int own_domain = 0, own_bus = 0, own_place = 0;
    if (cudaDeviceGetPCIBusId(own, sizeof own, (int)i) != cudaSuccess) return NVML_ERROR_UNKNOWN;
    sscanf(own, "%x:%x:%x", &own_domain, &own_bus, &own_place);
    if (own_domain == domain && own_bus == bus && own_place == place) return nvmlDeviceGetHandleByIndex_v2(i, device);
  }
  return NVML_ERROR_NOT_FOUND;
}
FENCEPOST_NVML nvmlDeviceGetIndex(nvmlDevice_t device, unsigned int* index) {
  int number = 0;
  const nvmlReturn_t known = fencepost_nvml_number(device, &number);
  if (index == NULL) return NVML_ERROR_INVALID_ARGUMENT;
  if (known == NVML_SUCCESS) *index = (unsigned int)number;
  return known;
}
FENCEPOST_NVML nvmlDeviceGetName(nvmlDevice_t device, char* name, unsigned int length) {
  struct cudaDeviceProp properties;
  int number = 0;
  const nvmlReturn_t known = fencepost_nvml_number(device, &number);
  if (known != NVML_SUCCESS) return known;
  if (cudaGetDeviceProperties(&properties, number) != cudaSuccess) return NVML_ERROR_UNKNOWN;
  return fencepost_nvml_text(properties.name, name, length);
}
FENCEPOST_NVML nvmlDeviceGetUUID(nvmlDevice_t device, char* uuid, unsigned int length) {
  struct cudaDeviceProp properties;
  char text[NVML_DEVICE_UUID_BUFFER_SIZE] = "GPU-";
  int number = 0;
  const nvmlReturn_t known = fencepost_nvml_number(device, &number);
  if (known != NVML_SUCCESS) return known;
  if (cudaGetDeviceProperties(&properties, number) != cudaSuccess) return NVML_ERROR_UNKNOWN;
  for (int i = 0; i < 16; ++i) {
    const char* const dash = i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "";
    const size_t end = strlen(text);
    snprintf(text + end, sizeof text - end, "%s%02x", dash, (unsigned int)(unsigned char)properties.uuid.bytes[i]);
  }
  return fencepost_nvml_text(text, uuid, length);
}
FENCEPOST_NVML nvmlDeviceGetHandleByUUID(const char* uuid, nvmlDevice_t* device) {
  unsigned int count = 0;
  const nvmlReturn_t known = nvmlDeviceGetCount_v2(&count);
  if (known != NVML_SUCCESS) return known;
  if (uuid == NULL || device == NULL) return NVML_ERROR_INVALID_ARGUMENT;
  for (unsigned int i = 0; i < count; ++i) {
    char own[NVML_DEVICE_UUID_BUFFER_SIZE];
    nvmlDevice_t candidate = NULL;
    if (nvmlDeviceGetHandleByIndex_v2(i, &candidate) != NVML_SUCCESS ||
        nvmlDeviceGetUUID(candidate, own, sizeof own) != NVML_SUCCESS)
      return NVML_ERROR_UNKNOWN;
    if (strcmp(own, uuid) == 0) {
      *device = candidate;
      return NVML_SUCCESS;
    }
  }
  return NVML_ERROR_NOT_FOUND;
}
FENCEPOST_NVML nvmlDeviceGetPciInfo_v3(nvmlDevice_t device, nvmlPciInfo_t* pci) {
  int number = 0;
  const nvmlReturn_t known = fencepost_nvml_number(device, &number);
  if (known != NVML_SUCCESS) return known;
  if (pci == NULL) return NVML_ERROR_INVALID_ARGUMENT;
  memset(pci, 0, sizeof *pci);
  if (cudaDeviceGetPCIBusId(pci->busId, sizeof pci->busId, number) != cudaSuccess) return NVML_ERROR_UNKNOWN;
  sscanf(pci->busId, "%x:%x:%x", &pci->domain, &pci->bus, &pci->device);
  return fencepost_nvml_text(pci->busId, pci->busIdLegacy, sizeof pci->busIdLegacy);
}
/// The memory of the process's current device, if that is `device`: each has its own.
FENCEPOST_NVML nvmlDeviceGetMemoryInfo(nvmlDevice_t device, nvmlMemory_t* memory) {
  size_t available = 0, total = 0;
  int number = 0, current = 0;
  const nvmlReturn_t known = fencepost_nvml_number(device, &number);
  if (known != NVML_SUCCESS) return known;
  if (memory == NULL) return NVML_ERROR_INVALID_ARGUMENT;
  if (cudaGetDevice(&current) != cudaSuccess || current != number) return NVML_ERROR_NOT_SUPPORTED;
  if (cudaMemGetInfo(&available, &total) != cudaSuccess) return NVML_ERROR_UNKNOWN;
  memory->total = total;
  memory->free = available;
  memory->used = total - available;
  return NVML_SUCCESS;
}
FENCEPOST_NVML nvmlDeviceGetCudaComputeCapability(nvmlDevice_t device, int* major, int* minor) {
  if (major == NULL || minor == NULL) return NVML_ERROR_INVALID_ARGUMENT;
  const nvmlReturn_t known = fencepost_nvml_attribute(device, cudaDevAttrComputeCapabilityMajor, major);
  return known != NVML_SUCCESS ? known : fencepost_nvml_attribute(device, cudaDevAttrComputeCapabilityMinor, minor);
}
/// Those of cudaDeviceProp, in MHz.
FENCEPOST_NVML nvmlDeviceGetMaxClockInfo(nvmlDevice_t device, nvmlClockType_t type, unsigned int* clock) {
  int kilohertz = 0;
  if (clock == NULL || type >= NVML_CLOCK_COUNT) return NVML_ERROR_INVALID_ARGUMENT;
  const nvmlReturn_t known = fencepost_nvml_attribute(
      device, type == NVML_CLOCK_MEM ? cudaDevAttrMemoryClockRate : cudaDevAttrClockRate, &kilohertz);
  if (known == NVML_SUCCESS) *clock = (unsigned int)kilohertz / 1000;
  return known;
}
FENCEPOST_NVML nvmlDeviceGetClockInfo(nvmlDevice_t device, nvmlClockType_t type, unsigned int* clock) {
  return nvmlDeviceGetMaxClockInfo(device, type, clock);
}

// Sensors and settings.
#define FENCEPOST_NVML_NONE(name, ...)                                 \
  FENCEPOST_NVML name(nvmlDevice_t device, __VA_ARGS__) {              \
    int number = 0;                                                    \
    const nvmlReturn_t known = fencepost_nvml_number(device, &number); \
    return known != NVML_SUCCESS ? known : NVML_ERROR_NOT_SUPPORTED;   \
  }
#define FENCEPOST_NVML_UNUSED __attribute__((unused))
FENCEPOST_NVML_NONE(nvmlDeviceGetPowerUsage, FENCEPOST_NVML_UNUSED unsigned int* milliwatts)
FENCEPOST_NVML_NONE(nvmlDeviceGetEnforcedPowerLimit, FENCEPOST_NVML_UNUSED unsigned int* milliwatts)
FENCEPOST_NVML_NONE(nvmlDeviceGetPowerManagementLimit, FENCEPOST_NVML_UNUSED unsigned int* milliwatts)
FENCEPOST_NVML_NONE(nvmlDeviceGetTotalEnergyConsumption, FENCEPOST_NVML_UNUSED unsigned long long* millijoules)
FENCEPOST_NVML_NONE(nvmlDeviceGetTemperature, FENCEPOST_NVML_UNUSED nvmlTemperatureSensors_t sensor,
                    FENCEPOST_NVML_UNUSED unsigned int* degrees)
FENCEPOST_NVML_NONE(nvmlDeviceGetSerial, FENCEPOST_NVML_UNUSED char* serial, FENCEPOST_NVML_UNUSED unsigned int length)
FENCEPOST_NVML_NONE(nvmlDeviceGetBoardPartNumber, FENCEPOST_NVML_UNUSED char* part_number,
                    FENCEPOST_NVML_UNUSED unsigned int length)
FENCEPOST_NVML_NONE(nvmlDeviceGetVbiosVersion, FENCEPOST_NVML_UNUSED char* version,
                    FENCEPOST_NVML_UNUSED unsigned int length)
FENCEPOST_NVML_NONE(nvmlDeviceGetFanSpeed, FENCEPOST_NVML_UNUSED unsigned int* per_cent)
FENCEPOST_NVML_NONE(nvmlDeviceGetUtilizationRates, FENCEPOST_NVML_UNUSED nvmlUtilization_t* utilization)
FENCEPOST_NVML_NONE(nvmlDeviceGetPersistenceMode, FENCEPOST_NVML_UNUSED nvmlEnableState_t* mode)
FENCEPOST_NVML_NONE(nvmlDeviceSetPersistenceMode, FENCEPOST_NVML_UNUSED nvmlEnableState_t mode)
FENCEPOST_NVML_NONE(nvmlDeviceGetCurrentClocksThrottleReasons, FENCEPOST_NVML_UNUSED unsigned long long* reasons)
FENCEPOST_NVML_NONE(nvmlDeviceSetGpuLockedClocks, FENCEPOST_NVML_UNUSED unsigned int least,
                    FENCEPOST_NVML_UNUSED unsigned int most)
FENCEPOST_NVML_NONE(nvmlDeviceGetCpuAffinity, FENCEPOST_NVML_UNUSED unsigned int words,
                    FENCEPOST_NVML_UNUSED unsigned long* cpus)
#undef FENCEPOST_NVML_UNUSED
#undef FENCEPOST_NVML_NONE
/// All processors are as near to a device as any other.
FENCEPOST_NVML nvmlDeviceSetCpuAffinity(nvmlDevice_t device) { return nvmlDeviceGetCpuAffinity(device, 0, NULL); }
FENCEPOST_NVML nvmlDeviceClearCpuAffinity(nvmlDevice_t device) { return nvmlDeviceGetCpuAffinity(device, 0, NULL); }
FENCEPOST_NVML nvmlDeviceResetGpuLockedClocks(nvmlDevice_t device) {
  return nvmlDeviceSetGpuLockedClocks(device, 0, 0);
}
#undef FENCEPOST_NVML
#ifdef __cplusplus
}
#endif

// As in NVIDIA's header.
#define nvmlInit nvmlInit_v2
#define nvmlDeviceGetCount nvmlDeviceGetCount_v2
#define nvmlDeviceGetHandleByIndex nvmlDeviceGetHandleByIndex_v2
#define nvmlDeviceGetHandleByPciBusId nvmlDeviceGetHandleByPciBusId_v2
#define nvmlDeviceGetPciInfo nvmlDeviceGetPciInfo_v3
#define nvmlSystemGetCudaDriverVersion nvmlSystemGetCudaDriverVersion_v2
