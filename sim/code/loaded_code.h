// Device code that was loaded while the program runs (cuModuleLoad). It lies in a part of the program's own image that
// is kept free for it, its `__shared__` variables in a part of the program's thread-local variables: so what is true of
// the addresses of a program's own kernels and variables is true of theirs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "sim/interface/events.h"
#include "sim/interface/kernel_table.h"

namespace fencepost::sim {

/// The `__shared__` variables that only one kernel can name. Those of all loaded kernels lie in one place, as an OS
/// thread runs one block at a time; in the file, and for debuggers, each kernel's have offsets of their own, in no
/// block.
struct KernelVariables {
  std::string prefix;     ///< Of their mangled names: prefix_of_variables().
  std::size_t begin = 0;  ///< Where they lie: offset into the program's TLS block.
  std::size_t bytes = 0;
  std::size_t in_file = 0;  ///< The offset that the file has for `begin`.
};

/// One code object in its place.
struct LoadedCode {
  /// An ELF file of type ET_EXEC whose sections and symbols have the addresses at which they lie; those of thread-local
  /// symbols are offsets into the program's TLS block, or as KernelVariables says. Valid for the life of the process.
  std::span<const std::byte> file;
  std::uintptr_t begin, end;                            ///< Of code and data.
  std::span<const MemoryRange> objects;                 ///< Its variables and constants. Valid as `file` is.
  const KernelTable* table = nullptr;                   ///< Its kernels. Valid as `file` is.
  std::span<const KernelVariables> kernel_variables{};  ///< Valid as `file` is.
};

/// The part of the image that code is loaded to; empty as long as none was. Thread safety: set once, while no kernel
/// runs.
struct CodeSpace {
  std::uintptr_t begin = 0, end = 0;
};
extern CodeSpace code_space;

inline bool in_loaded_code(std::uintptr_t address) {
  return address - code_space.begin < code_space.end - code_space.begin;
}

}  // namespace fencepost::sim
