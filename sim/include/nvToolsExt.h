// NVTX, which names ranges of time for NVIDIA's profilers: accepted, and does nothing.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define FENCEPOST_NVTX static inline __attribute__((unused))
#else
#define FENCEPOST_NVTX static __attribute__((unused))
#endif

#define NVTX_VERSION 3
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))

typedef uint64_t nvtxRangeId_t;
typedef struct nvtxDomainRegistration* nvtxDomainHandle_t;

typedef enum nvtxColorType_t { NVTX_COLOR_UNKNOWN = 0, NVTX_COLOR_ARGB = 1 } nvtxColorType_t;
typedef enum nvtxMessageType_t {
  NVTX_MESSAGE_UNKNOWN = 0,
  NVTX_MESSAGE_TYPE_ASCII = 1,
  NVTX_MESSAGE_TYPE_UNICODE = 2
} nvtxMessageType_t;

typedef union nvtxMessageValue_t {
  const char* ascii;
  const wchar_t* unicode;
} nvtxMessageValue_t;

typedef union nvtxPayload_t {
  uint64_t ullValue;
  int64_t llValue;
  double dValue;
  uint32_t uiValue;
  int32_t iValue;
  float fValue;
} nvtxPayload_t;

typedef struct nvtxEventAttributes_t {
  uint16_t version;
  uint16_t size;
  uint32_t category;
  int32_t colorType;
  uint32_t color;
  int32_t payloadType;
  int32_t reserved0;
  nvtxPayload_t payload;
  int32_t messageType;
  nvtxMessageValue_t message;
} nvtxEventAttributes_t;

FENCEPOST_NVTX void nvtxMarkA(const char* message) { (void)message; }
FENCEPOST_NVTX void nvtxMarkEx(const nvtxEventAttributes_t* event) { (void)event; }
FENCEPOST_NVTX int nvtxRangePushA(const char* message) { return (void)message, 0; }
FENCEPOST_NVTX int nvtxRangePushEx(const nvtxEventAttributes_t* event) { return (void)event, 0; }
FENCEPOST_NVTX int nvtxRangePop(void) { return 0; }
FENCEPOST_NVTX nvtxRangeId_t nvtxRangeStartA(const char* message) { return (void)message, 0; }
FENCEPOST_NVTX nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t* event) { return (void)event, 0; }
FENCEPOST_NVTX void nvtxRangeEnd(nvtxRangeId_t id) { (void)id; }
FENCEPOST_NVTX nvtxDomainHandle_t nvtxDomainCreateA(const char* name) { return (void)name, (nvtxDomainHandle_t)0; }
FENCEPOST_NVTX void nvtxDomainDestroy(nvtxDomainHandle_t domain) { (void)domain; }
FENCEPOST_NVTX int nvtxDomainRangePushEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* event) {
  return (void)domain, (void)event, 0;
}
FENCEPOST_NVTX int nvtxDomainRangePop(nvtxDomainHandle_t domain) { return (void)domain, 0; }
FENCEPOST_NVTX void nvtxNameOsThreadA(uint32_t thread, const char* name) { (void)thread, (void)name; }

#define nvtxMark nvtxMarkA
#define nvtxRangePush nvtxRangePushA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxDomainCreate nvtxDomainCreateA
#define nvtxNameOsThread nvtxNameOsThreadA

#undef FENCEPOST_NVTX
