#include "cli/fuzz/reached.h"

#include <algorithm>
#include <bit>
#include <filesystem>

namespace fencepost::cli {

bool FuzzReached::add_function(const detector::CoveredFunction& function, std::size_t number) {
  bool is_new = false;
  const auto [at, inserted] = functions_.try_emplace({function.file, function.line, function.name}, function);
  detector::CoveredFunction& known = at->second;
  if (inserted) {
    for (detector::CoveredLine& line : known.lines) line.ran = false;
    for (detector::CoveredBranch& branch : known.branches) branch.taken.assign(branch.taken.size(), false);
    known.ran = false;
  }
  known.ran = known.ran || function.ran;
  for (std::size_t i = 0; i < std::min(known.lines.size(), function.lines.size()); ++i) {
    if (!function.lines[i].ran) continue;
    first_.try_emplace({function.file, function.lines[i].line}, number);
    is_new = is_new || !known.lines[i].ran;
    known.lines[i].ran = true;
  }
  for (std::size_t i = 0; i < std::min(known.branches.size(), function.branches.size()); ++i) {
    const std::vector<bool>& taken = function.branches[i].taken;
    for (std::size_t way = 0; way < std::min(taken.size(), known.branches[i].taken.size()); ++way) {
      if (!taken[way] || known.branches[i].taken[way]) continue;
      is_new = true;
      known.branches[i].taken[way] = true;
    }
  }
  return is_new;
}

bool FuzzReached::add(const detector::Report& report, std::size_t number) {
  ++runs_;
  bool is_new = false;
  if (report.coverage != nullptr) {
    for (const detector::CoveredFunction& function : report.coverage->functions) {
      is_new = add_function(function, number) || is_new;
    }
  }
  if (report.summary.threads != 0) {
    const std::uint64_t each = report.summary.accesses / report.summary.threads;
    is_new = accesses_.insert(static_cast<std::uint32_t>(std::bit_width(each))).second || is_new;
  }
  return is_new;
}

std::shared_ptr<detector::Coverage> FuzzReached::coverage() const {
  if (functions_.empty()) return nullptr;
  auto coverage = std::make_shared<detector::Coverage>();
  for (const auto& [key, function] : functions_) coverage->functions.push_back(function);
  coverage->runs = runs_;
  return coverage;
}

std::vector<FuzzReached::Line> FuzzReached::lines() const {
  std::vector<Line> lines;
  for (const auto& [place, number] : first_) lines.push_back({place.first, place.second, number});
  return lines;
}

FuzzReached::Counts FuzzReached::counts() const {
  Counts counts;
  for (const auto& [key, function] : functions_) {
    if (!function.ran) continue;
    for (const detector::CoveredLine& line : function.lines) {
      ++counts.all_lines;
      counts.lines += line.ran ? 1 : 0;
    }
    for (const detector::CoveredBranch& branch : function.branches) {
      counts.all_ways += branch.taken.size();
      counts.ways += static_cast<std::size_t>(std::ranges::count(branch.taken, true));
    }
  }
  return counts;
}

std::set<std::uint32_t> FuzzReached::open_branches(const std::string& file_name) const {
  std::set<std::uint32_t> lines;
  for (const auto& [key, function] : functions_) {
    if (!function.ran || std::filesystem::path(function.file).filename() != file_name) continue;
    for (const detector::CoveredBranch& branch : function.branches) {
      if (std::ranges::count(branch.taken, false) != 0) lines.insert(branch.line);
    }
  }
  return lines;
}

std::string FuzzReached::missed() const {
  std::string text, file;
  for (const auto& [key, function] : functions_) {
    if (!function.ran) continue;
    for (const detector::CoveredLine& line : function.lines) {
      if (line.ran || first_.contains({function.file, line.line})) continue;
      if (!text.empty()) text += ", ";
      if (function.file != file) text += function.file + ":";
      file = function.file;
      text += std::to_string(line.line);
    }
  }
  return text;
}

}  // namespace fencepost::cli
