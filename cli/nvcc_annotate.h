// What is added to a preprocessed CUDA source before clang compiles it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/nvcc_annotate_contracts.h"

namespace fencepost::cli {

struct AnnotateOptions {
  std::string system_directory;  ///< Files under it are system headers: neither warned about nor checked. May be empty.
  bool record_locals = false;    ///< See cli/nvcc_annotate_scopes.h.
  bool contracts = false;        ///< See cli/nvcc_annotate_contracts.h. The text has its comments.
};

struct Annotated {
  std::string text;
  std::vector<AnnotationWarning> warnings;
};

/// `preprocessed` has its line markers, and CUDA's keywords as they are spelled. Every character of it stays on its
/// line.
Annotated annotate(std::string_view preprocessed, const AnnotateOptions& options);

}  // namespace fencepost::cli
