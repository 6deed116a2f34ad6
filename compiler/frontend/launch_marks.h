// Launches whose marks are written apart: `k << < 1, 32 >> > (a)`.
#pragma once

#include <clang/Frontend/CompilerInstance.h>

#include <string>
#include <string_view>

namespace fencepost::compiler {

/// The text with `<<<` for `<< <` and, behind it, `>>>` for `>> >`, which nvcc takes as the same; as long as before, so
/// that all other tokens stay where they are. Empty if there is nothing to change.
std::string with_whole_launch_marks(std::string_view text);

/// Does so in the main file, and in each file that is included. Before the source is begun.
void mend_launch_marks(clang::CompilerInstance& compiler);

}  // namespace fencepost::compiler
