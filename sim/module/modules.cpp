#include "sim/module/modules.h"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <utility>

#include "sim/code/loaded_code.h"
#include "sim/interface/host_mutex.h"
#include "sim/interface/observer.h"
#include "sim/interface/program_variables.h"
#include "sim/module/loader.h"
#include "sim/runtime/error_state.h"
#include "sim/runtime/launch.h"
#include "sim/runtime/registration.h"

/// What a handle of a kernel stands for. Never freed, so that a later use is known.
struct FencepostFunction {
  const fencepost::KernelEntry* kernel;
  CUmodule module;
};

struct CUmod_st {
  fencepost::sim::LinkedCode* linked;
  std::vector<FencepostFunction*> functions;
  bool is_loaded = true;
};

namespace fencepost::sim {
namespace {

HostMutex modules_mutex;

std::vector<CUmodule>& modules() {
  static auto& all = *new std::vector<CUmodule>;  // Also those that were unloaded.
  return all;
}
std::vector<LinkedCode*>& linked_codes() {
  static auto& all = *new std::vector<LinkedCode*>;
  return all;
}
std::map<CUfunction, FencepostFunction*>& functions() {
  static auto& all = *new std::map<CUfunction, FencepostFunction*>;
  return all;
}

CUfunction handle_of(FencepostFunction* function) { return reinterpret_cast<CUfunction>(function); }

LoadedCode loaded_code(const CodeImage& image) {
  return {image.file, image.begin, image.end, image.objects, image.table, image.kernel_variables};
}

/// The same code that was loaded before, if it is not loaded now: it keeps its place.
LinkedCode* free_code(const std::vector<std::byte>& code) {
  for (LinkedCode* const linked : linked_codes()) {
    const bool is_used =
        std::ranges::any_of(modules(), [&](CUmodule m) { return m->linked == linked && m->is_loaded; });
    if (!is_used && linked->code == code) return linked;
  }
  return nullptr;
}

/// A loaded module, or the error of one that is not.
CUresult check(CUmodule module, const ModuleCall& call) {
  if (module != nullptr && std::ranges::find(modules(), module) != modules().end()) {
    if (module->is_loaded) return CUDA_SUCCESS;
    return wrong(call, CUDA_ERROR_INVALID_HANDLE, "its module was unloaded");
  }
  return wrong(call, CUDA_ERROR_INVALID_HANDLE, module == nullptr ? "its module is null" : "its module is none");
}

std::string list_of(const std::vector<std::string_view>& names) {
  constexpr std::size_t kMost = 8;
  std::string list;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i == kMost) return list + ", …";
    list += (i == 0 ? "" : ", ") + std::string(names[i]);
  }
  return list;
}

std::span<const DeviceVariable> variables_of(const CodeImage& image) {
  return {image.table->variables, image.table->variable_count};
}

}  // namespace

CUresult wrong(const ModuleCall& call, CUresult error, const std::string& what) {
  const char* name = nullptr;
  cuGetErrorName(error, &name);
  observers().calls->on_invalid_arguments(call.name, what + " (" + (name != nullptr ? name : "an error") + ")",
                                          call.pc);
  return error;
}

CUresult check_context() {
  if (sticky_error() != cudaSuccess) return static_cast<CUresult>(sticky_error());
  CUcontext context = nullptr;
  if (const CUresult error = cuCtxGetCurrent(&context); error != CUDA_SUCCESS) return error;
  return context != nullptr ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult load_module(CUmodule* module, CodeFile file, const ModuleCall& call, std::string* log) {
  const auto refuse = [&](CUresult error, const std::string& reason) {
    if (log != nullptr) *log = "fencepost: error: " + reason + "\n";
    if (error != CUDA_ERROR_FILE_NOT_FOUND) return wrong(call, error, "it was given " + reason);
    observers().calls->on_missing_file(call.name, "it was given " + reason, call.pc);
    return error;
  };
  if (file.error != CUDA_SUCCESS) return refuse(file.error, file.reason);
  const std::scoped_lock lock(modules_mutex);
  LinkedCode* linked = nullptr;
  between_launches([&] {
    linked = free_code(file.bytes);
    const bool is_new = linked == nullptr;
    if (is_new) {
      linked = new LinkedCode(link_code(std::move(file.bytes)));
      if (linked->error != CUDA_SUCCESS) return;
      linked_codes().push_back(linked);
    }
    for (const CodeImage& image : linked->images) {
      if (!is_new) reset_variables(image);
      for (const DeviceVariable& variable : is_new ? variables_of(image) : std::span<const DeviceVariable>()) {
        add_device_variable(variable.address, variable.bytes, variable.is_constant != 0);
      }
      observers().memory->on_load(loaded_code(image));
    }
    std::vector<const KernelTable*> tables;
    for (const CodeImage& image : linked->images) tables.push_back(image.table);
    if (tables.size() > 1) link_tables(tables);
  });
  if (linked->error != CUDA_SUCCESS) {
    const std::unique_ptr<LinkedCode> failed(linked);
    return refuse(failed->error, failed->reason);
  }
  auto* const made = new CUmod_st{linked, {}, true};
  for (const CodeImage& image : linked->images) {
    for (std::uint64_t i = 0; i < image.table->kernel_count; ++i) {
      auto* const function = new FencepostFunction{&image.table->kernels[i], made};
      made->functions.push_back(function);
      functions()[handle_of(function)] = function;
      add_kernel(function, function->kernel);
    }
  }
  modules().push_back(made);
  *module = made;
  return CUDA_SUCCESS;
}

const KernelTable& table_of(CUmodule module) { return *module->linked->images.front().table; }

CUresult unload_module(CUmodule module, const ModuleCall& call) {
  const std::scoped_lock lock(modules_mutex);
  if (const CUresult error = check(module, call); error != CUDA_SUCCESS) return error;
  for (FencepostFunction* const function : module->functions) remove_kernel(function);
  module->is_loaded = false;
  between_launches([&] {
    for (const CodeImage& image : module->linked->images) observers().memory->on_unload(loaded_code(image));
  });
  return CUDA_SUCCESS;
}

CUresult find_function(CUfunction* function, CUmodule module, const char* name, const ModuleCall& call) {
  if (function == nullptr || name == nullptr) return wrong(call, CUDA_ERROR_INVALID_VALUE, "a null pointer");
  const std::scoped_lock lock(modules_mutex);
  if (const CUresult error = check(module, call); error != CUDA_SUCCESS) return error;
  for (FencepostFunction* const one : module->functions) {
    if (std::string_view(one->kernel->symbol) != name) continue;
    *function = handle_of(one);
    return CUDA_SUCCESS;
  }
  std::vector<std::string_view> known;
  for (const FencepostFunction* const one : module->functions) known.emplace_back(one->kernel->symbol);
  observers().calls->on_unknown_name(call.name, "kernel", name, list_of(known), call.pc);
  return CUDA_ERROR_NOT_FOUND;
}

CUresult find_variable(CUdeviceptr* address, std::size_t* bytes, CUmodule module, const char* name,
                       const ModuleCall& call) {
  if (name == nullptr || (address == nullptr && bytes == nullptr)) {
    return wrong(call, CUDA_ERROR_INVALID_VALUE, "a null pointer");
  }
  const std::scoped_lock lock(modules_mutex);
  if (const CUresult error = check(module, call); error != CUDA_SUCCESS) return error;
  // nvcc gives static variables of the file their plain names.
  const std::string of_file = "_ZL" + std::to_string(std::string_view(name).size()) + name;
  std::vector<std::string_view> known;
  for (const CodeImage& image : module->linked->images) {
    for (const DeviceVariable& variable : variables_of(image)) {
      known.emplace_back(variable.symbol);
      if (known.back() != name && known.back() != of_file) continue;
      if (address != nullptr) *address = reinterpret_cast<CUdeviceptr>(variable.address);
      if (bytes != nullptr) *bytes = variable.bytes;
      return CUDA_SUCCESS;
    }
  }
  observers().calls->on_unknown_name(call.name, "variable", name, list_of(known), call.pc);
  return CUDA_ERROR_NOT_FOUND;
}

std::optional<KnownFunction> known_function(CUfunction function, const ModuleCall& call) {
  const std::scoped_lock lock(modules_mutex);
  if (const auto found = functions().find(function); found != functions().end()) {
    FencepostFunction& one = *found->second;
    if (one.module->is_loaded) return KnownFunction{one.kernel->symbol, one.module};
    wrong(call, CUDA_ERROR_INVALID_HANDLE, "its kernel's module was unloaded");
    return std::nullopt;
  }
  if (const KernelEntry* const own = registered_kernel(function)) return KnownFunction{own->symbol, nullptr};
  wrong(call, CUDA_ERROR_INVALID_HANDLE, function == nullptr ? "its kernel is null" : "its kernel is none");
  return std::nullopt;
}

std::vector<CUfunction> functions_of(CUmodule module) {
  const std::scoped_lock lock(modules_mutex);
  std::vector<CUfunction> all;
  for (FencepostFunction* const function : module->functions) all.push_back(handle_of(function));
  return all;
}

bool is_loaded(CUmodule module) {
  const std::scoped_lock lock(modules_mutex);
  return std::ranges::find(modules(), module) != modules().end() && module->is_loaded;
}

}  // namespace fencepost::sim
