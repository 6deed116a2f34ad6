// nvFatbin, which packs GPU code: its types. There is no GPU code here, and each function is refused where it is
// called.
#pragma once

#include "cuda_runtime_api.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  NVFATBIN_SUCCESS = 0,
  NVFATBIN_ERROR_INTERNAL = 1,
  NVFATBIN_ERROR_ELF_ARCH_MISMATCH = 2,
  NVFATBIN_ERROR_ELF_SIZE_MISMATCH = 3,
  NVFATBIN_ERROR_MISSING_PTX_VERSION = 4,
  NVFATBIN_ERROR_NULL_POINTER = 5,
  NVFATBIN_ERROR_COMPRESSION_FAILED = 6,
  NVFATBIN_ERROR_COMPRESSED_SIZE_EXCEEDED = 7,
  NVFATBIN_ERROR_UNRECOGNIZED_OPTION = 8,
  NVFATBIN_ERROR_INVALID_ARCH = 9,
  NVFATBIN_ERROR_INVALID_NVVM = 10,
  NVFATBIN_ERROR_EMPTY_INPUT = 11,
  NVFATBIN_ERROR_MISSING_PTX_ARCH = 12,
  NVFATBIN_ERROR_PTX_ARCH_MISMATCH = 13,
  NVFATBIN_ERROR_MISSING_FATBIN = 14,
  NVFATBIN_ERROR_INVALID_INDEX = 15,
  NVFATBIN_ERROR_IDENTIFIER_REUSE = 16,
  NVFATBIN_ERROR_INTERNAL_PTX_OPTION = 17
} nvFatbinResult;

typedef struct _nvFatbinHandle* nvFatbinHandle;

FENCEPOST_REFUSED_FUNCTION(const char*, nvFatbinGetErrorString);
FENCEPOST_REFUSED_FUNCTION(nvFatbinResult, nvFatbinCreate);
FENCEPOST_REFUSED_FUNCTION(nvFatbinResult, nvFatbinDestroy);
FENCEPOST_REFUSED_FUNCTION(nvFatbinResult, nvFatbinAddPTX);
FENCEPOST_REFUSED_FUNCTION(nvFatbinResult, nvFatbinAddCubin);
FENCEPOST_REFUSED_FUNCTION(nvFatbinResult, nvFatbinAddLTOIR);
FENCEPOST_REFUSED_FUNCTION(nvFatbinResult, nvFatbinAddIndex);
FENCEPOST_REFUSED_FUNCTION(nvFatbinResult, nvFatbinAddReloc);
FENCEPOST_REFUSED_FUNCTION(nvFatbinResult, nvFatbinSize);
FENCEPOST_REFUSED_FUNCTION(nvFatbinResult, nvFatbinGet);
FENCEPOST_REFUSED_FUNCTION(nvFatbinResult, nvFatbinVersion);

#ifdef __cplusplus
}
#endif
