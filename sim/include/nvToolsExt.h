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
typedef struct nvtxStringRegistration* nvtxStringHandle_t;
typedef struct nvtxResourceHandle* nvtxResourceHandle_t;
typedef struct nvtxDomainRegistration* nvtxDomainHandle_t;

typedef enum nvtxColorType_t { NVTX_COLOR_UNKNOWN = 0, NVTX_COLOR_ARGB = 1 } nvtxColorType_t;
typedef enum nvtxMessageType_t {
  NVTX_MESSAGE_UNKNOWN = 0,
  NVTX_MESSAGE_TYPE_ASCII = 1,
  NVTX_MESSAGE_TYPE_UNICODE = 2,
  NVTX_MESSAGE_TYPE_REGISTERED = 3
} nvtxMessageType_t;
typedef enum nvtxPayloadType_t {
  NVTX_PAYLOAD_UNKNOWN = 0,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1,
  NVTX_PAYLOAD_TYPE_INT64 = 2,
  NVTX_PAYLOAD_TYPE_DOUBLE = 3,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT32 = 4,
  NVTX_PAYLOAD_TYPE_INT32 = 5,
  NVTX_PAYLOAD_TYPE_FLOAT = 6
} nvtxPayloadType_t;

typedef union nvtxMessageValue_t {
  const char* ascii;
  const wchar_t* unicode;
  nvtxStringHandle_t registered;
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
FENCEPOST_NVTX void nvtxInitialize(const void* reserved) { (void)reserved; }
FENCEPOST_NVTX void nvtxMarkW(const wchar_t* message) { (void)message; }
FENCEPOST_NVTX int nvtxRangePushW(const wchar_t* message) { return (void)message, 0; }
FENCEPOST_NVTX nvtxRangeId_t nvtxRangeStartW(const wchar_t* message) { return (void)message, 0; }
FENCEPOST_NVTX nvtxDomainHandle_t nvtxDomainCreateW(const wchar_t* name) { return (void)name, (nvtxDomainHandle_t)0; }
FENCEPOST_NVTX void nvtxDomainMarkEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* event) {
  (void)domain, (void)event;
}
FENCEPOST_NVTX nvtxRangeId_t nvtxDomainRangeStartEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* event) {
  return (void)domain, (void)event, 0;
}
FENCEPOST_NVTX void nvtxDomainRangeEnd(nvtxDomainHandle_t domain, nvtxRangeId_t id) { (void)domain, (void)id; }
FENCEPOST_NVTX nvtxStringHandle_t nvtxDomainRegisterStringA(nvtxDomainHandle_t domain, const char* text) {
  return (void)domain, (void)text, (nvtxStringHandle_t)0;
}
FENCEPOST_NVTX nvtxStringHandle_t nvtxDomainRegisterStringW(nvtxDomainHandle_t domain, const wchar_t* text) {
  return (void)domain, (void)text, (nvtxStringHandle_t)0;
}
FENCEPOST_NVTX void nvtxNameCategoryA(uint32_t category, const char* name) { (void)category, (void)name; }
FENCEPOST_NVTX void nvtxDomainNameCategoryA(nvtxDomainHandle_t domain, uint32_t category, const char* name) {
  (void)domain, (void)category, (void)name;
}
FENCEPOST_NVTX void nvtxNameOsThreadA(uint32_t thread, const char* name) { (void)thread, (void)name; }

#define nvtxMark nvtxMarkA
#define nvtxRangePush nvtxRangePushA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxDomainCreate nvtxDomainCreateA
#define nvtxNameOsThread nvtxNameOsThreadA
#define nvtxNameCategory nvtxNameCategoryA
#define nvtxDomainNameCategory nvtxDomainNameCategoryA
#define nvtxDomainRegisterString nvtxDomainRegisterStringA

#undef FENCEPOST_NVTX
