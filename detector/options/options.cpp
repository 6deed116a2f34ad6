#include "detector/model/options.h"

#include <string_view>
#include <utility>
#include <vector>

#include "detector/options/option_words.h"
#include "detector/options/program_options.h"
#include "detector/output/target.h"
#include "detector/text/shell_words.h"

namespace fencepost::detector {

std::optional<Options> parse_options(const std::string& text, std::string& error) {
  const auto words = split_words(text);
  if (!words) {
    error = "a quotation in '" + text + "' is not closed";
    return std::nullopt;
  }
  Options options;
  std::vector<ProgramOption> table = program_options(options);
  for (ProgramOption& option : print_options(options.format, options.width)) table.push_back(std::move(option));
  WordRules rules{.help = "fencepost run --help"};
  for (const ProgramOption& option : table) {
    rules.options.push_back({option.name, option.flag != nullptr || option.optional,
                             std::string_view(option.group) != kHiddenOptions,
                             [&option](const std::string& value) { return set_option(option, value); }});
  }
  if (const auto mistake = first_mistake(*words, rules)) {
    error = *mistake;
    return std::nullopt;
  }
  give_format_to_standard_output(options.reports, options.format);
  return options;
}

}  // namespace fencepost::detector
