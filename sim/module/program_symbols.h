// What loaded code may refer to: the runtime's functions and variables, and those of the C and C++ libraries.
#pragma once

#include <cstdint>
#include <optional>

namespace fencepost::sim {

struct ProgramSymbol {
  std::uint64_t address = 0;  ///< Of a thread-local variable: its distance from the thread pointer.
  bool is_thread_local = false;
};

/// By its name in object files. The list of the runtime's is made when Fencepost is built (cmake/module_symbols.cmake),
/// and makes a program that loads code link all of them. Thread safety: full.
std::optional<ProgramSymbol> find_program_symbol(const char* name);

}  // namespace fencepost::sim
