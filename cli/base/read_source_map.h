// What clang says stands where in a source, for commands that do not load it themselves.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "compiler/source/mapped_source.h"

namespace fencepost::cli {

/// Runs `fencepost-nvcc --source-map` on a CUDA source, silently. A source with errors gives what could be understood,
/// one that cannot be read a map of nothing. Throws std::runtime_error if there is no place for temporary files, or
/// the compiler crashed.
std::unique_ptr<compiler::MappedSource> read_source_map(const std::string& file,
                                                        const std::vector<std::string>& compiler_arguments);

}  // namespace fencepost::cli
