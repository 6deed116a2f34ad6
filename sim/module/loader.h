// From a code object to code in memory: what a linker and a loader do.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "sim/code/loaded_code.h"
#include "sim/include/cuda.h"
#include "sim/interface/kernel_table.h"

namespace fencepost::sim {

/// A code object in its place, for good.
struct CodeImage {
  std::vector<std::byte> file;  ///< With addresses: LoadedCode::file.
  std::vector<MemoryRange> objects;
  struct Part {
    std::uintptr_t address;
    std::size_t offset, bytes, zeros;  ///< In `file`; zeros come behind.
    bool is_variable;
  };
  std::vector<Part> parts;
  std::uintptr_t begin = 0, end = 0;
  const KernelTable* table = nullptr;
  std::vector<KernelVariables> kernel_variables;
  CUresult error = CUDA_SUCCESS;  ///< Then nothing else is valid, and the reason says why.
  std::string reason;
};

/// Code objects that refer to each other, in their places.
struct LinkedCode {
  std::vector<std::byte> code;  ///< As it came.
  std::vector<CodeImage> images;
  CUresult error = CUDA_SUCCESS;  ///< As CodeImage's.
  std::string reason;
};

/// Puts `code`, of which code_file.h has looked at the headers, into its place. Thread safety: none, and no kernel may
/// run.
LinkedCode link_code(std::vector<std::byte> code);

/// Whether all that the code refers to is in it, once, or in the program. Thread safety: full.
struct LinkMistake {
  CUresult error = CUDA_SUCCESS;
  std::string reason;
};
LinkMistake check_names(std::span<const std::byte> code);

/// Gives the image's variables their first values.
void reset_variables(const CodeImage&);

}  // namespace fencepost::sim
