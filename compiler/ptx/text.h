// The text of asm statements, taken apart.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace fencepost::compiler {

/// Without white space at its ends.
std::string_view trimmed(std::string_view text);

std::string without_comments(std::string_view text);

/// A part of an identifier of C++ for a name of PTX.
std::string cpp_name(std::string_view name);

/// A number of PTX (`0x1f`, `0f3F800000`) as an expression of C++; none: it is no number.
std::optional<std::string> cpp_literal(std::string_view text);

/// Cut at commas outside of brackets.
std::vector<std::string_view> split_operands(std::string_view text);

/// Cut at dots.
std::vector<std::string_view> words_of(std::string_view mnemonic);

/// Whether two mnemonics have the same first word, and behind it the same words.
bool is_same_in_other_order(std::string_view one, std::string_view other);

/// How much of `text`, which is trimmed, is its first word.
std::size_t word_length(std::string_view text);

/// Whether it begins with a label, `done:`.
bool is_label(std::string_view text);

/// The braces of blocks that `text`, which is trimmed, opens and does not close, by how much of the text begins there.
std::set<std::size_t> left_open_braces(std::string_view text);

}  // namespace fencepost::compiler
