// Sizes of memory as options have them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace fencepost::cli {

/// Bytes of "512M" or "4G"; nullopt if it is no such size, or zero.
std::optional<std::uint64_t> bytes_of(const std::string& text);

/// As bytes_of() reads it.
std::string size_text(std::uint64_t bytes);

/// For an option's check(): what is wrong with it; empty if nothing is.
std::string size_error(const std::string& text);

}  // namespace fencepost::cli
