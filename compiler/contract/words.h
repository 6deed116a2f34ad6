// The words that clauses, declarations and statements of VerCors begin with.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace fencepost::compiler::contract {

/// Whether an item of an annotation may begin with `word`. All of these are reserved in VerCors, so that they never
/// stand in expressions.
bool begins_item(std::string_view word);

template <std::size_t kSize>
bool contains(const std::array<std::string_view, kSize>& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

}  // namespace fencepost::compiler::contract
