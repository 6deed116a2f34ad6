// The first wrong word of a command line, found by walking it from left to right.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace fencepost::detector {

/// How the words of a command line are to be read.
struct WordRules {
  std::string help;  ///< The command that tells more: "fencepost run --help".
  std::function<std::string(const std::string& word)> extra =
      {};  ///< What to do about a word too many, if not: see `help`.
  /// How many words from the first one of these on are not the command's own: options of a compiler, arguments after
  /// "--". Null: none ever.
  std::function<std::size_t(std::span<const std::string>)> foreign = {};
};

/// Whether the word behind an option that needs a value can be that value: another option is not, "-" and "-3" are.
bool can_be_value(const std::string& word);

/// The names of the options of `app` that people may know of.
std::vector<std::string> option_names(const CLI::App& app);

/// One line on the first word that `app` cannot take: what is wrong, what to do; nullopt if each word for itself is
/// right. To be asked when app.parse() has thrown: it sets values, which are of no use afterwards.
std::optional<std::string> first_mistake(CLI::App& app, const std::vector<std::string>& words, const WordRules& rules);

}  // namespace fencepost::detector
