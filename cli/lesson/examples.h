// The files of examples/, which this program brings along; made from them at build time.
#pragma once

#include <span>
#include <string_view>

namespace fencepost::cli {

/// A file of examples/.
struct Example {
  std::string_view path;  ///< From examples/: "missing_barrier/bug.cu".
  std::string_view text;
};
/// All sources there that are one file, and the pages that tell of them (cmake/examples.cmake).
std::span<const Example> examples();

}  // namespace fencepost::cli
