#include "detector/coverage/coverage_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "detector/text/checked_json.h"
#include "detector/text/text_layout.h"

namespace fencepost::detector {
namespace {

using CoverageJson = nlohmann::ordered_json;

/// `17, 29-31`
std::string line_list(const std::vector<std::uint32_t>& lines) {
  constexpr std::size_t kMost = 12;
  std::string text;
  std::size_t parts = 0;
  for (std::size_t i = 0; i < lines.size();) {
    std::size_t last = i;
    while (last + 1 < lines.size() && lines[last + 1] == lines[last] + 1) ++last;
    if (++parts > kMost) return text + ", …";
    text += (text.empty() ? "" : ", ") + std::to_string(lines[i]);
    if (last != i) text += (last == i + 1 ? ", " : "-") + std::to_string(lines[last]);
    i = last + 1;
  }
  return text;
}

std::string coverage_line(const CoveredFunction& function) {
  std::vector<std::uint32_t> missed;
  for (const CoveredLine& line : function.lines) {
    if (!line.ran) missed.push_back(line.line);
  }
  std::vector<std::uint32_t> partial;
  for (const CoveredBranch& branch : function.branches) {
    if (branch.is_partial() && (partial.empty() || partial.back() != branch.line)) partial.push_back(branch.line);
  }
  const std::string count = count_of(function.lines.size(), "line", "lines");
  const std::string place = function.file + ":";
  std::string text;
  if (!function.ran) {
    text = std::string(function.kernel ? "no thread ran " : "nothing called ") + function.name + ", " + place +
           std::to_string(function.line) + ", " + count;
  } else if (missed.empty()) {
    text = (function.lines.size() == 1 ? "the one line" : "all " + count) + " of " + function.name + " ran";
  } else {
    text = with_commas(missed.size()) + " of " + count + " of " + function.name + " never ran: " + place +
           line_list(missed);
  }
  if (function.ran && !partial.empty()) {
    const bool one = partial.size() == 1;
    text += std::string("; ") + (one ? "a branch" : "branches") +
            " went only one way: " + (missed.empty() ? place : "line" + std::string(one ? " " : "s ")) +
            line_list(partial);
  }
  return text;
}

}  // namespace

std::string coverage_text(const Coverage& coverage, std::size_t columns) {
  if (coverage.functions.empty()) {
    return "coverage: nothing was compiled for it; use fencepost-nvcc --coverage, or fencepost run --coverage "
           "FILE.cu\n";
  }
  std::string text;
  for (const CoveredFunction& function : coverage.functions) {
    text += wrapped("coverage: " + coverage_line(function), 10, columns) + "\n";
  }
  return text;
}

CoverageJson coverage_json(const Coverage& coverage) {
  CoverageJson functions = CoverageJson::array();
  for (const CoveredFunction& function : coverage.functions) {
    CoverageJson ran = CoverageJson::array(), missed = CoverageJson::array(), branches = CoverageJson::array();
    for (const CoveredLine& line : function.lines) (line.ran ? ran : missed).push_back(line.line);
    for (const CoveredBranch& branch : function.branches) {
      branches.push_back({{"line", branch.line}, {"column", branch.column}, {"taken", branch.taken}});
    }
    functions.push_back({{"function", function.name},
                         {"kernel", function.kernel},
                         {"file", function.file},
                         {"line", function.line},
                         {"ran", function.ran},
                         {"lines_run", std::move(ran)},
                         {"lines_missed", std::move(missed)},
                         {"branches", std::move(branches)}});
  }
  return {{"runs", coverage.runs}, {"functions", std::move(functions)}};
}

Coverage coverage_of_json(const CoverageJson& json) {
  Coverage coverage{.runs = checked_count(json, "runs")};
  for (const CoverageJson& each : checked_list(json.at("functions"))) {
    CoveredFunction function{.name = each.at("function").get<std::string>(),
                             .file = each.at("file").get<std::string>(),
                             .line = number_or_0<std::uint32_t>(each, "line"),
                             .kernel = each.at("kernel").get<bool>(),
                             .ran = each.at("ran").get<bool>()};
    for (const char* const list : {"lines_run", "lines_missed"}) {
      for (const CoverageJson& line : checked_list(each.at(list))) {
        function.lines.push_back({checked_number<std::uint32_t>(line), std::string(list) == "lines_run"});
      }
    }
    std::ranges::sort(function.lines, {}, &CoveredLine::line);
    for (const CoverageJson& branch : checked_list(each.at("branches"))) {
      CoveredBranch one{.line = number_or_0<std::uint32_t>(branch, "line"),
                        .column = number_or_0<std::uint32_t>(branch, "column")};
      for (const CoverageJson& way : checked_list(branch.at("taken"))) one.taken.push_back(way.get<bool>());
      function.branches.push_back(std::move(one));
    }
    coverage.functions.push_back(std::move(function));
  }
  return coverage;
}

}  // namespace fencepost::detector
