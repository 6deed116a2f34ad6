// Driver API: streams, events, limits. Included by cuda.h. Inline, so that reports name the caller's line.
#pragma once

FENCEPOST_DRIVER cuCtxGetLimit(size_t* value, CUlimit limit) {
  return fencepost_driver_result(cudaDeviceGetLimit(value, (enum cudaLimit)limit));
}
FENCEPOST_DRIVER cuCtxSetLimit(CUlimit limit, size_t value) {
  return fencepost_driver_result(cudaDeviceSetLimit((enum cudaLimit)limit, value));
}
FENCEPOST_DRIVER cuCtxGetCacheConfig(CUfunc_cache* config) { return *config = CU_FUNC_CACHE_PREFER_NONE, CUDA_SUCCESS; }
FENCEPOST_DRIVER cuCtxSetCacheConfig(CUfunc_cache config) { return (void)config, CUDA_SUCCESS; }
FENCEPOST_DRIVER cuCtxGetSharedMemConfig(CUsharedconfig* config) {
  return *config = CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE, CUDA_SUCCESS;
}
FENCEPOST_DRIVER cuCtxSetSharedMemConfig(CUsharedconfig config) { return (void)config, CUDA_SUCCESS; }
FENCEPOST_DRIVER cuCtxGetStreamPriorityRange(int* least, int* greatest) {
  return fencepost_driver_result(cudaDeviceGetStreamPriorityRange(least, greatest));
}
FENCEPOST_DRIVER cuCtxResetPersistingL2Cache(void) { return CUDA_SUCCESS; }
FENCEPOST_DRIVER cuProfilerStart(void) { return CUDA_SUCCESS; }
FENCEPOST_DRIVER cuProfilerStop(void) { return CUDA_SUCCESS; }
FENCEPOST_DRIVER cuProfilerInitialize(const char* settings, const char* output, CUoutput_mode mode) {
  return (void)settings, (void)output, (void)mode, CUDA_SUCCESS;
}

FENCEPOST_DRIVER cuStreamCreate(CUstream* stream, unsigned int flags) {
  return fencepost_driver_result(cudaStreamCreateWithFlags(stream, flags));
}
FENCEPOST_DRIVER cuStreamCreateWithPriority(CUstream* stream, unsigned int flags, int priority) {
  return fencepost_driver_result(cudaStreamCreateWithPriority(stream, flags, priority));
}
FENCEPOST_DRIVER cuStreamDestroy(CUstream stream) { return fencepost_driver_result(cudaStreamDestroy(stream)); }
FENCEPOST_DRIVER cuStreamGetFlags(CUstream stream, unsigned int* flags) {
  return fencepost_driver_result(cudaStreamGetFlags(stream, flags));
}
FENCEPOST_DRIVER cuStreamGetPriority(CUstream stream, int* priority) {
  return fencepost_driver_result(cudaStreamGetPriority(stream, priority));
}
FENCEPOST_DRIVER cuStreamSetAttribute(CUstream stream, CUstreamAttrID attribute, const CUstreamAttrValue* value) {
  return fencepost_driver_result(cudaStreamSetAttribute(stream, (cudaLaunchAttributeID)attribute, value));
}
FENCEPOST_DRIVER cuStreamGetAttribute(CUstream stream, CUstreamAttrID attribute, CUstreamAttrValue* value) {
  return fencepost_driver_result(cudaStreamGetAttribute(stream, (cudaLaunchAttributeID)attribute, value));
}
FENCEPOST_DRIVER cuStreamCopyAttributes(CUstream to, CUstream from) {
  return fencepost_driver_result(cudaStreamCopyAttributes(to, from));
}
FENCEPOST_DRIVER cuStreamGetId(CUstream stream, unsigned long long* id) {
  return fencepost_driver_result(cudaStreamGetId(stream, id));
}
/// All streams are of the primary context, or of a green one.
FENCEPOST_DRIVER cuStreamGetCtx(CUstream stream, CUcontext* context) {
  unsigned int flags = 0;
  const CUresult result = fencepost_driver_result(cudaStreamGetFlags(stream, &flags));
  return result != CUDA_SUCCESS ? result : fencepost_stream_contexts(stream, context, NULL);
}
FENCEPOST_DRIVER cuStreamGetCtx_v2(CUstream stream, CUcontext* context, CUgreenCtx* green) {
  unsigned int flags = 0;
  const CUresult result = fencepost_driver_result(cudaStreamGetFlags(stream, &flags));
  if (result != CUDA_SUCCESS) return result;
  return green == NULL ? CUDA_ERROR_INVALID_VALUE : fencepost_stream_contexts(stream, context, green);
}
FENCEPOST_DRIVER cuStreamGetGreenCtx(CUstream stream, CUgreenCtx* green) {
  CUcontext context = NULL;
  return cuStreamGetCtx_v2(stream, &context, green);
}
FENCEPOST_DRIVER cuGreenCtxStreamCreate(CUstream* stream, CUgreenCtx green, unsigned int flags, int priority) {
  CUcontext context = NULL;
  CUresult result = flags == CU_STREAM_NON_BLOCKING ? cuCtxFromGreenCtx(&context, green) : CUDA_ERROR_INVALID_VALUE;
  if (result != CUDA_SUCCESS) return result;
  cuCtxPushCurrent(context);
  result = fencepost_driver_result(cudaStreamCreateWithPriority(stream, flags, priority));
  cuCtxPopCurrent(NULL);
  return result;
}
FENCEPOST_DRIVER cuStreamIsCapturing(CUstream stream, CUstreamCaptureStatus* status) {
  return fencepost_driver_result(cudaStreamIsCapturing(stream, (enum cudaStreamCaptureStatus*)status));
}
FENCEPOST_DRIVER cuStreamQuery(CUstream stream) { return fencepost_driver_result(cudaStreamQuery(stream)); }
FENCEPOST_DRIVER cuStreamSynchronize(CUstream stream) { return fencepost_driver_result(cudaStreamSynchronize(stream)); }
FENCEPOST_DRIVER cuStreamWaitEvent(CUstream stream, CUevent event, unsigned int flags) {
  return fencepost_driver_result(cudaStreamWaitEvent(stream, event, flags));
}
FENCEPOST_DRIVER cuStreamAddCallback(CUstream stream, CUstreamCallback callback, void* user, unsigned int flags) {
  return fencepost_driver_result(
      cudaStreamAddCallback(stream, (cudaStreamCallback_t)(void (*)(void))callback, user, flags));
}
FENCEPOST_DRIVER cuStreamAttachMemAsync(CUstream stream, CUdeviceptr pointer, size_t bytes, unsigned int flags) {
  return fencepost_driver_result((cudaStreamAttachMemAsync)(stream, FENCEPOST_DEVICE_POINTER(pointer), bytes, flags));
}
FENCEPOST_DRIVER cuLaunchHostFunc(CUstream stream, CUhostFn function, void* user) {
  return fencepost_driver_result(cudaLaunchHostFunc(stream, function, user));
}
FENCEPOST_DRIVER cuMemPrefetchAsync(CUdeviceptr pointer, size_t bytes, CUdevice device, CUstream stream) {
  return fencepost_driver_result(cudaMemPrefetchAsync(FENCEPOST_DEVICE_POINTER(pointer), bytes, device, stream));
}
FENCEPOST_DRIVER cuMemPrefetchAsync_v2(CUdeviceptr pointer, size_t bytes, CUmemLocation location, unsigned int flags,
                                       CUstream stream) {
  if (flags != 0) return CUDA_ERROR_INVALID_VALUE;
  return cuMemPrefetchAsync(pointer, bytes, location.type == CU_MEM_LOCATION_TYPE_DEVICE ? location.id : CU_DEVICE_CPU,
                            stream);
}
FENCEPOST_DRIVER cuMemAdvise(CUdeviceptr pointer, size_t bytes, CUmem_advise advice, CUdevice device) {
  return fencepost_driver_result(
      cudaMemAdvise(FENCEPOST_DEVICE_POINTER(pointer), bytes, (enum cudaMemoryAdvise)advice, device));
}
FENCEPOST_DRIVER cuMemAdvise_v2(CUdeviceptr pointer, size_t bytes, CUmem_advise advice, CUmemLocation location) {
  return cuMemAdvise(pointer, bytes, advice,
                     location.type == CU_MEM_LOCATION_TYPE_DEVICE ? location.id : CU_DEVICE_CPU);
}

#ifdef __cplusplus
extern "C" {
#endif
// A stream writes a word of 4 or 8 bytes, or waits until one is as `flags` say; who writes it may be the host, a kernel
// or another stream (docs/streams.md). In a captured stream: CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED.
CUresult cuStreamWriteValue32(CUstream stream, CUdeviceptr address, cuuint32_t value, unsigned int flags);
CUresult cuStreamWriteValue64(CUstream stream, CUdeviceptr address, cuuint64_t value, unsigned int flags);
CUresult cuStreamWaitValue32(CUstream stream, CUdeviceptr address, cuuint32_t value, unsigned int flags);
CUresult cuStreamWaitValue64(CUstream stream, CUdeviceptr address, cuuint64_t value, unsigned int flags);
CUresult cuStreamBatchMemOp(CUstream stream, unsigned int count, CUstreamBatchMemOpParams* operations,
                            unsigned int flags);
/// HIP's: of the word the bits of `mask` count.
CUresult fencepost_stream_wait_masked(CUstream stream, CUdeviceptr address, unsigned int bytes, cuuint64_t value,
                                      unsigned int flags, cuuint64_t mask);
#ifdef __cplusplus
}
#endif

FENCEPOST_DRIVER cuEventCreate(CUevent* event, unsigned int flags) {
  return fencepost_driver_result(cudaEventCreateWithFlags(event, flags));
}
FENCEPOST_DRIVER cuEventRecordWithFlags(CUevent event, CUstream stream, unsigned int flags) {
  return fencepost_driver_result(cudaEventRecordWithFlags(event, stream, flags));
}
FENCEPOST_DRIVER cuEventDestroy(CUevent event) { return fencepost_driver_result(cudaEventDestroy(event)); }
FENCEPOST_DRIVER cuEventRecord(CUevent event, CUstream stream) {
  return fencepost_driver_result(cudaEventRecord(event, stream));
}
FENCEPOST_DRIVER cuEventQuery(CUevent event) { return fencepost_driver_result(cudaEventQuery(event)); }
FENCEPOST_DRIVER cuEventSynchronize(CUevent event) { return fencepost_driver_result(cudaEventSynchronize(event)); }
FENCEPOST_DRIVER cuEventElapsedTime(float* milliseconds, CUevent start, CUevent end) {
  return fencepost_driver_result(cudaEventElapsedTime(milliseconds, start, end));
}

// The names that the library has had since sizes are 64 bits wide.
#define cuCtxCreate_v2 cuCtxCreate
#define cuCtxDestroy_v2 cuCtxDestroy
#define cuCtxPushCurrent_v2 cuCtxPushCurrent
#define cuCtxPopCurrent_v2 cuCtxPopCurrent
#define cuDeviceTotalMem_v2 cuDeviceTotalMem
#define cuMemAlloc_v2 cuMemAlloc
#define cuMemFree_v2 cuMemFree
#define cuMemGetInfo_v2 cuMemGetInfo
#define cuMemcpyHtoD_v2 cuMemcpyHtoD
#define cuMemcpyDtoH_v2 cuMemcpyDtoH
#define cuMemcpyDtoD_v2 cuMemcpyDtoD
#define cuStreamDestroy_v2 cuStreamDestroy
#define cuStreamWriteValue32_v2 cuStreamWriteValue32
#define cuStreamWriteValue64_v2 cuStreamWriteValue64
#define cuStreamWaitValue32_v2 cuStreamWaitValue32
#define cuStreamWaitValue64_v2 cuStreamWaitValue64
#define cuStreamBatchMemOp_v2 cuStreamBatchMemOp
#define cuEventDestroy_v2 cuEventDestroy

#undef FENCEPOST_DRIVER
#undef FENCEPOST_DEVICE_POINTER
