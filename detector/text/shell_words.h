// Command lines as text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fencepost::detector {

/// Words of a command line divided as a POSIX shell does: blanks, '…', "…" and backslashes; no expansions. nullopt if a
/// quotation is not closed.
std::optional<std::vector<std::string>> split_words(std::string_view text);

/// `word` as split_words() reads it back.
std::string quoted_word(const std::string& word);

}  // namespace fencepost::detector
