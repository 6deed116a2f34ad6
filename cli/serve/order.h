// What a client asks to be run.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace fencepost::cli {

enum class RunKind : std::uint8_t { kCheck, kPermissions, kReplay };

struct RunOrder {
  RunKind kind = RunKind::kCheck;
  std::string source;                  ///< CUDA C++, a whole program.
  std::vector<std::string> arguments;  ///< Of the program.
  std::string array;                   ///< kPermissions: this one; empty: all.
};

/// What is wrong with what a client has sent.
struct OrderError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Reads {"what": "check" | "permissions" | "replay", "source", "arguments": "64 'a b'", "array"}. Throws OrderError.
RunOrder read_order(const std::string& text);

}  // namespace fencepost::cli
