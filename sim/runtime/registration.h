// Kernels that a program's objects registered, by the address with which the host names them.
#pragma once

#include <vector>

#include "sim/interface/kernel_table.h"

namespace fencepost::sim {

/// The kernel whose host stub is `function`; null if no object registered it. Valid for the life of the process.
/// Thread-safe.
const KernelEntry* registered_kernel(const void* function);

/// The mangled name of a kernel that is there as a GPU's machine code alone, in a library that NVIDIA's compiler made;
/// null if `function` is not the stub of such. Thread-safe.
const char* gpu_kernel(const void* function);

/// Its host stub; null: the host has none, only kernels launch it. Thread-safe.
const void* function_of(const KernelEntry&);
/// The kernel of this mangled name, in `table` if that has it, else in one that is linked with it, else in any that an
/// object registered. Thread-safe.
const KernelEntry* kernel_named(const KernelTable& table, const char* symbol);

/// Those of all objects, and of loaded code. Thread-safe.
std::vector<const KernelEntry*> all_kernels();

/// Of loaded code: kernel_named() finds its kernels, too, until they are removed. Thread-safe.
void add_table(const KernelTable*);
void remove_table(const KernelTable*);

/// Of code objects that are linked with each other. Thread-safe.
void link_tables(const std::vector<const KernelTable*>& tables);

/// Names a kernel of loaded code, or forgets it: `function` is unknown then. Thread-safe.
void add_kernel(const void* function, const KernelEntry* kernel);
void remove_kernel(const void* function);
/// It was forgotten.
bool was_removed(const void* function);

}  // namespace fencepost::sim
