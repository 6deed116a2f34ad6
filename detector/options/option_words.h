// Words of a command line, read from left to right, up to the first wrong one.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fencepost::detector {

/// An option that a command line may have.
struct KnownOption {
  std::string name;  ///< "--jobs".
  bool is_flag = false;
  bool for_people = true;  ///< May be proposed for one that is misspelt.
  /// What is wrong with this value; empty if the option has taken it. Of a flag: with what stands behind its "=".
  std::function<std::string(const std::string& value)> take;
};

/// How the words of a command line are to be read.
struct WordRules {
  std::vector<KnownOption> options;
  std::size_t room = 0;  ///< How many words there may be that are no options.
  std::string help;      ///< The command that tells more: "fencepost run --help".
  std::function<std::string(const std::string& word)> extra =
      {};  ///< What to do about a word too many, if not: see `help`.
  /// How many words from the first one of these on are not the command's own: options of a compiler, arguments after
  /// "--". Null: none ever.
  std::function<std::size_t(std::span<const std::string>)> foreign = {};
};

/// Whether the word behind an option that needs a value can be that value: another option is not, "-" and "-3" are.
bool can_be_value(const std::string& word);

/// Gives the options their values; a flag without one gets "true". One line on the first word that cannot be taken:
/// what is wrong, what to do; nullopt if there is none.
std::optional<std::string> first_mistake(std::span<const std::string> words, const WordRules& rules);

}  // namespace fencepost::detector
