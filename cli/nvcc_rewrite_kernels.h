// The prologue through which the host's call of a kernel becomes a launch.
#pragma once

#include <vector>

#include "cli/nvcc_declarations.h"
#include "cli/nvcc_edits.h"

namespace fencepost::cli {

/// Replaces every __global__ and gives each kernel definition among `functions` its prologue:
///
///   if (__builtin_expect(::fencepost_rt::on_host(), 0)) {
///     [=]() mutable {
///       ::fencepost_rt::bind(a, n);
///       ::fencepost_rt::launch("a,n", [=]() __attribute__((no_sanitize("thread"))) { k<T>(a, n); }, a, n);
///     }();
///     return;
///   }
///
/// The outer lambda is there so that `bind` takes the addresses of copies: a parameter whose address escapes would be
/// instrumented at each use. The inner one reads the host's copies, which is no access of the kernel's. `gnu`: mark
/// kernels `noipa`, which only g++ knows, so that no clone of one appears.
void rewrite_kernels(const TokenStream& tokens, const std::vector<FunctionDeclaration>& functions, bool gnu,
                     Edits& edits);

}  // namespace fencepost::cli
