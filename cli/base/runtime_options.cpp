#include "cli/base/runtime_options.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "cli/options/option_parser.h"
#include "detector/text/shell_words.h"

namespace fencepost::cli {

std::string options_with_environment(const std::string& options) {
  const char* inherited = std::getenv("FENCEPOST_OPTIONS");
  return inherited != nullptr && *inherited != '\0' ? std::string(inherited) + " " + options : options;
}

std::string options_without(const std::string& text, std::initializer_list<std::string_view> with_value,
                            std::initializer_list<std::string_view> flags) {
  const std::vector<std::string> words = detector::split_words(text).value_or(std::vector<std::string>());
  std::string kept;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string name = words[i].substr(0, words[i].find('='));
    if (std::ranges::find(flags, name) != flags.end()) continue;
    if (std::ranges::find(with_value, name) == with_value.end()) {
      kept += (kept.empty() ? "" : " ") + detector::quoted_word(words[i]);
    } else if (name == words[i]) {
      ++i;  // its value
    }
  }
  return kept;
}

std::vector<std::string> add_runtime_options(CLI::App& command, detector::Options& options) {
  const std::size_t own = command.get_options().size();
  add_options(command, options);
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) names.push_back(option->get_name());
  names.erase(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(own));
  std::erase(names, "");  // Hidden ones.
  return names;
}

}  // namespace fencepost::cli
