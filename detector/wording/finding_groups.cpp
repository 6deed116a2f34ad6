#include "detector/wording/finding_groups.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "detector/model/names.h"
#include "detector/text/name_patterns.h"
#include "detector/text/text_layout.h"
#include "detector/wording/finding_text.h"

namespace fencepost::detector {
namespace {

constexpr std::uint32_t kNear = 3;  ///< Lines apart that still belong together.

std::string without_digits(std::string text) {
  std::erase_if(text, [](char c) { return '0' <= c && c <= '9'; });
  return text;
}

/// What is missing between the lines of a race; empty if it is not as simple as that.
std::string_view missing_barrier(const Finding& finding) {
  if (finding.kind != Kind::kRace) return {};
  const std::string_view hint = finding.hint;
  if (hint.find("__syncwarp()") != std::string_view::npos) return "__syncwarp()";
  if (hint.starts_with("put __syncthreads()") || hint.starts_with("divide the line")) return "__syncthreads()";
  return {};
}

bool any_volatile(const Finding& finding) {
  return std::ranges::any_of(finding.accesses, [](const FindingAccess& access) {
    return access.kind == AccessKind::kVolatileRead || access.kind == AccessKind::kVolatileWrite;
  });
}

using Line = std::pair<std::string, std::uint32_t>;

std::set<Line> lines_of(const Finding& finding) {
  std::set<Line> lines;
  for (const FindingAccess& access : finding.accesses) {
    if (access.location.line != 0) lines.emplace(access.location.file, access.location.line);
  }
  return lines;
}

std::set<std::string> functions_of(const Finding& finding) {
  std::set<std::string> functions;
  for (const FindingAccess& access : finding.accesses) {
    if (access.location.line != 0) functions.insert(plain_kernel_name(access.location.function));
  }
  return functions;
}

/// Parts with their lengths, so that no two lists give the same text.
class Key {
 public:
  Key& add(std::string_view part) {
    text_ += std::to_string(part.size()) + ':' + std::string(part);
    return *this;
  }
  Key& add(std::uint64_t number) { return add(std::to_string(number)); }
  Key& add_line(const Line& line) { return add(line.first).add(line.second); }
  Key& add_bound(const Bound& bound) { return bound ? add_line({bound->file, bound->line}) : add("end"); }
  Key& add_object(const std::optional<Object>& object) {
    return object ? add(object->name).add_line({object->declared.file, object->declared.line}) : add("none");
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

/// What all findings of a group have in common.
Key idiom_of(const Finding& finding) {
  Key key;
  key.add(name_of(finding.kind))
      .add(name_of(finding.severity))
      .add(name_of(finding.space))
      .add(name_of(scope_of_mistake(finding)));
  const std::string_view missing = missing_barrier(finding);
  key.add(missing.empty() ? without_digits(finding.hint) : std::string(missing));
  if (finding.kind == Kind::kRace && finding.severity == Severity::kWarning) key.add(any_volatile(finding) ? 1U : 0U);
  for (const std::string& function : functions_of(finding)) key.add(function);
  std::set<std::string> files;
  for (const Line& line : lines_of(finding)) files.insert(line.first);
  for (const std::string& file : files) key.add(file);
  return key;
}

bool is_in_block(const Finding& finding) {
  return finding.scope == Scope::kIntraBlock || finding.scope == Scope::kIntraWarp;
}

class Grouping {
 public:
  explicit Grouping(const std::vector<Finding>& findings) : findings_(findings), parent_(findings.size()) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  }

  std::vector<FindingGroup> groups() {
    std::map<std::string, std::vector<std::size_t>> alike;
    for (std::size_t i = 0; i < findings_.size(); ++i) alike[idiom_of(findings_[i]).text()].push_back(i);
    for (const auto& [idiom, members] : alike) link(members);
    std::map<std::size_t, FindingGroup> by_first;
    for (std::size_t i = 0; i < findings_.size(); ++i) {
      FindingGroup& group = by_first[root(i)];
      group.severity = findings_[i].severity;
      group.kind = findings_[i].kind;
      group.members.push_back(i);
    }
    std::vector<FindingGroup> groups;
    groups.reserve(by_first.size());
    for (auto& [first, group] : by_first) groups.push_back(std::move(group));
    return groups;
  }

 private:
  std::size_t root(std::size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  /// The root is the least member.
  void join(std::size_t a, std::size_t b) {
    const auto [low, high] = std::minmax({root(a), root(b)});
    parent_[high] = low;
  }

  void link(const std::vector<std::size_t>& members) {
    std::map<std::string, std::size_t> first_with;
    const auto share = [&](std::size_t i, const Key& key) {
      join(first_with.try_emplace(key.text(), i).first->second, i);
    };
    // Of one kind, as all members are.
    const Kind kind = findings_[members.front()].kind;
    for (const std::size_t i : members) {
      const Finding& finding = findings_[i];
      Key lines;
      lines.add("lines");
      const std::set<Line> places = lines_of(finding);
      for (const Line& line : places) lines.add_line(line);
      if (!places.empty() && !is_standstill(kind)) share(i, lines);
      if (kind == Kind::kRace && is_in_block(finding)) {
        share(i, Key()
                     .add("stretch")
                     .add_object(finding.object)
                     .add_bound(finding.interval_begin)
                     .add_bound(finding.interval_end));
      } else if (kind == Kind::kRace) {
        for (const Line& line : places) share(i, Key().add("side").add_object(finding.object).add_line(line));
      } else if (kind == Kind::kUninitializedRead || kind == Kind::kUseAfterFree) {
        if (finding.object) share(i, Key().add("object").add_object(finding.object));
      } else if (is_standstill(kind)) {
        if (const auto left = who_left(finding)) share(i, *left);
      } else if (kind == Kind::kApiError) {
        share(i, Key().add("said").add(without_digits(finding.message)));
      }
    }
    if (kind == Kind::kRace && is_in_block(findings_[members.front()])) {
      link_by_barrier(members);
    } else if (kind == Kind::kOutOfBounds || kind == Kind::kMisaligned || kind == Kind::kLeak) {
      link_neighbours(members);
    }
  }

  static bool is_standstill(Kind kind) { return kind == Kind::kBarrierDivergence || kind == Kind::kDeadlock; }

  /// The threads that had returned, and what is said of it; nullopt if none had.
  static std::optional<Key> who_left(const Finding& finding) {
    Key key;
    key.add("left").add(finding.kernel).add(without_digits(finding.message));
    bool is_any = false;
    for (const FindingAccess& access : finding.accesses) {
      if (access.kind != AccessKind::kExit) continue;
      is_any = true;
      for (const std::uint32_t number : access.thread) key.add(number);
    }
    return is_any ? std::optional<Key>(key) : std::nullopt;
  }

  /// Joins races that one barrier would order: of those in one stretch between barriers, or on one object, as few
  /// barriers as suffice are put between the lines (each as late as the first race that still lacks one allows).
  void link_by_barrier(const std::vector<std::size_t>& members) {
    struct Span {
      std::uint32_t low = 0, high = 0;
      std::size_t finding = 0;
    };
    std::map<std::string, std::vector<Span>> of_place;
    for (const std::size_t i : members) {
      const Finding& finding = findings_[i];
      const std::set<Line> lines = lines_of(finding);
      // Lines of two functions, or files, are in no order.
      if (lines.size() != 2 || functions_of(finding).size() != 1 || lines.begin()->first != lines.rbegin()->first)
        continue;
      const Span span{lines.begin()->second, lines.rbegin()->second, i};
      of_place[Key().add("stretch").add_bound(finding.interval_begin).add_bound(finding.interval_end).text()].push_back(
          span);
      of_place[Key().add("object").add_object(finding.object).text()].push_back(span);
    }
    for (auto& [place, spans] : of_place) {
      std::ranges::sort(spans, {}, [](const Span& span) { return std::tuple(span.high, span.low, span.finding); });
      const Span* first = nullptr;
      for (const Span& span : spans) {
        if (first != nullptr && span.low < first->high) {
          join(first->finding, span.finding);
        } else {
          first = &span;
        }
      }
    }
  }

  void link_neighbours(const std::vector<std::size_t>& members) {
    std::vector<std::pair<Line, std::size_t>> lines;
    for (const std::size_t i : members) {
      for (const Line& line : lines_of(findings_[i])) lines.emplace_back(line, i);
    }
    std::ranges::sort(lines);
    for (std::size_t i = 1; i < lines.size(); ++i) {
      const auto& [before, a] = lines[i - 1];
      const auto& [line, b] = lines[i];
      if (before.first == line.first && line.second - before.second <= kNear) join(a, b);
    }
  }

  const std::vector<Finding>& findings_;
  std::vector<std::size_t> parent_;
};

/// "a, b and c"; beyond `most` the number of the others.
std::string enumeration(const std::vector<std::string>& names, std::size_t most) {
  std::string text;
  const std::size_t shown = names.size() > most ? most : names.size();
  for (std::size_t i = 0; i < shown; ++i) {
    text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  }
  return names.size() > shown ? text + " and " + with_commas(names.size() - shown) + " more" : text;
}

/// "reduce.cu:68-73", "scan.cu:4, 9".
std::string lines_text(const std::string& file, const std::set<std::uint32_t>& lines) {
  constexpr std::size_t kListed = 3;
  std::string text;
  if (lines.size() > kListed || (lines.size() > 1 && *lines.rbegin() - *lines.begin() + 1 == lines.size())) {
    text = std::to_string(*lines.begin()) + "-" + std::to_string(*lines.rbegin());
  } else {
    for (const std::uint32_t line : lines) text += (text.empty() ? "" : ", ") + std::to_string(line);
  }
  return printable(file) + ":" + text;
}

std::string title_of(const FindingGroup& group, const std::vector<Finding>& findings) {
  constexpr std::size_t kLongestName = 60, kShown = 3;
  std::vector<std::string> objects, functions, places;
  std::map<std::string, std::set<std::uint32_t>> lines;
  const auto add = [](std::vector<std::string>& names, const std::string& name) {
    std::string shown = cut(name, kLongestName);
    if (!name.empty() && std::ranges::find(names, shown) == names.end()) names.push_back(std::move(shown));
  };
  for (const std::size_t member : group.members) {
    const Finding& finding = findings[member];
    if (finding.object) add(objects, finding.object->name);
    for (const std::string& function : functions_of(finding)) add(functions, function);
    for (const Line& line : lines_of(finding)) lines[line.first].insert(line.second);
  }
  const Finding& first = findings[group.members.front()];
  if (functions.empty()) add(functions, plain_kernel_name(first.kernel));
  for (const auto& [file, numbers] : lines) places.push_back(lines_text(file, numbers));
  const std::string severity(name_of(group.severity));
  std::string text = count_of(group.members.size(), severity, severity + "s") + ": " + spaced(name_of(group.kind));
  if (!objects.empty()) {
    text += " on " + enumeration(objects, kShown);
  } else if (first.space != Space::kNone) {
    text += " on " + std::string(name_of(first.space)) + " memory";
  }
  if (!functions.empty()) text += " in " + enumeration(functions, kShown);
  if (!places.empty()) text += ", " + enumeration(places, kShown);
  if (const std::string_view missing = missing_barrier(first); !missing.empty()) {
    text += ", without " + std::string(missing);
  } else if (first.kind == Kind::kRace && first.scope == Scope::kInterBlock) {
    text += ", between blocks";  // The same lines may race within a block too: that is another group.
  }
  return text;
}

}  // namespace

std::vector<FindingGroup> group_findings(const Report& report) {
  std::vector<FindingGroup> groups = Grouping(report.findings).groups();
  for (FindingGroup& group : groups) group.title = title_of(group, report.findings);
  return groups;
}

}  // namespace fencepost::detector
