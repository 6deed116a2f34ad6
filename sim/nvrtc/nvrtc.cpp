// NVRTC's functions.
#include "sim/include/nvrtc.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "sim/include/cuda_runtime_api.h"
#include "sim/interface/observer.h"
#include "sim/interface/user_pc.h"
#include "sim/library/live.h"
#include "sim/nvrtc/compiler.h"
#include "sim/nvrtc/options.h"

using fencepost::sim::RtcResult;
using fencepost::sim::RtcSource;

struct _nvrtcProgram {  // NOLINT(bugprone-reserved-identifier): the name is NVRTC's.
  RtcSource source;
  RtcResult result;
  bool was_compiled = false, for_linking = false;
};

namespace {

using Programs = fencepost::sim::Live<_nvrtcProgram>;

nvrtcResult wrong(const char* call, nvrtcResult error, const std::string& what, const void* pc) {
  fencepost::sim::observers().calls->on_invalid_arguments(call, what + " (" + nvrtcGetErrorString(error) + ")", pc);
  return error;
}

/// Programs are called "default_program" again and again: of those with other texts, findings tell them apart.
std::string own_name(const std::string& name, const std::string& text) {
  static std::mutex mutex;
  static auto& texts = *new std::map<std::string, std::vector<std::string>>;
  const std::scoped_lock lock(mutex);
  std::vector<std::string>& known = texts[name];
  auto found = std::ranges::find(known, text);
  if (found == known.end()) found = known.insert(known.end(), text);
  const auto number = found - known.begin() + 1;
  return number == 1 ? name : name + " (" + std::to_string(number) + ")";
}

constexpr std::string_view kMissingHeader = "error: cannot open source file";

/// The line of a compiler's log that tells its first mistake. Empty if that is a header that is not there: programs
/// (Jitify) find out so which they have to bring.
std::string first_mistake(const std::string& log) {
  const std::size_t at = log.find("error: ");
  if (at == std::string::npos) return "the source does not compile";
  if (log.compare(at, kMissingHeader.size(), kMissingHeader) == 0) return "";
  const std::size_t begin = log.rfind('\n', at) + 1;  // Of npos: 0.
  return log.substr(begin, log.find('\n', at) - begin);
}

nvrtcResult not_compiled(const char* call, const void* pc) {
  return wrong(call, NVRTC_ERROR_INVALID_PROGRAM, "its program is not compiled", pc);
}

nvrtcResult copy_out(const std::string& text, bool with_zero, char* to) {
  std::memcpy(to, text.data(), text.size());
  if (with_zero) to[text.size()] = '\0';
  return NVRTC_SUCCESS;
}

constexpr int kArchitectures[] = {75, 80, 86, 87, 88, 89, 90, 100, 110, 103, 120, 121};

}  // namespace

#define FENCEPOST_CHECK_PROGRAM(program, pointer)                                                                     \
  do {                                                                                                                \
    if (!Programs::contains(program))                                                                                 \
      return wrong(__func__, NVRTC_ERROR_INVALID_PROGRAM, "its program is none", FENCEPOST_USER_PC);                  \
    if ((pointer) == nullptr) return wrong(__func__, NVRTC_ERROR_INVALID_INPUT, "a null pointer", FENCEPOST_USER_PC); \
  } while (false)

extern "C" {

const char* nvrtcGetErrorString(nvrtcResult result) {
  static const char* const kNames[] = {"NVRTC_SUCCESS",
                                       "NVRTC_ERROR_OUT_OF_MEMORY",
                                       "NVRTC_ERROR_PROGRAM_CREATION_FAILURE",
                                       "NVRTC_ERROR_INVALID_INPUT",
                                       "NVRTC_ERROR_INVALID_PROGRAM",
                                       "NVRTC_ERROR_INVALID_OPTION",
                                       "NVRTC_ERROR_COMPILATION",
                                       "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE",
                                       "NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION",
                                       "NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION",
                                       "NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID",
                                       "NVRTC_ERROR_INTERNAL_ERROR",
                                       "NVRTC_ERROR_TIME_FILE_WRITE_FAILED",
                                       "NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED",
                                       "NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED",
                                       "NVRTC_ERROR_PCH_CREATE",
                                       "NVRTC_ERROR_CANCELLED",
                                       "NVRTC_ERROR_TIME_TRACE_FILE_WRITE_FAILED"};
  const auto index = static_cast<std::size_t>(result);
  return index < std::size(kNames) ? kNames[index] : "NVRTC_ERROR unknown";
}

nvrtcResult nvrtcVersion(int* major, int* minor) {
  int version = 0;
  if (major == nullptr || minor == nullptr) {
    return wrong(__func__, NVRTC_ERROR_INVALID_INPUT, "a null pointer", FENCEPOST_USER_PC);
  }
  cudaRuntimeGetVersion(&version);
  *major = version / 1000;
  *minor = version % 1000 / 10;
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetNumSupportedArchs(int* count) {
  if (count == nullptr) return wrong(__func__, NVRTC_ERROR_INVALID_INPUT, "a null pointer", FENCEPOST_USER_PC);
  *count = static_cast<int>(std::size(kArchitectures));
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetSupportedArchs(int* architectures) {
  if (architectures == nullptr) return wrong(__func__, NVRTC_ERROR_INVALID_INPUT, "a null pointer", FENCEPOST_USER_PC);
  std::ranges::copy(kArchitectures, architectures);
  std::sort(architectures, architectures + std::size(kArchitectures));
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcCreateProgram(nvrtcProgram* program, const char* source, const char* name, int header_count,
                               const char* const* headers, const char* const* include_names) {
  if (program == nullptr || source == nullptr || header_count < 0 ||
      (header_count > 0 && (headers == nullptr || include_names == nullptr))) {
    return wrong(__func__, NVRTC_ERROR_INVALID_INPUT, "a null pointer, or a number below zero", FENCEPOST_USER_PC);
  }
  auto* const made = new _nvrtcProgram;
  made->source.text = source;
  made->source.name = own_name(name != nullptr && *name != '\0' ? name : "default_program", made->source.text);
  for (int i = 0; i < header_count; ++i) made->source.headers.emplace_back(include_names[i], headers[i]);
  *program = Programs::add(made);
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcDestroyProgram(nvrtcProgram* program) {
  if (program == nullptr || !Programs::remove(*program)) {
    return wrong(__func__, NVRTC_ERROR_INVALID_PROGRAM, "its program is none", FENCEPOST_USER_PC);
  }
  *program = nullptr;
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int option_count, const char* const* options) {
  if (!Programs::contains(program)) {
    return wrong(__func__, NVRTC_ERROR_INVALID_PROGRAM, "its program is none", FENCEPOST_USER_PC);
  }
  if (option_count < 0 || (option_count > 0 && options == nullptr)) {
    return wrong(__func__, NVRTC_ERROR_INVALID_INPUT, "its options are none", FENCEPOST_USER_PC);
  }
  std::error_code error;
  const std::filesystem::path here = std::filesystem::current_path(error);
  auto read = fencepost::sim::read_rtc_options({options, options + option_count}, here.string());
  program->result = {};
  program->was_compiled = true;
  if (!read.error.empty()) {
    program->result.log = "nvrtc: error: " + read.error + "\n";
    return wrong(__func__, NVRTC_ERROR_INVALID_OPTION, read.error, FENCEPOST_USER_PC);
  }
  program->for_linking = read.for_linking;
  program->source.default_device = read.default_device;
  program->source.hip = read.hip;
  program->source.macros = read.macros;
  program->source.includes = read.includes;
  if (read.source_include) {
    const std::string of_source =
        (here / std::filesystem::path(program->source.name).parent_path()).lexically_normal().string();
    read.arguments.insert(read.arguments.begin(),
                          "-I" + (read.hip ? of_source : fencepost::sim::whole_value(of_source)));
  }
  program->result = fencepost::sim::compile_rtc(program->source, read.arguments);
  if (!program->result.found_compiler) {
    return wrong(__func__, NVRTC_ERROR_BUILTIN_OPERATION_FAILURE, "it found no fencepost-nvcc; put it on PATH",
                 FENCEPOST_USER_PC);
  }
  if (program->result.compiled) return NVRTC_SUCCESS;
  if (const std::string mistake = first_mistake(program->result.log); !mistake.empty()) {
    fencepost::sim::observers().calls->on_refused_source(__func__, mistake, FENCEPOST_USER_PC);
  }
  return NVRTC_ERROR_COMPILATION;
}

nvrtcResult nvrtcGetPTXSize(nvrtcProgram program, size_t* bytes) {
  FENCEPOST_CHECK_PROGRAM(program, bytes);
  if (!program->result.compiled) return not_compiled(__func__, FENCEPOST_USER_PC);
  *bytes = program->result.ptx.size() + 1;
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetPTX(nvrtcProgram program, char* text) {
  FENCEPOST_CHECK_PROGRAM(program, text);
  if (!program->result.compiled) return not_compiled(__func__, FENCEPOST_USER_PC);
  return copy_out(program->result.ptx, true, text);
}

nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, size_t* bytes) {
  FENCEPOST_CHECK_PROGRAM(program, bytes);
  if (!program->result.compiled) return not_compiled(__func__, FENCEPOST_USER_PC);
  *bytes = program->result.cubin.size();
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char* file) {
  FENCEPOST_CHECK_PROGRAM(program, file);
  if (!program->result.compiled) return not_compiled(__func__, FENCEPOST_USER_PC);
  return copy_out(program->result.cubin, false, file);
}

nvrtcResult nvrtcGetLTOIRSize(nvrtcProgram program, size_t* bytes) {
  FENCEPOST_CHECK_PROGRAM(program, bytes);
  if (!program->result.compiled || !program->for_linking) return NVRTC_ERROR_INVALID_PROGRAM;
  *bytes = program->result.cubin.size();
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetLTOIR(nvrtcProgram program, char* code) {
  FENCEPOST_CHECK_PROGRAM(program, code);
  if (!program->result.compiled || !program->for_linking) return NVRTC_ERROR_INVALID_PROGRAM;
  return copy_out(program->result.cubin, false, code);
}

nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram program, size_t* bytes) {
  FENCEPOST_CHECK_PROGRAM(program, bytes);
  *bytes = program->result.log.size() + 1;
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetProgramLog(nvrtcProgram program, char* log) {
  FENCEPOST_CHECK_PROGRAM(program, log);
  return copy_out(program->result.log, true, log);
}

nvrtcResult nvrtcAddNameExpression(nvrtcProgram program, const char* expression) {
  FENCEPOST_CHECK_PROGRAM(program, expression);
  if (program->was_compiled) {
    return wrong(__func__, NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION, "the program is compiled already",
                 FENCEPOST_USER_PC);
  }
  program->source.name_expressions.emplace_back(expression);
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetLoweredName(nvrtcProgram program, const char* expression, const char** name) {
  FENCEPOST_CHECK_PROGRAM(program, expression);
  FENCEPOST_CHECK_PROGRAM(program, name);
  if (!program->result.compiled) {
    return wrong(__func__, NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION, "the program is not compiled",
                 FENCEPOST_USER_PC);
  }
  const auto found = program->result.lowered_names.find(expression);
  if (found == program->result.lowered_names.end()) {
    return wrong(__func__, NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID,
                 "no name expression " + std::string(expression) + " was added that is a kernel's or a variable's",
                 FENCEPOST_USER_PC);
  }
  *name = found->second.c_str();
  return NVRTC_SUCCESS;
}

#define FENCEPOST_NO_NVRTC(name, parameters)                                                                        \
  nvrtcResult name parameters {                                                                                     \
    fencepost::sim::observers().calls->on_unsupported_call(#name, "NVRTC_ERROR_INTERNAL_ERROR", FENCEPOST_USER_PC); \
    return NVRTC_ERROR_INTERNAL_ERROR;                                                                              \
  }
FENCEPOST_NO_NVRTC(nvrtcGetOptiXIRSize, (nvrtcProgram, size_t*))
FENCEPOST_NO_NVRTC(nvrtcGetOptiXIR, (nvrtcProgram, char*))
FENCEPOST_NO_NVRTC(nvrtcGetNVVMSize, (nvrtcProgram, size_t*))
FENCEPOST_NO_NVRTC(nvrtcGetNVVM, (nvrtcProgram, char*))
FENCEPOST_NO_NVRTC(nvrtcGetPCHHeapSize, (size_t*))
FENCEPOST_NO_NVRTC(nvrtcSetPCHHeapSize, (size_t))
FENCEPOST_NO_NVRTC(nvrtcGetPCHCreateStatus, (nvrtcProgram))
FENCEPOST_NO_NVRTC(nvrtcGetPCHHeapSizeRequired, (nvrtcProgram, size_t*))
FENCEPOST_NO_NVRTC(nvrtcSetFlowCallback, (nvrtcProgram, int (*)(void*, void*), void*))

}  // extern "C"
