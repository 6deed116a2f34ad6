#include "detector/options/option_words.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <cctype>
#include <cstddef>

#include "detector/options/option_parser.h"
#include "detector/text/nearest_word.h"

namespace fencepost::detector {
namespace {

/// How many words the command takes that are no options.
std::size_t room_for_words(const CLI::App& app) {
  std::size_t room = 0;
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_positional()) room += static_cast<std::size_t>(option->get_items_expected_max());
  }
  return room;
}

/// What the option says about this value; empty if it takes it.
std::string value_error(CLI::Option& option, const std::string& value) {
  try {
    option.clear();
    option.add_result(value);
    option.run_callback();
  } catch (const CLI::ValidationError& error) {
    return option_error(error);
  } catch (const CLI::Error&) {  // Of a flag.
    return "'" + value + "' is no value of " + option.get_name() + "; leave it out";
  }
  return {};
}

class Walk {
 public:
  Walk(CLI::App& app, std::span<const std::string> words, const WordRules& rules)
      : app_(app), rest_(words), rules_(rules), room_(room_for_words(app)) {}

  std::optional<std::string> run() {
    while (!rest_.empty()) {
      if (const std::size_t foreign = rules_.foreign ? rules_.foreign(rest_) : 0; foreign != 0) {
        rest_ = rest_.subspan(foreign);
        continue;
      }
      const std::string& word = rest_.front();
      rest_ = rest_.subspan(1);
      if (word == "--") {
        only_words_ = true;
        continue;
      }
      const bool is_option = !only_words_ && word.size() > 1 && word.front() == '-';
      const std::string problem = is_option ? option_problem(word) : word_problem(word);
      if (!problem.empty()) return problem;
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] std::string see_help() const { return "; see '" + rules_.help + "'"; }

  std::string word_problem(const std::string& word) {
    if (room_ != 0) {
      --room_;
      return {};
    }
    return "unexpected argument " + word + (rules_.extra ? "; " + rules_.extra(word) : see_help());
  }

  std::string option_problem(const std::string& word) {
    const std::size_t sign = word.find('=');
    std::string name = word.substr(0, sign);
    CLI::Option* option = app_.get_option_no_throw(name);
    if (option == nullptr || option->get_positional()) {
      const std::string nearest = did_you_mean(name, option_names(app_));
      return "unknown option " + name + (nearest.empty() ? see_help() : nearest);
    }
    const bool is_flag = option->get_items_expected_max() == 0;
    if (sign != std::string::npos) return value_error(*option, word.substr(sign + 1));
    if (is_flag) return {};
    if (rest_.empty()) return name + " needs a value";
    const std::string& value = rest_.front();
    if (!can_be_value(value)) return name + " needs a value, and " + value + " is an option" + see_help();
    rest_ = rest_.subspan(1);
    return value_error(*option, value);
  }

  CLI::App& app_;
  std::span<const std::string> rest_;
  const WordRules& rules_;
  std::size_t room_;
  bool only_words_ = false;
};

}  // namespace

bool can_be_value(const std::string& word) {
  return word.size() < 2 || word.front() != '-' || std::isdigit(static_cast<unsigned char>(word[1])) != 0;
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty() || option->get_positional()) continue;
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::optional<std::string> first_mistake(CLI::App& app, const std::vector<std::string>& words, const WordRules& rules) {
  return Walk(app, words, rules).run();
}

}  // namespace fencepost::detector
