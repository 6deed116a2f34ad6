// The compiler of PTX as a library: its types. PTX is not translated here, and each function is refused where it is
// called.
#pragma once

#include "cuda_runtime_api.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  NVPTXCOMPILE_SUCCESS = 0,
  NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE = 1,
  NVPTXCOMPILE_ERROR_INVALID_INPUT = 2,
  NVPTXCOMPILE_ERROR_COMPILATION_FAILURE = 3,
  NVPTXCOMPILE_ERROR_INTERNAL = 4,
  NVPTXCOMPILE_ERROR_OUT_OF_MEMORY = 5,
  NVPTXCOMPILE_ERROR_COMPILER_INVOCATION_INCOMPLETE = 6,
  NVPTXCOMPILE_ERROR_UNSUPPORTED_PTX_VERSION = 7,
  NVPTXCOMPILE_ERROR_UNSUPPORTED_DEVSIDE_SYNC = 8,
  NVPTXCOMPILE_ERROR_CANCELLED = 9
} nvPTXCompileResult;

typedef struct nvPTXCompiler* nvPTXCompilerHandle;

FENCEPOST_REFUSED_FUNCTION(nvPTXCompileResult, nvPTXCompilerGetVersion);
FENCEPOST_REFUSED_FUNCTION(nvPTXCompileResult, nvPTXCompilerCreate);
FENCEPOST_REFUSED_FUNCTION(nvPTXCompileResult, nvPTXCompilerDestroy);
FENCEPOST_REFUSED_FUNCTION(nvPTXCompileResult, nvPTXCompilerCompile);
FENCEPOST_REFUSED_FUNCTION(nvPTXCompileResult, nvPTXCompilerGetCompiledProgramSize);
FENCEPOST_REFUSED_FUNCTION(nvPTXCompileResult, nvPTXCompilerGetCompiledProgram);
FENCEPOST_REFUSED_FUNCTION(nvPTXCompileResult, nvPTXCompilerGetErrorLogSize);
FENCEPOST_REFUSED_FUNCTION(nvPTXCompileResult, nvPTXCompilerGetErrorLog);
FENCEPOST_REFUSED_FUNCTION(nvPTXCompileResult, nvPTXCompilerGetInfoLogSize);
FENCEPOST_REFUSED_FUNCTION(nvPTXCompileResult, nvPTXCompilerGetInfoLog);

#ifdef __cplusplus
}
#endif
