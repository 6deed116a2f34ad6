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

/// Of arrays of arrays, `float (*rows)[4]`: what the innermost ones are made of. Others are what they are.
const compiler::ListedType& innermost_of(const compiler::ListedType& type);
/// `[4]`; empty: it is no array.
std::string dimensions_of(const compiler::ListedType& type);
/// How many of the innermost ones each has: 4, or 1.
std::uint64_t inner_count_of(const compiler::ListedType& type);
/// `[n][4]` is `[n]` of such arrays. Throws ArgumentError that begins with `what` if it is of others.
void drop_dimensions(std::vector<std::string>& sizes, const compiler::ListedType& type, const std::string& what);
/// As C++ declares a pointer to what the innermost ones are made of, or to arrays of `dimensions`: `float (*rows)[4]`.
std::string pointer_text(const std::string& type, const std::string& name, const std::string& dimensions);

/// A string in C++: a literal.
std::string quoted(const std::string& text);

/// Adds the numbers that a value of the type consists of, as what follows its name: `path` itself, `path.x`, `path[0]`;
/// up to 256 in all.
void add_scalars(const compiler::ListedType& type, const std::string& path, std::vector<std::string>& scalars);

}  // namespace fencepost::cli
