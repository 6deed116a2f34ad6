// nvJitLink's functions. It needs no device, so nothing here is an access. The log says what is wrong, as a finding
// does.
#include "sim/include/nvJitLink.h"

#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "sim/interface/observer.h"
#include "sim/interface/user_pc.h"
#include "sim/library/live.h"
#include "sim/module/code_file.h"
#include "sim/module/loader.h"
#include "sim/module/modules.h"

using namespace fencepost::sim;

struct nvJitLink {
  std::vector<std::vector<std::byte>> inputs;
  std::vector<std::byte> code;  ///< Once it is complete.
  std::string errors;
  bool is_complete = false;
};

namespace {

nvJitLinkResult misused(const ModuleCall& call, nvJitLinkResult result, const std::string& what) {
  observers().calls->on_invalid_arguments(call.name, what, call.pc);
  return result;
}

nvJitLinkResult fail(const ModuleCall& call, nvJitLink& link, nvJitLinkResult result, const std::string& reason) {
  link.errors += "fencepost: error: " + reason + "\n";
  return misused(call, result, "it was given " + reason);
}

/// NVJITLINK_SUCCESS: the handle is one, and `pointer` not null.
nvJitLinkResult check(const ModuleCall& call, nvJitLinkHandle link, const void* pointer) {
  if (link == nullptr || pointer == nullptr) return misused(call, NVJITLINK_ERROR_NULL_INPUT, "a null pointer");
  if (Live<nvJitLink>::contains(link)) return NVJITLINK_SUCCESS;
  return misused(call, NVJITLINK_ERROR_INVALID_INPUT, "its handle was never created, or was destroyed");
}

/// Whatever its kind is called: all of them are code objects.
nvJitLinkResult add(const ModuleCall& call, nvJitLink& link, nvJitLinkInputType type, CodeFile file) {
  if (type < NVJITLINK_INPUT_CUBIN || type > NVJITLINK_INPUT_ANY) {
    return misused(call, NVJITLINK_ERROR_INVALID_INPUT, "there is no type of input " + std::to_string(type));
  }
  if (file.error != CUDA_SUCCESS) return fail(call, link, NVJITLINK_ERROR_UNRECOGNIZED_INPUT, file.reason);
  link.inputs.push_back(std::move(file.bytes));
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult log_size(const ModuleCall& call, const nvJitLinkHandle link, bool of_errors, size_t* bytes) {
  if (const nvJitLinkResult result = check(call, link, bytes); result != NVJITLINK_SUCCESS) return result;
  *bytes = (of_errors ? link->errors.size() : 0) + 1;
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult copy_log(const ModuleCall& call, const nvJitLinkHandle link, bool of_errors, char* to) {
  if (const nvJitLinkResult result = check(call, link, to); result != NVJITLINK_SUCCESS) return result;
  const std::string log = of_errors ? link->errors : "";
  std::memcpy(to, log.c_str(), log.size() + 1);
  return NVJITLINK_SUCCESS;
}

/// As check(), of a link that is complete.
nvJitLinkResult check_complete(const ModuleCall& call, nvJitLinkHandle link, const void* pointer) {
  if (const nvJitLinkResult result = check(call, link, pointer); result != NVJITLINK_SUCCESS) return result;
  if (link->is_complete) return NVJITLINK_SUCCESS;
  return misused(call, NVJITLINK_ERROR_INVALID_INPUT, "nothing was linked: call nvJitLinkComplete before");
}

}  // namespace

extern "C" {

nvJitLinkResult nvJitLinkCreate(nvJitLinkHandle* handle, uint32_t count, const char** options) {
  const ModuleCall call = FENCEPOST_MODULE_CALL;
  if (handle == nullptr || (count != 0 && options == nullptr)) {
    return misused(call, NVJITLINK_ERROR_NULL_INPUT, "a null pointer");
  }
  bool has_architecture = false;
  for (uint32_t i = 0; i < count; ++i) {
    const std::string_view option = options[i] != nullptr ? options[i] : "";
    if (!option.starts_with('-')) {
      return misused(call, NVJITLINK_ERROR_UNRECOGNIZED_OPTION, "'" + std::string(option) + "' is no option");
    }
    has_architecture = has_architecture || option.starts_with("-arch=");
  }
  if (!has_architecture) return misused(call, NVJITLINK_ERROR_MISSING_ARCH, "its options name no -arch=");
  *handle = Live<nvJitLink>::add(new nvJitLink);
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkDestroy(nvJitLinkHandle* handle) {
  const ModuleCall call = FENCEPOST_MODULE_CALL;
  if (const nvJitLinkResult result = check(call, handle != nullptr ? *handle : nullptr, handle);
      result != NVJITLINK_SUCCESS) {
    return result;
  }
  Live<nvJitLink>::remove(*handle);
  *handle = nullptr;
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkAddData(nvJitLinkHandle handle, nvJitLinkInputType type, const void* data, size_t bytes,
                                 const char* /*name*/) {
  if (const nvJitLinkResult result = check(FENCEPOST_MODULE_CALL, handle, data); result != NVJITLINK_SUCCESS)
    return result;
  return add(FENCEPOST_MODULE_CALL, *handle, type, code_in(data, bytes));
}

nvJitLinkResult nvJitLinkAddFile(nvJitLinkHandle handle, nvJitLinkInputType type, const char* path) {
  if (const nvJitLinkResult result = check(FENCEPOST_MODULE_CALL, handle, path); result != NVJITLINK_SUCCESS)
    return result;
  return add(FENCEPOST_MODULE_CALL, *handle, type, code_in_file(path));
}

nvJitLinkResult nvJitLinkComplete(nvJitLinkHandle handle) {
  if (const nvJitLinkResult result = check(FENCEPOST_MODULE_CALL, handle, handle); result != NVJITLINK_SUCCESS)
    return result;
  if (handle->inputs.empty()) {
    return fail(FENCEPOST_MODULE_CALL, *handle, NVJITLINK_ERROR_INVALID_INPUT, "no input");
  }
  handle->code = joined(handle->inputs);
  if (const LinkMistake mistake = check_names(handle->code); mistake.error != CUDA_SUCCESS) {
    return fail(FENCEPOST_MODULE_CALL, *handle, NVJITLINK_ERROR_FINALIZE, mistake.reason);
  }
  handle->is_complete = true;
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkGetLinkedCubinSize(nvJitLinkHandle handle, size_t* bytes) {
  const nvJitLinkResult result = check_complete(FENCEPOST_MODULE_CALL, handle, bytes);
  if (result != NVJITLINK_SUCCESS) return result;
  *bytes = handle->code.size();
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkGetLinkedCubin(nvJitLinkHandle handle, void* cubin) {
  const nvJitLinkResult result = check_complete(FENCEPOST_MODULE_CALL, handle, cubin);
  if (result != NVJITLINK_SUCCESS) return result;
  std::memcpy(cubin, handle->code.data(), handle->code.size());
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkGetLinkedPtxSize(nvJitLinkHandle handle, size_t* bytes) {
  if (const nvJitLinkResult result = check(FENCEPOST_MODULE_CALL, handle, bytes); result != NVJITLINK_SUCCESS)
    return result;
  return misused(FENCEPOST_MODULE_CALL, NVJITLINK_ERROR_INVALID_INPUT, "what is linked is no PTX");
}

nvJitLinkResult nvJitLinkGetLinkedPtx(nvJitLinkHandle handle, char* ptx) {
  if (const nvJitLinkResult result = check(FENCEPOST_MODULE_CALL, handle, ptx); result != NVJITLINK_SUCCESS)
    return result;
  return misused(FENCEPOST_MODULE_CALL, NVJITLINK_ERROR_INVALID_INPUT, "what is linked is no PTX");
}

nvJitLinkResult nvJitLinkGetErrorLogSize(nvJitLinkHandle handle, size_t* bytes) {
  return log_size(FENCEPOST_MODULE_CALL, handle, true, bytes);
}

nvJitLinkResult nvJitLinkGetErrorLog(nvJitLinkHandle handle, char* log) {
  return copy_log(FENCEPOST_MODULE_CALL, handle, true, log);
}

nvJitLinkResult nvJitLinkGetInfoLogSize(nvJitLinkHandle handle, size_t* bytes) {
  return log_size(FENCEPOST_MODULE_CALL, handle, false, bytes);
}

nvJitLinkResult nvJitLinkGetInfoLog(nvJitLinkHandle handle, char* log) {
  return copy_log(FENCEPOST_MODULE_CALL, handle, false, log);
}

nvJitLinkResult nvJitLinkVersion(unsigned int* major, unsigned int* minor) {
  if (major == nullptr || minor == nullptr) {
    return misused(FENCEPOST_MODULE_CALL, NVJITLINK_ERROR_NULL_INPUT, "a null pointer");
  }
  *major = 12;
  *minor = 8;
  return NVJITLINK_SUCCESS;
}

}  // extern "C"
