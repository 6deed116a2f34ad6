// Which `__shared__` variables are a kernel's own.
#pragma once

#include <string>
#include <string_view>

namespace fencepost::sim {

/// What the mangled names of a kernel's own variables begin with (Itanium C++ ABI, 5.1.6, "Scope Encoding"): of
/// `_Z4scanPi` it is `_ZZ4scanPiE`. Those of its lambdas and local classes do not begin so, nor do those of the
/// functions that it calls. `kernel`: its symbol. Of no other kernel's is it a prefix: it ends where the name does.
inline std::string prefix_of_variables(std::string_view kernel) {
  if (kernel.starts_with("_Z")) return "_ZZ" + std::string(kernel.substr(2)) + "E";
  return "_ZZ" + std::to_string(kernel.size()) + std::string(kernel) + "E";  // extern "C"
}

}  // namespace fencepost::sim
