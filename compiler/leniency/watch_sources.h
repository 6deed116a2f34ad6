// What is done to a source on its way from clang's preprocessor to its parser.
#pragma once

#include <clang/Frontend/CompilerInstance.h>

#include <string>
#include <vector>

namespace fencepost::compiler {

/// From now on, what nvcc takes and clang refuses is mended token by token:
/// - functions in `library_folders` (Translation's) are __host__ __device__, as the C++ library, the C library and our
///   own headers do not say so; virtual ones are the host's, as are a user's that override them;
/// - `__shared__ alignas(16) int a[4];`: C++ wants alignas first or last; behind a specifier it becomes `_Alignas`,
///   which clang takes there, too;
/// - `asm("mov.u64 %0, %globaltimer;" : …)`: a % that no operand's number or name follows is doubled;
/// - nvcc's pragmas, `#pragma nv_diag_suppress`, mean nothing, and nobody is warned of them.
///
/// And of our own headers (`own_headers` is their folder) no warning is told. Both must outlive the compiler.
void watch_sources(clang::CompilerInstance& compiler, const std::vector<std::string>& library_folders,
                   const std::string& own_headers);

}  // namespace fencepost::compiler
