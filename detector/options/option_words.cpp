#include "detector/options/option_words.h"

#include <algorithm>
#include <cctype>

#include "detector/text/nearest_word.h"

namespace fencepost::detector {
namespace {

class Walk {
 public:
  Walk(std::span<const std::string> words, const WordRules& rules) : rest_(words), rules_(rules), room_(rules.room) {}

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

  [[nodiscard]] std::string unknown_option(const std::string& name) const {
    std::vector<std::string> names;
    for (const KnownOption& option : rules_.options) {
      if (option.for_people) names.push_back(option.name);
    }
    const std::string nearest = did_you_mean(name, names);
    return "unknown option " + name + (nearest.empty() ? see_help() : nearest);
  }

  std::string option_problem(const std::string& word) {
    const std::size_t sign = word.find('=');
    const std::string name = word.substr(0, sign);
    const auto option = std::ranges::find(rules_.options, name, &KnownOption::name);
    if (option == rules_.options.end()) return unknown_option(name);
    if (sign != std::string::npos) return option->take(word.substr(sign + 1));
    if (option->is_flag) return option->take("true");
    if (rest_.empty()) return name + " needs a value";
    const std::string& value = rest_.front();
    if (!can_be_value(value)) return name + " needs a value, and " + value + " is an option" + see_help();
    rest_ = rest_.subspan(1);
    return option->take(value);
  }

  std::span<const std::string> rest_;
  const WordRules& rules_;
  std::size_t room_;
  bool only_words_ = false;
};

}  // namespace

bool can_be_value(const std::string& word) {
  return word.size() < 2 || word.front() != '-' || std::isdigit(static_cast<unsigned char>(word[1])) != 0;
}

std::optional<std::string> first_mistake(std::span<const std::string> words, const WordRules& rules) {
  return Walk(words, rules).run();
}

}  // namespace fencepost::detector
