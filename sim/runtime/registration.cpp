// What clang's constructors call before main(): the ABI between a CUDA program and its runtime.
#include "sim/runtime/registration.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include "sim/include/vector_types.h"
#include "sim/interface/host_mutex.h"
#include "sim/interface/program_variables.h"
#include "sim/interface/warp_size.h"
#include "sim/runtime/device.h"
#include "sim/runtime/devices/variables.h"

using fencepost::KernelEntry;
using fencepost::KernelTable;

namespace {

/// clang's __cuda_fatbin_wrapper.
struct FatBinary {
  int magic;
  int version;
  const KernelTable* table;
  void* unused;
};

/// What a library that NVIDIA's compiler made has in a table's place begins with this: a fatbin file.
constexpr std::uint32_t kGpuCode = 0xBA55ED50;

bool is_gpu_code(const void* table) {
  std::uint32_t magic = 0;
  std::memcpy(&magic, table, sizeof magic);
  return magic == kGpuCode;
}

/// Of all of that code.
constexpr KernelTable kNoTable = {};

fencepost::sim::HostMutex registration_mutex;

std::map<const void*, const KernelEntry*>& kernels() {
  static auto* const all = new std::map<const void*, const KernelEntry*>;
  return *all;
}

std::vector<const KernelTable*>& tables() {
  static auto* const all = new std::vector<const KernelTable*>;
  return *all;
}

/// Of a code object that is linked with others, all of their tables.
std::map<const KernelTable*, std::vector<const KernelTable*>>& linked_tables() {
  static auto* const all = new std::map<const KernelTable*, std::vector<const KernelTable*>>;
  return *all;
}

const KernelEntry* find_in(const KernelTable& table, std::string_view symbol) {
  for (std::uint64_t i = 0; i < table.kernel_count; ++i) {
    if (table.kernels[i].symbol == symbol) return &table.kernels[i];
  }
  return nullptr;
}

std::map<const void*, const char*>& gpu_kernels() {
  static auto* const all = new std::map<const void*, const char*>;
  return *all;
}

std::set<const void*>& removed_kernels() {
  static auto* const all = new std::set<const void*>;
  return *all;
}

}  // namespace

const KernelEntry* fencepost::sim::registered_kernel(const void* function) {
  const std::lock_guard lock(registration_mutex);
  const auto found = kernels().find(function);
  return found == kernels().end() ? nullptr : found->second;
}

const void* fencepost::sim::function_of(const KernelEntry& kernel) {
  const std::lock_guard lock(registration_mutex);
  const auto found = std::ranges::find(kernels(), &kernel, [](const auto& entry) { return entry.second; });
  return found == kernels().end() ? nullptr : found->first;
}

const KernelEntry* fencepost::sim::kernel_named(const KernelTable& table, const char* symbol) {
  if (const KernelEntry* const own = find_in(table, symbol)) return own;
  const std::lock_guard lock(registration_mutex);
  const auto find_among = [&](const std::vector<const KernelTable*>& others) -> const KernelEntry* {
    for (const KernelTable* const other : others) {
      if (const KernelEntry* const found = find_in(*other, symbol)) return found;
    }
    return nullptr;
  };
  if (const auto linked = linked_tables().find(&table); linked != linked_tables().end()) {
    if (const KernelEntry* const found = find_among(linked->second)) return found;
  }
  return find_among(tables());
}

std::vector<const KernelEntry*> fencepost::sim::all_kernels() {
  const std::lock_guard lock(registration_mutex);
  std::vector<const KernelEntry*> all;
  for (const KernelTable* const table : tables()) {
    for (const KernelEntry& kernel : std::span(table->kernels, table->kernel_count)) all.push_back(&kernel);
  }
  return all;
}

void fencepost::sim::link_tables(const std::vector<const KernelTable*>& tables) {
  const std::lock_guard lock(registration_mutex);
  for (const KernelTable* const table : tables) linked_tables()[table] = tables;
}

void fencepost::sim::add_table(const KernelTable* table) {
  const std::lock_guard lock(registration_mutex);
  tables().push_back(table);
}

void fencepost::sim::remove_table(const KernelTable* table) {
  const std::lock_guard lock(registration_mutex);
  std::erase_if(kernels(), [&](const auto& entry) {
    return entry.second >= table->kernels && entry.second < table->kernels + table->kernel_count;
  });
  std::erase(tables(), table);
}

void fencepost::sim::add_kernel(const void* function, const KernelEntry* kernel) {
  const std::lock_guard lock(registration_mutex);
  kernels()[function] = kernel;
}

void fencepost::sim::remove_kernel(const void* function) {
  const std::lock_guard lock(registration_mutex);
  kernels().erase(function);
  removed_kernels().insert(function);
}

bool fencepost::sim::was_removed(const void* function) {
  const std::lock_guard lock(registration_mutex);
  return removed_kernels().contains(function);
}

const char* fencepost::sim::gpu_kernel(const void* function) {
  const std::lock_guard lock(registration_mutex);
  const auto found = gpu_kernels().find(function);
  return found == gpu_kernels().end() ? nullptr : found->second;
}

extern "C" {

void** __cudaRegisterFatBinary(const void* binary) {
  const auto* const table = static_cast<const FatBinary*>(binary)->table;
  if (is_gpu_code(table)) return reinterpret_cast<void**>(const_cast<KernelTable*>(&kNoTable));
  if (table->version != fencepost::kKernelTableVersion) {
    std::fputs(
        "fencepost: error: an object of this program was compiled by another version of fencepost-nvcc; compile "
        "it again\n",
        stderr);
    std::exit(3);
  }
  if ((table->kernel_count != 0 || table->variable_count != 0) && !fencepost::sim::choose_warp_size(table->warp_size)) {
    std::fputs(
        "fencepost: error: objects of this program are compiled for warps of 32 threads and for wavefronts of 64; "
        "compile all of them with -mwavefrontsize64, or none\n",
        stderr);
    std::exit(3);
  }
  fencepost::sim::add_architecture(table->architecture);
  fencepost::sim::add_table(table);
  for (std::uint64_t i = 0; i < table->variable_count; ++i) {
    const fencepost::DeviceVariable& variable = table->variables[i];
    fencepost::sim::add_device_variable(variable.address, variable.bytes, variable.is_constant != 0);
    fencepost::sim::add_variable_of_devices(const_cast<void*>(variable.address), variable.bytes);
  }
  return reinterpret_cast<void**>(const_cast<KernelTable*>(table));
}
void __cudaRegisterFatBinaryEnd(void** /*table*/) {}
void __cudaUnregisterFatBinary(void** /*table*/) {}

void __cudaRegisterFunction(void** handle, const char* stub, char* /*symbol*/, const char* name, int /*thread_limit*/,
                            uint3* /*thread*/, uint3* /*block*/, dim3* /*block_dim*/, dim3* /*grid_dim*/,
                            int* /*size*/) {
  const auto* const table = reinterpret_cast<const KernelTable*>(handle);
  if (const KernelEntry* const kernel = find_in(*table, name)) fencepost::sim::add_kernel(stub, kernel);
  if (table != &kNoTable) return;
  const std::lock_guard lock(registration_mutex);
  gpu_kernels()[stub] = name;
}

/// nvcc's constructors ask for it where variables are managed; they have been registered.
char __cudaInitModule(void** /*table*/) { return 1; }

/// The table has them all, those that only kernels use, too; and mostly they are the host's variables of their names.
void __cudaRegisterVar(void** handle, char* variable, char* /*address*/, const char* name, int /*external*/,
                       std::size_t /*bytes*/, int /*constant*/, int /*global*/) {
  const auto& table = *reinterpret_cast<const KernelTable*>(handle);
  const std::span variables(table.variables, table.variable_count);
  const auto found = std::ranges::find(variables, std::string_view(name), &fencepost::DeviceVariable::symbol);
  if (found != variables.end() && found->address != variable) fencepost::sim::add_shadow(variable, found->address);
}

}  // extern "C"
