// From preprocessed CUDA C++ to C++ that the host compiler accepts. See docs/instrumentation.md.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "cli/nvcc_rewrite_contracts.h"
#include "cli/nvcc_tokens.h"

namespace fencepost::cli {

/// Something in the user's code that cannot be run, to be shown as "file:line: error: …".
struct RewriteError {
  SourcePlace place;
  std::string message;
};

struct RewriteOptions {
  bool gnu = true;  ///< The compiler is g++, which knows `noipa`.
  std::string system_directory =
      {};                      ///< Files under it are system headers: neither warned about nor checked. May be empty.
  bool record_locals = false;  ///< See cli/nvcc_rewrite_scopes.h.
  bool contracts = false;      ///< Check annotations: see cli/nvcc_rewrite_contracts.h. The text has its comments.
};

struct Rewritten {
  std::string text;
  std::vector<RewriteError> errors;  ///< In source order. `text` is usable only if there are none.
  bool has_kernel = false;
  std::set<std::string> device_names;  ///< Of device variables: see cli/nvcc_device_names.h.
  std::set<std::string> shared_names;  ///< Unqualified names of the __shared__ variables.
  std::vector<AnnotationWarning> annotation_warnings;
};

/// What is added to a text that clang compiles as it is: contracts and locals, as `options` want them. `text` has its
/// line markers, and CUDA's keywords as they are spelled.
Rewritten annotate(std::string_view preprocessed, const RewriteOptions& options);

/// Rewrites launches, kernel definitions and shared variables. Every character of the result is on the line it was on
/// in the source; what is inserted brings no line of its own.
Rewritten rewrite(std::string_view preprocessed, const RewriteOptions& options);

}  // namespace fencepost::cli
