// The driver API's linker: its output is its inputs, which are linked when they are loaded.
#include <algorithm>
#include <cstring>
#include <string_view>
#include <vector>

#include "sim/include/cuda.h"
#include "sim/interface/user_pc.h"
#include "sim/library/live.h"
#include "sim/module/code_file.h"
#include "sim/module/jit_options.h"
#include "sim/module/loader.h"
#include "sim/module/modules.h"

using namespace fencepost::sim;

struct CUlinkState_st {
  JitOptions options;
  std::vector<std::vector<std::byte>> inputs;
  std::vector<std::byte> code;  ///< Once it is complete.
};

namespace {

using States = Live<CUlinkState_st>;

CUresult no_state(CUlinkState state, const ModuleCall& call) {
  if (state == nullptr) return wrong(call, CUDA_ERROR_INVALID_VALUE, "a null pointer");
  return wrong(call, CUDA_ERROR_INVALID_HANDLE, "its linker was never created, or was destroyed");
}

CUresult add_input(CUlinkState state, CodeFile file, const ModuleCall& call) {
  if (file.error != CUDA_SUCCESS) {
    state->options.fill_logs("", "fencepost: error: " + file.reason + "\n");
    return wrong(call, file.error, "it was given " + file.reason);
  }
  state->inputs.push_back(std::move(file.bytes));
  return CUDA_SUCCESS;
}

}  // namespace

extern "C" {

CUresult cuLinkCreate(unsigned int count, CUjit_option* options, void** values, CUlinkState* state) {
  const JitOptions jit(count, options, values);
  if (state == nullptr || !jit.are_valid()) {
    return wrong(FENCEPOST_MODULE_CALL, CUDA_ERROR_INVALID_VALUE,
                 state == nullptr ? "a null pointer" : "options that are none");
  }
  if (const CUresult error = check_context(); error != CUDA_SUCCESS) return error;
  *state = States::add(new CUlinkState_st{jit, {}, {}});
  return CUDA_SUCCESS;
}

CUresult cuLinkAddData(CUlinkState state, CUjitInputType, void* data, size_t bytes, const char*, unsigned int,
                       CUjit_option*, void**) {
  if (!States::contains(state)) return no_state(state, FENCEPOST_MODULE_CALL);
  if (data == nullptr) return wrong(FENCEPOST_MODULE_CALL, CUDA_ERROR_INVALID_VALUE, "a null pointer");
  return add_input(state, code_in(data, bytes), FENCEPOST_MODULE_CALL);
}

CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char* path, unsigned int, CUjit_option*, void**) {
  if (!States::contains(state)) return no_state(state, FENCEPOST_MODULE_CALL);
  if (path == nullptr) return wrong(FENCEPOST_MODULE_CALL, CUDA_ERROR_INVALID_VALUE, "a null pointer");
  // What kernels need that launch others is in the runtime.
  if (type == CU_JIT_INPUT_LIBRARY && std::string_view(path).ends_with("libcudadevrt.a")) return CUDA_SUCCESS;
  return add_input(state, code_in_file(path), FENCEPOST_MODULE_CALL);
}

CUresult cuLinkComplete(CUlinkState state, void** code, size_t* bytes) {
  if (!States::contains(state)) return no_state(state, FENCEPOST_MODULE_CALL);
  if (code == nullptr) return wrong(FENCEPOST_MODULE_CALL, CUDA_ERROR_INVALID_VALUE, "a null pointer");
  if (state->inputs.empty()) return wrong(FENCEPOST_MODULE_CALL, CUDA_ERROR_INVALID_VALUE, "no input was added");
  state->code = joined(state->inputs);
  if (const LinkMistake mistake = check_names(state->code); mistake.error != CUDA_SUCCESS) {
    state->options.fill_logs("", "fencepost: error: " + mistake.reason + "\n");
    return wrong(FENCEPOST_MODULE_CALL, mistake.error, "it was given " + mistake.reason);
  }
  *code = state->code.data();
  if (bytes != nullptr) *bytes = state->code.size();
  state->options.fill_logs("", "");
  return CUDA_SUCCESS;
}

CUresult cuLinkDestroy(CUlinkState state) {
  return States::remove(state) ? CUDA_SUCCESS : no_state(state, FENCEPOST_MODULE_CALL);
}

}  // extern "C"
