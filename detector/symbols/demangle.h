// C++ names as people write them.
#pragma once

#include <string>
#include <string_view>

namespace fencepost::detector {

/// "_Z4scanPKiPii" → "scan(int const*, int*, int)". The return type of templates, "[clone …]" and the parameter lists
/// of lambdas are left out, common library names shortened. A name that is not mangled is returned as it is, without
/// the suffix of a clone (".constprop.0"). Of names of more than 1,024 characters there is "ns::kernel<...>".
std::string function_name(const char* symbol);

/// The same without parameters: "scan", "ns::apply<int>".
std::string short_function_name(const char* symbol);

/// "_ZN2ns5tableE" → "ns::table", "_ZZ4scanPiE4tile" (a variable inside a function) → "tile", "tile.0" → "tile".
/// Empty for what is no variable of the user's (guards, vtables, type information).
std::string variable_name(const char* symbol);

}  // namespace fencepost::detector
