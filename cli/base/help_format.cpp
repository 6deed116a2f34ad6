#include "cli/base/help_format.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/options/option_parser.h"
#include "detector/options/program_options.h"
#include "detector/text/text_layout.h"

namespace fencepost::cli {
namespace {

constexpr std::size_t kColumns = 80;
constexpr std::size_t kTextColumn = 26;  ///< Where what an option does begins.

/// "  --jobs N                What it does", wrapped; below the name if that is too long.
std::string entry(const std::string& name, const std::string& text) {
  std::string line = "  " + name;
  if (text.empty()) return line + "\n";
  line += line.size() + 2 > kTextColumn ? "\n" + std::string(kTextColumn, ' ')
                                        : std::string(kTextColumn - line.size(), ' ');
  return line + detector::wrapped(text, kTextColumn, kColumns) + "\n";
}

/// Paragraphs of `text`, wrapped anew; lines that begin with a blank are examples, and stay as they are.
std::string paragraphs(std::string_view text) {
  std::string result, paragraph;
  const auto end_paragraph = [&] {
    if (!paragraph.empty()) result += detector::wrapped(paragraph, 0, kColumns) + "\n";
    paragraph.clear();
  };
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    if (line.empty() || line.front() == ' ') {
      end_paragraph();
      result += std::string(line) + "\n";
    } else {
      paragraph += (paragraph.empty() ? "" : " ") + std::string(line);
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  end_paragraph();
  return result;
}

class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_description(const CLI::App* app) const override {
    return detector::wrapped(app->get_description(), 0, kColumns) + "\n\n";
  }

  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
    return make_description(app) + make_usage(app, std::move(name)) + make_positionals(app) + make_options(app) +
           make_subcommands(app, mode) + "\n" + make_footer(app);
  }

  std::string make_footer(const CLI::App* app) const override { return paragraphs(app->get_footer()); }

  std::string make_option(const CLI::Option* option, bool is_positional) const override {
    std::string name = make_option_name(option, is_positional);
    // A flag that may have a value.
    if (const std::size_t brace = name.find('{'); brace != std::string::npos) {
      const std::string type = option->get_type_name();
      name.replace(brace, name.size(), "[=" + (type.empty() ? "WORD" : type) + "]");
      return entry(name, option->get_description());
    }
    return entry(name + make_option_opts(option), option->get_description());
  }

  std::string make_option_opts(const CLI::Option* option) const override {
    if (option->get_items_expected_max() == 0 || option->get_positional()) return {};
    return option->get_type_name().empty() ? "" : " " + option->get_type_name();
  }

  std::string make_subcommand(const CLI::App* command) const override {
    return entry(command->get_name(), command->get_description());
  }

 private:
  std::string make_options(const CLI::App* app) const {
    std::vector<std::string> groups = app->get_groups();
    // get_groups() has them in the order in which their first options were added.
    constexpr std::array<std::string_view, 3> kCommon = {detector::kReportOptions, detector::kCheckOptions,
                                                         detector::kRunOptions};
    std::ranges::stable_sort(groups, {}, [&](const std::string& group) {
      const auto* const common = std::ranges::find(kCommon, group);
      return common != kCommon.end() ? 2 + (common - kCommon.begin()) : group == detector::kOwnOptions ? 0 : 1;
    });
    std::string text;
    for (const std::string& group : groups) {
      const auto options = app->get_options(
          [&](const CLI::Option* option) { return option->get_group() == group && option->nonpositional(); });
      if (!group.empty() && !options.empty()) text += make_group(group, false, options);
    }
    return text;
  }
};

}  // namespace

std::shared_ptr<CLI::FormatterBase> help_formatter() { return std::make_shared<HelpFormatter>(); }

std::vector<CLI::App*> commands_of(CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

}  // namespace fencepost::cli
