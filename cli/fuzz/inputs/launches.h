// How a source launches its kernel itself.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace fencepost::cli {

/// The block that all launches of the kernel in `source` have, `k<<<grid, 64>>>`, if they all have the same and it is
/// known from the text: numbers, #define, constants and dim3 variables that are set once. nullopt if there is no
/// launch, or one is not so. `kernel` is its name without namespaces and arguments.
std::optional<std::array<std::int64_t, 3>> launched_block(const std::string& source, const std::string& kernel);

}  // namespace fencepost::cli
