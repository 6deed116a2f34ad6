// C++'s attributes behind those of CUDA.
#pragma once

#include <clang/Basic/SourceLocation.h>
#include <clang/Lex/Preprocessor.h>

namespace fencepost::compiler {

/// In front of `place`, in its file or the macro that it stands in, is a word of CUDA's like `__device__`, or a macro
/// that ends with one, or with `__attribute__((…))`.
bool is_behind_attribute(clang::SourceLocation place, clang::Preprocessor& preprocessor);

}  // namespace fencepost::compiler
