// Code objects as programs hand them over: files, or addresses in memory.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sim/include/cuda.h"

namespace fencepost::sim {

/// A code object's ELF file, or why there is none.
struct CodeFile {
  std::vector<std::byte> bytes;
  CUresult error = CUDA_SUCCESS;
  std::string reason;  ///< What was given instead: "PTX, which is a GPU's: …".
};

/// Of a second input of a linker: code objects are whole.
inline constexpr char kOneInput[] = "code objects cannot be linked with each other: compile their sources as one";

/// What cuModuleLoadData is given: an ELF file, or text that ends with a zero. Nothing says how long it is: of an ELF
/// file its headers do. Sections that lie beyond each other's end are refused.
CodeFile code_at(const void* image);
/// What a file holds.
CodeFile code_in_file(const char* path);
/// The same of `bytes` bytes at `image`.
CodeFile code_in(const void* image, std::size_t bytes);

}  // namespace fencepost::sim
