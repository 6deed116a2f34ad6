// The parts of the HTML page that are the same for every pattern.
#pragma once

#include <string_view>

namespace fencepost::cli {

extern const std::string_view kPageStyle;  ///< CSS.
extern const std::string_view
    kPageScript;  ///< Reading cells in words, by pointer and arrow keys. The page works without.

}  // namespace fencepost::cli
