#include "detector/findings/finding_watch.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <string_view>
#include <utility>

namespace fencepost::detector {
namespace {

/// One path is the other, or its end: compilers and tests are given the same file by different ways.
bool is_same_file(const std::string& a, const std::string& b) {
  const std::string x = std::filesystem::path(a).lexically_normal().string();
  const std::string y = std::filesystem::path(b).lexically_normal().string();
  const std::string& shorter = x.size() < y.size() ? x : y;
  const std::string& longer = x.size() < y.size() ? y : x;
  if (shorter.empty() || !longer.ends_with(shorter)) return false;
  return longer.size() == shorter.size() || longer[longer.size() - shorter.size() - 1] == '/';
}

/// The comment of the line has the label, as a word of its own.
bool has_label(std::string_view line, std::string_view label) {
  const std::size_t comment = line.find("//");
  if (comment == std::string_view::npos) return false;
  for (std::size_t at = line.find(label, comment); at != std::string_view::npos; at = line.find(label, at + 1)) {
    const std::size_t end = at + label.size();
    if (end == line.size() || (std::isalnum(static_cast<unsigned char>(line[end])) == 0 && line[end] != '_'))
      return true;
  }
  return false;
}

}  // namespace

ExpectedLine::ExpectedLine(const std::string& text, const std::string& file) : file_(file) {
  if (text.starts_with('@')) {
    label_ = text;
    return;
  }
  const std::size_t colon = text.rfind(':');
  if (colon != std::string::npos) file_ = text.substr(0, colon);
  const std::size_t digits = colon == std::string::npos ? 0 : colon + 1;
  std::from_chars(text.data() + digits, text.data() + text.size(), line_);  // Of what is no line stays 0: none.
}

bool ExpectedLine::is_at(const Location& location, Symboliser& symboliser) const {
  if (location.line == 0) return false;
  if (label_.empty()) return location.line == line_ && is_same_file(location.file, file_);
  const auto text = symboliser.source_text(location);
  return text && has_label(*text, label_);
}

bool ExpectedRace::is(const Finding& finding, Symboliser& symboliser) const {
  if (finding.kind != Kind::kRace || finding.accesses.size() != 2) return false;
  const Location& a = finding.accesses[0].location;
  const Location& b = finding.accesses[1].location;
  return (first.is_at(a, symboliser) && second.is_at(b, symboliser)) ||
         (first.is_at(b, symboliser) && second.is_at(a, symboliser));
}

std::uint64_t FindingWatches::open(std::optional<ExpectedRace> expected) {
  open_.push_back({.number = ++opened_, .expected = std::move(expected)});
  return opened_;
}

FindingWatches::Seen FindingWatches::close(std::uint64_t number, bool passes_on) {
  if (std::ranges::find(open_, number, &Watch::number) == open_.end()) return {};
  while (open_.back().number != number) close(open_.back().number, true);
  Watch watch = std::move(open_.back());
  open_.pop_back();
  Seen seen;
  seen.met = watch.met;
  seen.expected = watch.expected_keys.size();
  for (const auto& [key, finding] : watch.findings) {
    if (passes_on) add(finding, key);
    seen.findings.push_back(finding);
  }
  if (!open_.empty()) open_.back().expected_keys.merge(watch.expected_keys);
  return seen;
}

std::optional<Suppression> FindingWatches::expects(const Finding& finding, const std::string& key,
                                                   Symboliser& symboliser) {
  const auto found = std::find_if(open_.rbegin(), open_.rend(), [&](const Watch& watch) {
    return watch.expected && watch.expected->is(finding, symboliser);
  });
  if (found == open_.rend()) return std::nullopt;
  found->met = true;
  found->expected_keys.insert(key);
  return Suppression{.by = found->expected->by, .reason = "expected", .kind = Suppression::Kind::kTest};
}

void FindingWatches::add(const Finding& finding, const std::string& key) {
  if (open_.empty()) return;
  auto [at, is_new] = open_.back().findings.try_emplace(key, finding);
  if (is_new) return;
  at->second.occurrences += finding.occurrences;
  at->second.severity = std::max(at->second.severity, finding.severity);
}

}  // namespace fencepost::detector
