// Driver API: errors, devices and contexts. Included by cuda.h.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

CUresult cuGetErrorName(CUresult error, const char** name);
CUresult cuGetErrorString(CUresult error, const char** text);

/// Functions of the runtime API that look at devices or make a context do the same. Without it the functions below
/// return CUDA_ERROR_NOT_INITIALIZED.
CUresult cuInit(unsigned int flags);
CUresult cuDriverGetVersion(int* version);

/// Puts the address of a function of this API into `function`, by its name without a version. Of a function that is not
/// here: CUDA_ERROR_NOT_FOUND, and the result says so. `version`: of CUDA, 12080; functions have changed with it.
#define cuGetProcAddress cuGetProcAddress_v2
CUresult cuGetProcAddress(const char* name, void** function, int version, cuuint64_t flags,
                          CUdriverProcAddressQueryResult* result);

CUresult cuDeviceGet(CUdevice* device, int ordinal);
CUresult cuDeviceGetCount(int* count);
CUresult cuDeviceGetName(char* name, int length, CUdevice device);
CUresult cuDeviceGetUuid(CUuuid* uuid, CUdevice device);
CUresult cuDeviceGetUuid_v2(CUuuid* uuid, CUdevice device);
CUresult cuDeviceTotalMem(size_t* bytes, CUdevice device);
CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice device);
CUresult cuDeviceGetProperties(CUdevprop* properties, CUdevice device);
CUresult cuDeviceComputeCapability(int* major, int* minor, CUdevice device);
CUresult cuDeviceGetByPCIBusId(CUdevice* device, const char* bus_id);
CUresult cuDeviceGetPCIBusId(char* bus_id, int length, CUdevice device);
CUresult cuDeviceCanAccessPeer(int* can_access, CUdevice device, CUdevice peer);
CUresult cuDeviceGetP2PAttribute(int* value, CUdevice_P2PAttribute attribute, CUdevice source, CUdevice destination);
CUresult cuDeviceGetDefaultMemPool(CUmemoryPool* pool, CUdevice device);

// Contexts are names for their device: all of those of a device share it and its memory. Each host thread has a stack
// of them; the runtime API puts the primary context of the device there that was set with cudaSetDevice.
CUresult cuCtxCreate(CUcontext* context, unsigned int flags, CUdevice device);
/// Parts of a device are had by MPS alone, which is not there: with any parameters,
/// CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY.
CUresult cuCtxCreate_v3(CUcontext* context, CUexecAffinityParam* parameters, int count, unsigned int flags,
                        CUdevice device);
CUresult cuCtxGetExecAffinity(CUexecAffinityParam* parameter, CUexecAffinityType type);
CUresult cuDeviceGetExecAffinitySupport(int* is_supported, CUexecAffinityType type, CUdevice device);
CUresult cuCtxCreate_v4(CUcontext* context, CUctxCreateParams* parameters, unsigned int flags, CUdevice device);
CUresult cuCtxDestroy(CUcontext context);
CUresult cuCtxGetCurrent(CUcontext* context);
CUresult cuCtxSetCurrent(CUcontext context);
CUresult cuCtxPushCurrent(CUcontext context);
CUresult cuCtxPopCurrent(CUcontext* context);
CUresult cuCtxGetDevice(CUdevice* device);
CUresult cuCtxGetApiVersion(CUcontext context, unsigned int* version);
CUresult cuCtxGetFlags(unsigned int* flags);
/// Of the context, or of the current one if it is null. A device's primary context has another one after each reset.
CUresult cuCtxGetId(CUcontext context, unsigned long long* id);
CUresult cuCtxSynchronize(void);
CUresult cuCtxAttach(CUcontext* context, unsigned int flags);
CUresult cuCtxDetach(CUcontext context);
CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned int flags);
CUresult cuCtxDisablePeerAccess(CUcontext peer);
CUresult cuMemcpyPeer(CUdeviceptr dst, CUcontext dst_context, CUdeviceptr src, CUcontext src_context, size_t bytes);
CUresult cuMemcpyPeerAsync(CUdeviceptr dst, CUcontext dst_context, CUdeviceptr src, CUcontext src_context, size_t bytes,
                           CUstream stream);
// Green contexts: parts of a device's multiprocessors, by their number alone. What runs in their streams is told as
// that of others; grids whose blocks wait for each other must fit.
CUresult cuDeviceGetDevResource(CUdevice device, CUdevResource* resource, CUdevResourceType type);
CUresult cuCtxGetDevResource(CUcontext context, CUdevResource* resource, CUdevResourceType type);
CUresult cuGreenCtxGetDevResource(CUgreenCtx green, CUdevResource* resource, CUdevResourceType type);
CUresult cuDevSmResourceSplitByCount(CUdevResource* result, unsigned int* groups, const CUdevResource* input,
                                     CUdevResource* remaining, unsigned int flags, unsigned int least);
CUresult cuDevResourceGenerateDesc(CUdevResourceDesc* desc, CUdevResource* resources, unsigned int count);
CUresult cuGreenCtxCreate(CUgreenCtx* green, CUdevResourceDesc desc, CUdevice device, unsigned int flags);
CUresult cuGreenCtxDestroy(CUgreenCtx green);
CUresult cuCtxFromGreenCtx(CUcontext* context, CUgreenCtx green);

CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device);
CUresult cuDevicePrimaryCtxRelease(CUdevice device);
CUresult cuDevicePrimaryCtxReset(CUdevice device);
CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned int flags);
CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned int* flags, int* active);

/// The primary context of the current device; it need not be retained.
/// `green` null: the context of the stream is the green one that it was made in, if it was.
CUresult fencepost_stream_contexts(CUstream stream, CUcontext* context, CUgreenCtx* green);

/// All attributes; one that does not apply leaves 0 at its address.
CUresult cuPointerGetAttributes(unsigned int count, CUpointer_attribute* attributes, void** values,
                                CUdeviceptr pointer);
CUresult cuPointerGetAttribute(void* value, CUpointer_attribute attribute, CUdeviceptr pointer);
CUresult cuMemGetAddressRange(CUdeviceptr* base, size_t* bytes, CUdeviceptr pointer);
/// As cudaMemset2DAsync, in words of 1, 2 or 4 bytes; `in_stream` 0: the form without a stream.
CUresult fencepost_driver_fill(const char* call, CUdeviceptr pointer, size_t pitch, unsigned int value,
                               unsigned int word_bytes, size_t width, size_t height, int in_stream, CUstream stream);

#ifdef __cplusplus
}
// The form of CUDA 13.
inline CUresult cuCtxCreate(CUcontext* context, CUctxCreateParams* parameters, unsigned int flags, CUdevice device) {
  return cuCtxCreate_v4(context, parameters, flags, device);
}
#endif
