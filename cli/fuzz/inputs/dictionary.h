// Numbers that stand in a source: what random ones rarely hit.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fencepost::cli {

/// The number literals of C++ in `source`, ascending, each once, at most a thousand: whole ones of any base, characters
/// and decimal fractions; not those in comments, texts and #include lines. `-5` is told as -5, too.
std::vector<double> number_literals(std::string_view source);

/// Letters, digits and '_'.
bool in_word(char c);

/// The source with comments and texts as blanks, as long as it was: braces in them are none.
std::string without_comments(std::string text);

}  // namespace fencepost::cli
