// nvJitLink's functions. It needs no device, so nothing here is an access, or a finding: the log says what is wrong.
#include "sim/include/nvJitLink.h"

#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "sim/module/code_file.h"
#include "sim/module/loader.h"

using namespace fencepost::sim;

struct nvJitLink {
  std::vector<std::vector<std::byte>> inputs;
  std::vector<std::byte> code;  ///< Once it is complete.
  std::string errors;
  bool is_complete = false;
};

namespace {

nvJitLinkResult fail(nvJitLink& link, nvJitLinkResult result, const std::string& reason) {
  link.errors += "fencepost: error: " + reason + "\n";
  return result;
}

/// Whatever its kind is called: all of them are code objects.
nvJitLinkResult add(nvJitLink& link, CodeFile file) {
  if (file.error != CUDA_SUCCESS) return fail(link, NVJITLINK_ERROR_UNRECOGNIZED_INPUT, file.reason);
  link.inputs.push_back(std::move(file.bytes));
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult log_size(const nvJitLink* link, const std::string& log, size_t* bytes) {
  if (link == nullptr || bytes == nullptr) return NVJITLINK_ERROR_NULL_INPUT;
  *bytes = log.size() + 1;
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult copy_log(const nvJitLink* link, const std::string& log, char* to) {
  if (link == nullptr || to == nullptr) return NVJITLINK_ERROR_NULL_INPUT;
  std::memcpy(to, log.c_str(), log.size() + 1);
  return NVJITLINK_SUCCESS;
}

}  // namespace

extern "C" {

nvJitLinkResult nvJitLinkCreate(nvJitLinkHandle* handle, uint32_t count, const char** options) {
  if (handle == nullptr || (count != 0 && options == nullptr)) return NVJITLINK_ERROR_NULL_INPUT;
  bool has_architecture = false;
  for (uint32_t i = 0; i < count; ++i) {
    const std::string_view option = options[i] != nullptr ? options[i] : "";
    if (!option.starts_with('-')) return NVJITLINK_ERROR_UNRECOGNIZED_OPTION;
    has_architecture = has_architecture || option.starts_with("-arch=");
  }
  if (!has_architecture) return NVJITLINK_ERROR_MISSING_ARCH;
  *handle = new nvJitLink;
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkDestroy(nvJitLinkHandle* handle) {
  if (handle == nullptr || *handle == nullptr) return NVJITLINK_ERROR_NULL_INPUT;
  delete *handle;
  *handle = nullptr;
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkAddData(nvJitLinkHandle handle, nvJitLinkInputType, const void* data, size_t bytes,
                                 const char* /*name*/) {
  if (handle == nullptr || data == nullptr) return NVJITLINK_ERROR_NULL_INPUT;
  return add(*handle, code_in(data, bytes));
}

nvJitLinkResult nvJitLinkAddFile(nvJitLinkHandle handle, nvJitLinkInputType, const char* path) {
  if (handle == nullptr || path == nullptr) return NVJITLINK_ERROR_NULL_INPUT;
  return add(*handle, code_in_file(path));
}

nvJitLinkResult nvJitLinkComplete(nvJitLinkHandle handle) {
  if (handle == nullptr) return NVJITLINK_ERROR_NULL_INPUT;
  if (handle->inputs.empty()) return fail(*handle, NVJITLINK_ERROR_INVALID_INPUT, "no input was added");
  handle->code = joined(handle->inputs);
  if (const LinkMistake mistake = check_names(handle->code); mistake.error != CUDA_SUCCESS) {
    return fail(*handle, NVJITLINK_ERROR_FINALIZE, mistake.reason);
  }
  handle->is_complete = true;
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkGetLinkedCubinSize(nvJitLinkHandle handle, size_t* bytes) {
  if (handle == nullptr || bytes == nullptr) return NVJITLINK_ERROR_NULL_INPUT;
  if (!handle->is_complete) return NVJITLINK_ERROR_INVALID_INPUT;
  *bytes = handle->code.size();
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkGetLinkedCubin(nvJitLinkHandle handle, void* cubin) {
  if (handle == nullptr || cubin == nullptr) return NVJITLINK_ERROR_NULL_INPUT;
  if (!handle->is_complete) return NVJITLINK_ERROR_INVALID_INPUT;
  std::memcpy(cubin, handle->code.data(), handle->code.size());
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkGetLinkedPtxSize(nvJitLinkHandle handle, size_t* bytes) {
  return handle == nullptr || bytes == nullptr ? NVJITLINK_ERROR_NULL_INPUT : NVJITLINK_ERROR_INVALID_INPUT;
}

nvJitLinkResult nvJitLinkGetLinkedPtx(nvJitLinkHandle handle, char* ptx) {
  return handle == nullptr || ptx == nullptr ? NVJITLINK_ERROR_NULL_INPUT : NVJITLINK_ERROR_INVALID_INPUT;
}

nvJitLinkResult nvJitLinkGetErrorLogSize(nvJitLinkHandle handle, size_t* bytes) {
  return log_size(handle, handle != nullptr ? handle->errors : "", bytes);
}

nvJitLinkResult nvJitLinkGetErrorLog(nvJitLinkHandle handle, char* log) {
  return copy_log(handle, handle != nullptr ? handle->errors : "", log);
}

nvJitLinkResult nvJitLinkGetInfoLogSize(nvJitLinkHandle handle, size_t* bytes) { return log_size(handle, "", bytes); }

nvJitLinkResult nvJitLinkGetInfoLog(nvJitLinkHandle handle, char* log) { return copy_log(handle, "", log); }

nvJitLinkResult nvJitLinkVersion(unsigned int* major, unsigned int* minor) {
  if (major == nullptr || minor == nullptr) return NVJITLINK_ERROR_NULL_INPUT;
  *major = 12;
  *minor = 8;
  return NVJITLINK_SUCCESS;
}

}  // extern "C"
