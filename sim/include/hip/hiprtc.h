// hipRTC: HIP that is compiled while the program runs, by fencepost-nvcc. The functions are NVRTC's (nvrtc.h); what
// links code objects (hiprtcLinkCreate and its kin) is not there.
#pragma once

#include <nvrtc.h>

#include "hip_runtime_api.h"

#define hiprtcResult nvrtcResult
#define HIPRTC_SUCCESS NVRTC_SUCCESS
#define HIPRTC_ERROR_OUT_OF_MEMORY NVRTC_ERROR_OUT_OF_MEMORY
#define HIPRTC_ERROR_PROGRAM_CREATION_FAILURE NVRTC_ERROR_PROGRAM_CREATION_FAILURE
#define HIPRTC_ERROR_INVALID_INPUT NVRTC_ERROR_INVALID_INPUT
#define HIPRTC_ERROR_INVALID_PROGRAM NVRTC_ERROR_INVALID_PROGRAM
#define HIPRTC_ERROR_INVALID_OPTION NVRTC_ERROR_INVALID_OPTION
#define HIPRTC_ERROR_COMPILATION NVRTC_ERROR_COMPILATION
#define HIPRTC_ERROR_BUILTIN_OPERATION_FAILURE NVRTC_ERROR_BUILTIN_OPERATION_FAILURE
#define HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION
#define HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION
#define HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID
#define HIPRTC_ERROR_INTERNAL_ERROR NVRTC_ERROR_INTERNAL_ERROR

#define hiprtcProgram nvrtcProgram
#define hiprtcVersion nvrtcVersion
#define hiprtcCreateProgram nvrtcCreateProgram
#define hiprtcDestroyProgram nvrtcDestroyProgram
#define hiprtcAddNameExpression nvrtcAddNameExpression
#define hiprtcGetLoweredName nvrtcGetLoweredName
#define hiprtcGetProgramLog nvrtcGetProgramLog
#define hiprtcGetProgramLogSize nvrtcGetProgramLogSize
#define hiprtcGetCode nvrtcGetCUBIN
#define hiprtcGetCodeSize nvrtcGetCUBINSize

/// "HIPRTC_ERROR_COMPILATION".
inline const char* hiprtcGetErrorString(hiprtcResult result) {
  static thread_local char text[80];
  __builtin_snprintf(text, sizeof text, "HIP%s", nvrtcGetErrorString(result) + 2);
  return text;
}

/// As HIP, with options of hipcc's; those that choose a GPU are ignored.
inline __attribute__((always_inline)) hiprtcResult hiprtcCompileProgram(hiprtcProgram program, int option_count,
                                                                        const char* const* options) {
  constexpr int kMost = 256;
  const char* words[kMost] = {"--hip"};
  if (option_count < 0 || option_count >= kMost) return HIPRTC_ERROR_INVALID_INPUT;
  if (option_count > 0 && options == nullptr) return HIPRTC_ERROR_INVALID_INPUT;
  for (int i = 0; i < option_count; ++i) words[i + 1] = options[i];
  return nvrtcCompileProgram(program, option_count + 1, words);
}
