// The page of the playground; made from the files in cli/serve/page at build time.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace fencepost::cli {

extern const std::string_view kPlaygroundStyle, kPlaygroundScript, kPlaygroundBody;
/// What the page's Content-Security-Policy calls them: "sha256-…".
extern const std::string_view kPlaygroundStyleHash, kPlaygroundScriptHash;

/// A file of examples/.
struct Example {
  std::string_view path;  ///< From examples/: "missing_barrier/bug.cu".
  std::string_view text;
};
/// All sources there that are one file, and the pages that tell of them (cmake/examples.cmake).
std::span<const Example> examples();

/// The page: HTML that loads nothing, the examples in it.
std::string playground_page();

/// Its Content-Security-Policy.
std::string playground_policy();

}  // namespace fencepost::cli
