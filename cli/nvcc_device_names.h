// The names of device variables, which belong to one file unless device code is relocatable.
#pragma once

#include <set>
#include <string>

#include "cli/nvcc_tokens.h"

namespace fencepost::cli {

/// Unqualified names of the __device__ and __constant__ variables of the user's files; not those that something else is
/// called by, too.
std::set<std::string> device_variable_names(const TokenStream& tokens);

}  // namespace fencepost::cli
