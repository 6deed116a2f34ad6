// The modules of the process: code objects that are loaded, and what they have.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/include/cuda.h"
#include "sim/interface/kernel_table.h"
#include "sim/module/code_file.h"

/// A module, and a library, which differ by name alone: there is one device.
struct CUmod_st;

namespace fencepost::sim {

/// A call of the API on behalf of which something is done here.
struct ModuleCall {
  const char* name;
  const void* pc;
};

/// Tells a finding, and returns `error`.
CUresult wrong(const ModuleCall&, CUresult error, const std::string& what);

/// CUDA_SUCCESS if the calling thread has a context, and no kernel has failed.
CUresult check_context();

/// Loads what is in the file; of code that is no code object, or does not link, a finding says why. `log` gets the
/// reason, too. Thread safety of all of these: full.
CUresult load_module(CUmodule* module, CodeFile file, const ModuleCall&, std::string* log = nullptr);
CUresult unload_module(CUmodule module, const ModuleCall&);
/// Of a module that load_module() made of one code object: its kernels and variables. Valid for the life of the
/// process.
const KernelTable& table_of(CUmodule module);

CUresult find_function(CUfunction* function, CUmodule module, const char* name, const ModuleCall&);
CUresult find_variable(CUdeviceptr* address, std::size_t* bytes, CUmodule module, const char* name, const ModuleCall&);

/// A kernel of a loaded module, or one of the program's own; nullopt, with a finding if it is one of a module that was
/// unloaded.
struct KnownFunction {
  const char* name;
  CUmodule module;  ///< Null: the program.
};
std::optional<KnownFunction> known_function(CUfunction function, const ModuleCall&);
std::vector<CUfunction> functions_of(CUmodule module);
bool is_loaded(CUmodule module);

}  // namespace fencepost::sim

/// In the definition of an API function.
#define FENCEPOST_MODULE_CALL (::fencepost::sim::ModuleCall{__func__, FENCEPOST_USER_PC})
