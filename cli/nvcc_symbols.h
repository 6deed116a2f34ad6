// Symbols of ELF objects and archives.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace fencepost::cli {

struct ObjectSymbols {
  std::set<std::string> undefined;      ///< All undefined names.
  std::set<std::string> undefined_tls;  ///< Those that are thread-local.
  std::set<std::string> own_tls;        ///< All thread-local ones that are defined here.
  std::set<std::string> own;            ///< Variables that no other object may define, too.
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

/// What the function or variable with this mangled name is called, without its scope; empty for operators, templates
/// and what is the C++ library's.
std::string_view unqualified_name(std::string_view symbol);

/// The runtime's buffer that every `extern __shared__` array is. An object refers to it in place of the array, so that
/// any linker can link it, and keeps the array's mangled name in a symbol of its own, `fencepost_dynamic_shared.NAME`,
/// for reports.
inline constexpr std::string_view kDynamicShared = "fencepost_dynamic_shared";

/// The names of the `extern __shared__` arrays of an object: undefined thread-local symbols that may be one of `names`.
std::set<std::string> dynamic_shared_arrays(const ObjectSymbols& object, const std::set<std::string>& names);

/// Makes the symbols `from` of a relocatable object one with the symbol `to`, which must be among its names.
void merge_symbols(std::string& object, const std::set<std::string>& from, std::string_view to);

}  // namespace fencepost::cli
