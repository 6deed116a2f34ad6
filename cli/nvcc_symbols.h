// Symbols of ELF objects and archives.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace fencepost::cli {

struct ObjectSymbols {
  std::set<std::string> undefined;      ///< All undefined names.
  std::set<std::string> undefined_tls;  ///< Those that are thread-local.
  std::set<std::string> defined_tls;    ///< Thread-local ones with external linkage.
  std::set<std::string> own_tls;        ///< All thread-local ones that are defined here.
  bool defines_main = false;

  void merge(const ObjectSymbols& other);
};

/// The symbols of a 64-bit ELF relocatable, or of all members of an `ar` archive. Anything else (a shared library, a
/// linker script, a damaged file) has none: the linker will say what is wrong with it.
ObjectSymbols read_symbols(std::string_view file);

/// Suffix of the symbols of static __shared__ variables. The runtime poisons these for each block, and only these:
/// other thread-local variables belong to the host.
inline constexpr std::string_view kSharedSuffix = ".shared";

/// True if the mangled `symbol` may be a variable, of a function or a namespace, with one of these unqualified `names`.
bool is_variable_named(std::string_view symbol, const std::set<std::string>& names);

/// Assembly that defines the dynamic shared memory of a program: one thread-local buffer, `fencepost_dynamic_shared`,
/// as large as the largest a CUDA device offers, and each of `names` (mangled `extern __shared__` arrays) an alias of
/// it.
std::string dynamic_shared_assembly(const std::set<std::string>& names);

/// The `extern __shared__` arrays among the symbols of all objects of a program.
std::set<std::string> dynamic_shared_names(const ObjectSymbols& program);

}  // namespace fencepost::cli
