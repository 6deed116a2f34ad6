#include "cli/sweep/grid.h"

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

#include "cli/sweep/values.h"
#include "detector/text/shell_words.h"

namespace fencepost::cli {
namespace {

constexpr std::size_t kMostConfigurations = 10'000'000;

bool is_name_character(char c) {
  return c == '_' || ('0' <= c && c <= '9') || ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z');
}

/// Where the name ends that begins at `begin`, if `}` follows it; else npos.
std::size_t end_of_name(const std::string& text, std::size_t begin) {
  std::size_t end = begin;
  while (end < text.size() && is_name_character(text[end])) ++end;
  return end > begin && end < text.size() && text[end] == '}' ? end : std::string::npos;
}

/// `text` with each {NAME} replaced by what `value_of` gives for NAME, and each {{NAME}} by {NAME}.
std::string replaced(const std::string& text, const std::function<std::string(const std::string&)>& value_of) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_doubled = text.compare(i, 2, "{{") == 0;
    const std::size_t begin = i + (is_doubled ? 2 : 1);
    const std::size_t end = text[i] == '{' ? end_of_name(text, begin) : std::string::npos;
    if (end == std::string::npos || (is_doubled && text.compare(end, 2, "}}") != 0)) {
      result += text[i];
      continue;
    }
    const std::string name = text.substr(begin, end - begin);
    result += is_doubled ? "{" + name + "}" : value_of(name);
    i = is_doubled ? end + 1 : end;
  }
  return result;
}

}  // namespace

SweepGrid::SweepGrid(std::vector<SweepAxis> axes, std::vector<std::string> arguments, std::uint64_t first_seed,
                     std::uint32_t seeds)
    : axes_(std::move(axes)), arguments_(std::move(arguments)), first_seed_(first_seed), seeds_(seeds) {
  if (!arguments_.empty()) return;
  for (const SweepAxis& axis : axes_) {
    if (!axis.in_environment) arguments_.push_back("{" + axis.name + "}");
  }
}

std::string SweepGrid::check() const {
  if (axes_.empty() && seeds_ == 0) return "nothing varies; give --arg NAME=VALUES, --blocks VALUES or --seeds K";
  std::set<std::string> names, used;
  for (const SweepAxis& axis : axes_) {
    if (axis.name.empty() || !std::ranges::all_of(axis.name, is_name_character)) {
      return "'" + axis.name + "' is no name; use letters, digits and _";
    }
    if (!names.insert(axis.name).second) return axis.name + " is given twice; give all its values at once";
  }
  for (const std::string& argument : arguments_) {
    replaced(argument, [&](const std::string& name) {
      used.insert(name);
      return std::string();
    });
  }
  for (const std::string& name : used) {
    const auto axis = std::ranges::find(axes_, name, &SweepAxis::name);
    if (axis == axes_.end() || axis->in_environment) {
      return "no values are given for {" + name + "}; add --arg " + name + "=1..10, or write {{" + name +
             "}} for the braces themselves";
    }
  }
  for (const SweepAxis& axis : axes_) {
    if (!axis.in_environment && !used.contains(axis.name)) {
      return "the values of " + axis.name + " go nowhere; write {" + axis.name + "} among the arguments after --";
    }
  }
  std::size_t product = runs_of_cell();
  for (const SweepAxis& axis : axes_) {
    product *= axis.values.size();
    if (product > kMostConfigurations) return "there are more than 10 million configurations";
  }
  return {};
}

std::size_t SweepGrid::cells() const {
  std::size_t product = 1;
  for (const SweepAxis& axis : axes_) product *= axis.values.size();
  return product;
}

std::optional<std::uint64_t> SweepGrid::seed(std::size_t configuration) const {
  if (seeds_ == 0) return std::nullopt;
  return first_seed_ + configuration % seeds_;
}

std::vector<std::size_t> SweepGrid::positions(std::size_t cell) const {
  std::vector<std::size_t> at(axes_.size());
  for (std::size_t i = axes_.size(); i-- > 0;) {
    at[i] = cell % axes_[i].values.size();
    cell /= axes_[i].values.size();
  }
  return at;
}

std::vector<std::string> SweepGrid::arguments(std::size_t configuration) const {
  const std::vector<std::size_t> at = positions(configuration / runs_of_cell());
  std::vector<std::string> words;
  for (const std::string& argument : arguments_) {
    words.push_back(replaced(argument, [&](const std::string& name) {
      const auto axis = std::ranges::find(axes_, name, &SweepAxis::name);
      return axis->values[at[static_cast<std::size_t>(axis - axes_.begin())]];
    }));
  }
  return words;
}

std::map<std::string, std::string> SweepGrid::environment(std::size_t configuration) const {
  const std::vector<std::size_t> at = positions(configuration / runs_of_cell());
  std::map<std::string, std::string> variables;
  for (std::size_t i = 0; i < axes_.size(); ++i) {
    if (axes_[i].in_environment) variables[axes_[i].name] = axes_[i].values[at[i]];
  }
  return variables;
}

std::string SweepGrid::label(std::size_t configuration) const {
  const std::vector<std::size_t> at = positions(configuration / runs_of_cell());
  std::string text;
  for (std::size_t i = 0; i < axes_.size(); ++i) {
    text += (text.empty() ? "" : " ") + axes_[i].name + "=" + detector::quoted_word(axes_[i].values[at[i]]);
  }
  if (const auto value = seed(configuration)) text += (text.empty() ? "seed=" : " seed=") + std::to_string(*value);
  return text;
}

std::string SweepGrid::description() const {
  std::string text;
  for (const SweepAxis& axis : axes_) {
    text += (axis.in_environment ? "--env " : "--arg ") + axis.name + "=" + joined_values(axis.values) + " ";
  }
  if (seeds_ != 0) text += "--seed " + std::to_string(first_seed_) + " --seeds " + std::to_string(seeds_) + " ";
  text += "--";
  for (const std::string& argument : arguments_) text += " " + detector::quoted_word(argument);
  return text;
}

}  // namespace fencepost::cli
