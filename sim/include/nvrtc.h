// NVRTC: CUDA C++ that is compiled while the program runs, by fencepost-nvcc, to code objects that cuModuleLoadData
// loads. C and C++.
#pragma once

#include <stddef.h>

// Programs test this to learn whether the library is there: the include guard of NVIDIA's header.
#ifndef __NVRTC_H__
#define __NVRTC_H__
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  NVRTC_SUCCESS = 0,
  NVRTC_ERROR_OUT_OF_MEMORY = 1,
  NVRTC_ERROR_PROGRAM_CREATION_FAILURE = 2,
  NVRTC_ERROR_INVALID_INPUT = 3,
  NVRTC_ERROR_INVALID_PROGRAM = 4,
  NVRTC_ERROR_INVALID_OPTION = 5,
  NVRTC_ERROR_COMPILATION = 6,
  NVRTC_ERROR_BUILTIN_OPERATION_FAILURE = 7,
  NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION = 8,
  NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION = 9,
  NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID = 10,
  NVRTC_ERROR_INTERNAL_ERROR = 11,
  NVRTC_ERROR_TIME_FILE_WRITE_FAILED = 12,
  NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED = 13,
  NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED = 14,
  NVRTC_ERROR_PCH_CREATE = 15,
  NVRTC_ERROR_CANCELLED = 16,
  NVRTC_ERROR_TIME_TRACE_FILE_WRITE_FAILED = 17
} nvrtcResult;

typedef struct _nvrtcProgram* nvrtcProgram;

/// "NVRTC_ERROR_COMPILATION"; of an unknown one "NVRTC_ERROR unknown".
const char* nvrtcGetErrorString(nvrtcResult result);
/// That of the CUDA headers which the program was compiled with.
nvrtcResult nvrtcVersion(int* major, int* minor);
nvrtcResult nvrtcGetNumSupportedArchs(int* count);
/// 75, 80, …: what -arch takes.
nvrtcResult nvrtcGetSupportedArchs(int* architectures);

/// `name` is that in messages and findings; null: "default_program". `headers[i]` is what `#include include_names[i]`
/// finds.
nvrtcResult nvrtcCreateProgram(nvrtcProgram* program, const char* source, const char* name, int header_count,
                               const char* const* headers, const char* const* include_names);
nvrtcResult nvrtcDestroyProgram(nvrtcProgram* program);
/// By fencepost-nvcc: the one beside which the program was compiled, else the one on PATH; where there is none,
/// NVRTC_ERROR_BUILTIN_OPERATION_FAILURE. NVRTC's options are known; those that concern only a GPU are ignored. Unknown
/// ones: NVRTC_ERROR_INVALID_OPTION, and the log names them. Errors of the source: NVRTC_ERROR_COMPILATION, and the log
/// has the compiler's words. Thread safety: any threads, each with a program of its own.
nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int option_count, const char* const* options);

/// The code object as text, which ends with a zero, and as a file. Both are loaded by cuModuleLoadData and its kin.
nvrtcResult nvrtcGetPTXSize(nvrtcProgram program, size_t* bytes);
nvrtcResult nvrtcGetPTX(nvrtcProgram program, char* text);
nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, size_t* bytes);
nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char* file);
/// With the zero at its end.
nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram program, size_t* bytes);
nvrtcResult nvrtcGetProgramLog(nvrtcProgram program, char* log);

/// Before the program is compiled: a kernel or variable whose mangled name is wanted, "scale<float>", "&ns::table".
/// Instantiates templates.
nvrtcResult nvrtcAddNameExpression(nvrtcProgram program, const char* expression);
/// Afterwards. The name lives as long as the program.
nvrtcResult nvrtcGetLoweredName(nvrtcProgram program, const char* expression, const char** name);

/// With the option -dlto: the code object, which nvJitLink takes as NVJITLINK_INPUT_LTOIR, too.
nvrtcResult nvrtcGetLTOIRSize(nvrtcProgram program, size_t* bytes);
nvrtcResult nvrtcGetLTOIR(nvrtcProgram program, char* code);

// What is not here: a finding names the call, which returns NVRTC_ERROR_INTERNAL_ERROR.
nvrtcResult nvrtcGetOptiXIRSize(nvrtcProgram program, size_t* bytes);
nvrtcResult nvrtcGetOptiXIR(nvrtcProgram program, char* code);
nvrtcResult nvrtcGetNVVMSize(nvrtcProgram program, size_t* bytes);
nvrtcResult nvrtcGetNVVM(nvrtcProgram program, char* code);
nvrtcResult nvrtcGetPCHHeapSize(size_t* bytes);
nvrtcResult nvrtcSetPCHHeapSize(size_t bytes);
nvrtcResult nvrtcGetPCHCreateStatus(nvrtcProgram program);
nvrtcResult nvrtcGetPCHHeapSizeRequired(nvrtcProgram program, size_t* bytes);
nvrtcResult nvrtcSetFlowCallback(nvrtcProgram program, int (*callback)(void*, void*), void* payload);

#ifdef __cplusplus
}
#endif
