// Values of the kernel's types, as C++ and as the user writes them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/kernel/arithmetic.h"
#include "compiler/survey/kernel_list.h"

namespace fencepost::cli {

/// `float`, `unsigned int`, `int64_t`, `half`: its kind and size.
struct BuiltinType {
  compiler::ListedType::Number number{};
  std::uint64_t bytes = 0;
};
std::optional<BuiltinType> builtin_type(std::string name);

/// Whether the user's word for a type means this one: `unsigned` and `uint32_t` are alike, names may leave namespaces
/// out.
bool means_type(const std::string& word, const compiler::ListedType& type);

/// A number of the type in C++: a literal, with its suffix. `text` is a number, `inf`, `nan`, `true`, an enumerator or
/// arithmetic. Throws ArgumentError that begins with `what`, also if the type cannot hold it.
std::string scalar_text(const compiler::ListedType& type, const std::string& text, const std::string& what,
                        const Lookup& lookup);

/// The same as a `double` in C++, for what is filled number by number.
std::string real_text(const std::string& text, const std::string& what, const Lookup& lookup);

/// A string in C++: a literal.
std::string quoted(const std::string& text);

/// Adds the numbers that a value of the type consists of, as what follows its name: `path` itself, `path.x`, `path[0]`;
/// up to 256 in all.
void add_scalars(const compiler::ListedType& type, const std::string& path, std::vector<std::string>& scalars);

}  // namespace fencepost::cli
