// CUDA keywords that the preprocessor kept.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "cli/nvcc_declarations.h"
#include "cli/nvcc_edits.h"

namespace fencepost::cli {

/// `extern __shared__ T x[]` becomes `extern __thread T x[]` (see kDynamicShared in nvcc_symbols.h), or, where T
/// depends on one of the `templates` around it, a pointer to that buffer: C++ has one type for an extern variable, CUDA
/// one per instantiation. Any other __shared__ becomes `static thread_local`. __device__ and __host__ vanish; a bare
/// __noinline__ becomes the attribute. In the user's files `__builtin_memset(…)`, memcpy and memmove become calls of
/// the library functions, which tell of their accesses. Returns the names of the variables, but for those
/// that became pointers.
std::set<std::string> rewrite_keywords(const TokenStream& tokens, const std::vector<TemplateBody>& templates,
                                       Edits& edits);

}  // namespace fencepost::cli
