// The page of the playground; made from the files in cli/serve/page at build time.
#pragma once

#include <string>
#include <string_view>

namespace fencepost::cli {

extern const std::string_view kPlaygroundStyle, kPlaygroundScript, kPlaygroundBody;
/// What the page's Content-Security-Policy calls them: "sha256-…".
extern const std::string_view kPlaygroundStyleHash, kPlaygroundScriptHash;

/// The page: HTML that loads nothing, the examples in it.
std::string playground_page();

/// Its Content-Security-Policy.
std::string playground_policy();

}  // namespace fencepost::cli
