// FENCEPOST_OPTIONS of runs that are made on the user's behalf.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace fencepost::cli {

/// `text` without these options and their values, and without these flags. `text` is one that parses.
std::string options_without(const std::string& text, std::initializer_list<std::string_view> with_value,
                            std::initializer_list<std::string_view> flags);

}  // namespace fencepost::cli
