// Functions and types of the runtime API that Fencepost does not have. A call ends the program and says so; with
// -Werror=unsupported it is an error of the compiler, as the use of such a type always is.
// Included by cuda_runtime_api.h, within extern "C".
#if defined(__GNUC__)

// g++ complains of calls that are compiled, clang++ (whose message would lack the line) of all that it reads.
#if defined(__clang__)
#define FENCEPOST_REFUSED(text) __attribute__((__unavailable__(text)))
#else
#define FENCEPOST_REFUSED(text) __attribute__((__error__(text)))
#endif
#ifdef __cplusplus
#define FENCEPOST_ANY_ARGUMENTS ...
#else
#define FENCEPOST_ANY_ARGUMENTS
#endif
/// Ends the program: "app.cu:12: NAME is not supported".
void fencepost_refuse_call(const char* name);
#ifdef __FENCEPOST_REFUSES__
#define FENCEPOST_REFUSED_FUNCTION(type, name) \
  type name(FENCEPOST_ANY_ARGUMENTS) FENCEPOST_REFUSED(#name " is not supported by Fencepost")
#else
#define FENCEPOST_REFUSED_FUNCTION(type, name)                                                      \
  static inline __attribute__((__unused__, __always_inline__)) type name(FENCEPOST_ANY_ARGUMENTS) { \
    fencepost_refuse_call(#name);                                                                   \
    return (type)0;                                                                                 \
  }                                                                                                 \
  FENCEPOST_SEMICOLON
#endif
// What may follow a definition, as if it were a declaration.
#ifdef __cplusplus
#define FENCEPOST_SEMICOLON static_assert(true, "")
#else
#define FENCEPOST_SEMICOLON _Static_assert(1, "")
#endif
#define FENCEPOST_UNSUPPORTED(name) FENCEPOST_REFUSED_FUNCTION(cudaError_t, name)

// Several devices in one launch.
FENCEPOST_UNSUPPORTED(cudaLaunchCooperativeKernelMultiDevice);
FENCEPOST_UNSUPPORTED(cudaGraphConditionalHandleCreate_v2);
FENCEPOST_UNSUPPORTED(cudaGraphKernelNodeCopyAttributes);
FENCEPOST_UNSUPPORTED(cudaGraphAddExternalSemaphoresSignalNode);
FENCEPOST_UNSUPPORTED(cudaGraphAddExternalSemaphoresWaitNode);

// Batches of copies of boxes, and of hints.
FENCEPOST_UNSUPPORTED(cudaMemcpy3DBatchAsync);
FENCEPOST_UNSUPPORTED(cudaMemPrefetchBatchAsync);
FENCEPOST_UNSUPPORTED(cudaMemDiscardBatchAsync);
FENCEPOST_UNSUPPORTED(cudaMemDiscardAndPrefetchBatchAsync);

// Functions of the host in code that is loaded.
FENCEPOST_UNSUPPORTED(cudaLibraryGetUnifiedFunction);

// Graphics and other processes' memory.
FENCEPOST_UNSUPPORTED(cudaGraphicsMapResources);
FENCEPOST_UNSUPPORTED(cudaGraphicsUnmapResources);
FENCEPOST_UNSUPPORTED(cudaGraphicsUnregisterResource);
FENCEPOST_UNSUPPORTED(cudaGraphicsResourceSetMapFlags);
FENCEPOST_UNSUPPORTED(cudaGraphicsResourceGetMappedPointer);
FENCEPOST_UNSUPPORTED(cudaGraphicsSubResourceGetMappedArray);
FENCEPOST_UNSUPPORTED(cudaGraphicsResourceGetMappedMipmappedArray);
FENCEPOST_UNSUPPORTED(cudaImportExternalMemory);
FENCEPOST_UNSUPPORTED(cudaDestroyExternalMemory);
FENCEPOST_UNSUPPORTED(cudaExternalMemoryGetMappedBuffer);
FENCEPOST_UNSUPPORTED(cudaExternalMemoryGetMappedMipmappedArray);
FENCEPOST_UNSUPPORTED(cudaImportExternalSemaphore);
FENCEPOST_UNSUPPORTED(cudaDestroyExternalSemaphore);
FENCEPOST_UNSUPPORTED(cudaSignalExternalSemaphoresAsync);
FENCEPOST_UNSUPPORTED(cudaWaitExternalSemaphoresAsync);
FENCEPOST_UNSUPPORTED(cudaDeviceGetNvSciSyncAttributes);
FENCEPOST_UNSUPPORTED(cudaDeviceRegisterAsyncNotification);
FENCEPOST_UNSUPPORTED(cudaDeviceFlushGPUDirectRDMAWrites);

// Planes and sparse parts of arrays, the driver's own log.
FENCEPOST_UNSUPPORTED(cudaArrayGetPlane);
FENCEPOST_UNSUPPORTED(cudaArrayGetMemoryRequirements);
FENCEPOST_UNSUPPORTED(cudaArrayGetSparseProperties);
FENCEPOST_UNSUPPORTED(cudaMipmappedArrayGetMemoryRequirements);
FENCEPOST_UNSUPPORTED(cudaMipmappedArrayGetSparseProperties);
FENCEPOST_UNSUPPORTED(cudaDeviceGetTexture1DLinearMaxWidth);
FENCEPOST_UNSUPPORTED(cudaDeviceUnregisterAsyncNotification);
FENCEPOST_UNSUPPORTED(cudaLogsRegisterCallback);
FENCEPOST_UNSUPPORTED(cudaLogsUnregisterCallback);
FENCEPOST_UNSUPPORTED(cudaLogsCurrent);
FENCEPOST_UNSUPPORTED(cudaLogsDumpToFile);
FENCEPOST_UNSUPPORTED(cudaLogsDumpToMemory);

// Launches as before CUDA 7.
FENCEPOST_UNSUPPORTED(cudaConfigureCall);
FENCEPOST_UNSUPPORTED(cudaSetupArgument);
FENCEPOST_UNSUPPORTED(cudaLaunch);
FENCEPOST_UNSUPPORTED(cudaSetDoubleForDevice);
FENCEPOST_UNSUPPORTED(cudaSetDoubleForHost);

#undef FENCEPOST_UNSUPPORTED

typedef struct cudaGraphicsResource* cudaGraphicsResource_t;
typedef struct CUexternalMemory_st* cudaExternalMemory_t;
typedef struct CUexternalSemaphore_st* cudaExternalSemaphore_t;

#define FENCEPOST_UNSUPPORTED_TYPE(name)                                                 \
  struct __attribute__((__unavailable__(#name " is not supported by Fencepost"))) name { \
    int unused;                                                                          \
  }
FENCEPOST_UNSUPPORTED_TYPE(cudaExternalMemoryHandleDesc);
FENCEPOST_UNSUPPORTED_TYPE(cudaExternalMemoryBufferDesc);
FENCEPOST_UNSUPPORTED_TYPE(cudaExternalMemoryMipmappedArrayDesc);
FENCEPOST_UNSUPPORTED_TYPE(cudaExternalSemaphoreHandleDesc);
FENCEPOST_UNSUPPORTED_TYPE(cudaExternalSemaphoreSignalParams);
FENCEPOST_UNSUPPORTED_TYPE(cudaExternalSemaphoreWaitParams);
#undef FENCEPOST_UNSUPPORTED_TYPE

enum cudaGraphicsRegisterFlags {
  cudaGraphicsRegisterFlagsNone = 0,
  cudaGraphicsRegisterFlagsReadOnly = 1,
  cudaGraphicsRegisterFlagsWriteDiscard = 2,
  cudaGraphicsRegisterFlagsSurfaceLoadStore = 4,
  cudaGraphicsRegisterFlagsTextureGather = 8
};
enum cudaGraphicsMapFlags {
  cudaGraphicsMapFlagsNone = 0,
  cudaGraphicsMapFlagsReadOnly = 1,
  cudaGraphicsMapFlagsWriteDiscard = 2
};

#endif
