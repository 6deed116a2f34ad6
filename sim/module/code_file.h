// Code objects as programs hand them over: files, or addresses in memory.
#pragma once

#include <cstddef>
#include <span>
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

/// The ELF files of a CodeFile's bytes: one, or those that were linked with each other.
std::vector<std::span<const std::byte>> objects_in(std::span<const std::byte> bytes);

/// Code objects, or what was linked before, as one.
std::vector<std::byte> joined(const std::vector<std::vector<std::byte>>& code);

/// What cuModuleLoadData is given: an ELF file, or text that ends with a zero. Nothing says how long it is: of an ELF
/// file its headers do. Sections that lie beyond each other's end are refused.
CodeFile code_at(const void* image);
/// What a file holds.
CodeFile code_in_file(const char* path);
/// The same of `bytes` bytes at `image`.
CodeFile code_in(const void* image, std::size_t bytes);

}  // namespace fencepost::sim
