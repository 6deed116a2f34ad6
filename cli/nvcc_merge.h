// The two passes of the preprocessor, without and with __CUDA_ARCH__, become one text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/nvcc_rewrite.h"

namespace fencepost::cli {

struct MergeOptions {
  std::string system_directory = {};  ///< As in RewriteOptions.
  bool relaxed_constexpr = false;     ///< Unannotated constexpr functions are device code, too.
};

struct MergedPasses {
  std::string text;
  std::vector<RewriteError> errors;  ///< `text` is usable only if there are none.
};

/// The host's text, in which device code is that of the device's text; see docs/instrumentation.md, "Two passes". Every
/// token keeps its place in the source.
MergedPasses merge_passes(std::string_view host, std::string_view device, const MergeOptions& options);

}  // namespace fencepost::cli
