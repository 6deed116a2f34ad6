// What the numbers are that a kernel's pointers point to.
#pragma once

#include <string_view>
#include <vector>

#include "detector/symbols/symboliser.h"

namespace fencepost::detector {

/// Of a type as demanglers write it: "unsigned int const", "float"; kUnknown if it is not a number's.
NumberKind number_kind_of(std::string_view type);

/// Of each parameter that is a pointer, in their order, what it points to; `function`: its demangled name with
/// parameter types, "scan<float>(float const*, int*, int)".
std::vector<NumberKind> pointed_to(std::string_view function);

}  // namespace fencepost::detector
