// nvJitLink: links code objects of fencepost-nvcc and NVRTC while the program runs. Each is whole, so one input comes
// out as it is, and more of them are refused. C and C++.
#pragma once

#include <stddef.h>
#include <stdint.h>

// Programs test this to learn whether the library is there: the include guard of NVIDIA's header.
#ifndef nvJitLink_INCLUDED__
#define nvJitLink_INCLUDED__
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  NVJITLINK_SUCCESS = 0,
  NVJITLINK_ERROR_UNRECOGNIZED_OPTION = 1,
  NVJITLINK_ERROR_MISSING_ARCH = 2,
  NVJITLINK_ERROR_INVALID_INPUT = 3,
  NVJITLINK_ERROR_PTX_COMPILE = 4,
  NVJITLINK_ERROR_NVVM_COMPILE = 5,
  NVJITLINK_ERROR_INTERNAL = 6,
  NVJITLINK_ERROR_THREADPOOL = 7,
  NVJITLINK_ERROR_UNRECOGNIZED_INPUT = 8,
  NVJITLINK_ERROR_FINALIZE = 9,
  NVJITLINK_ERROR_NULL_INPUT = 10,
  NVJITLINK_ERROR_INCOMPATIBLE_OPTIONS = 11,
  NVJITLINK_ERROR_INCORRECT_INPUT_TYPE = 12,
  NVJITLINK_ERROR_ARCH_MISMATCH = 13,
  NVJITLINK_ERROR_OUTDATED_LIBRARY = 14,
  NVJITLINK_ERROR_MISSING_FATBIN = 15,
  NVJITLINK_ERROR_UNRECOGNIZED_ARCH = 16,
  NVJITLINK_ERROR_UNSUPPORTED_ARCH = 17
} nvJitLinkResult;

typedef enum {
  NVJITLINK_INPUT_NONE = 0,
  NVJITLINK_INPUT_CUBIN = 1,
  NVJITLINK_INPUT_PTX = 2,
  NVJITLINK_INPUT_LTOIR = 3,
  NVJITLINK_INPUT_FATBIN = 4,
  NVJITLINK_INPUT_OBJECT = 5,
  NVJITLINK_INPUT_LIBRARY = 6,
  NVJITLINK_INPUT_INDEX = 7,
  NVJITLINK_INPUT_ANY = 10
} nvJitLinkInputType;

typedef struct nvJitLink* nvJitLinkHandle;

/// `-arch=sm_NN` has to be among the options; the others are for a GPU's compiler.
nvJitLinkResult nvJitLinkCreate(nvJitLinkHandle* handle, uint32_t count, const char** options);
nvJitLinkResult nvJitLinkDestroy(nvJitLinkHandle* handle);
/// No code object: NVJITLINK_ERROR_UNRECOGNIZED_INPUT. The log says why.
nvJitLinkResult nvJitLinkAddData(nvJitLinkHandle handle, nvJitLinkInputType type, const void* data, size_t bytes,
                                 const char* name);
nvJitLinkResult nvJitLinkAddFile(nvJitLinkHandle handle, nvJitLinkInputType type, const char* path);
/// What no input has, or two have: NVJITLINK_ERROR_FINALIZE, and the log names it.
nvJitLinkResult nvJitLinkComplete(nvJitLinkHandle handle);
nvJitLinkResult nvJitLinkGetLinkedCubinSize(nvJitLinkHandle handle, size_t* bytes);
nvJitLinkResult nvJitLinkGetLinkedCubin(nvJitLinkHandle handle, void* cubin);
/// There is no PTX of several inputs: NVJITLINK_ERROR_INVALID_INPUT.
nvJitLinkResult nvJitLinkGetLinkedPtxSize(nvJitLinkHandle handle, size_t* bytes);
nvJitLinkResult nvJitLinkGetLinkedPtx(nvJitLinkHandle handle, char* ptx);
nvJitLinkResult nvJitLinkGetErrorLogSize(nvJitLinkHandle handle, size_t* bytes);
nvJitLinkResult nvJitLinkGetErrorLog(nvJitLinkHandle handle, char* log);
nvJitLinkResult nvJitLinkGetInfoLogSize(nvJitLinkHandle handle, size_t* bytes);
nvJitLinkResult nvJitLinkGetInfoLog(nvJitLinkHandle handle, char* log);
nvJitLinkResult nvJitLinkVersion(unsigned int* major, unsigned int* minor);

#ifdef __cplusplus
}
#endif
