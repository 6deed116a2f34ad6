// The commands that a compilation consists of, as argument vectors.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/driver/options.h"
#include "compiler/driver/toolchain.h"

namespace fencepost::compiler {

using Command = std::vector<std::string>;

/// Where a source's dependencies go if -MD or -MMD was given.
struct DependencyOutput {
  std::string file;
  std::string target;
};

/// What clang is told of a CUDA source: macros, include directories, warnings; no language, no output.
Command clang_arguments(const NvccOptions&, const Toolchain&);

/// … and what makes it write the dependencies; none if there is no file.
Command clang_dependency_arguments(const NvccOptions&, const DependencyOutput&);

/// The same for a source that is preprocessed but for CUDA's keywords.
Command preprocessed_arguments(const NvccOptions&);

/// C or C++ source → make rules of its dependencies.
Command dependencies_command(const NvccOptions&, const Toolchain&, const Input& source, const std::string& output);

/// C or C++ source → object (or preprocessed source), without instrumentation.
Command compile_host_command(const NvccOptions&, const Toolchain&, const Input& source, const std::string& output,
                             const DependencyOutput&);

/// What makes the linker find our libraries, those of one of the toolkit folders.
std::string library_option(const std::string& toolkit);

/// Objects and archives → program.
Command link_command(const NvccOptions&, const Toolchain&, const std::vector<std::string>& objects,
                     const std::string& output);

}  // namespace fencepost::compiler
