// Code objects that are in the user's shared libraries: what their constructors and destructors call, in place of
// __cudaRegisterFatBinary and its kin (compiler/object/embed.h).
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>

#include "sim/interface/host_mutex.h"
#include "sim/interface/user_pc.h"
#include "sim/module/code_file.h"
#include "sim/module/modules.h"
#include "sim/runtime/registration.h"

using namespace fencepost;

namespace {

/// clang's __cuda_fatbin_wrapper.
struct FatBinary {
  int magic;
  int version;
  const void* code;
  void* unused;
};

sim::HostMutex library_mutex;

std::map<const KernelTable*, CUmodule>& libraries() {
  static auto& all = *new std::map<const KernelTable*, CUmodule>;
  return all;
}

}  // namespace

extern "C" {

/// What __cudaRegisterFunction and __cudaRegisterVar are handed: the table of the code.
void** fencepost_register_code(const void* binary) {
  CUmodule module = nullptr;
  std::string log;
  if (sim::load_module(&module, sim::code_at(static_cast<const FatBinary*>(binary)->code),
                       {"a library's constructor", FENCEPOST_USER_PC}, &log) != CUDA_SUCCESS) {
    std::fputs((log + "fencepost: error: the kernels of a shared library cannot be loaded; compile it again\n").c_str(),
               stderr);
    std::exit(3);
  }
  const KernelTable& table = sim::table_of(module);
  sim::add_table(&table);
  const std::scoped_lock lock(library_mutex);
  libraries()[&table] = module;
  return reinterpret_cast<void**>(const_cast<KernelTable*>(&table));
}

/// A library is unloaded: by dlclose(), or at the process's end.
void fencepost_unregister_code(void** handle) {
  const auto* const table = reinterpret_cast<const KernelTable*>(handle);
  const std::scoped_lock lock(library_mutex);
  const auto found = libraries().find(table);
  if (found == libraries().end()) return;
  sim::remove_table(table);
  sim::unload_module(found->second, {"a library's destructor", FENCEPOST_USER_PC});
  libraries().erase(found);
}

}  // extern "C"
