#include "detector/wording/finding_text.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "detector/model/names.h"
#include "detector/text/text_layout.h"

namespace fencepost::detector {

std::string place_text(const Location& location) {
  if (location.line == 0) return location.file.empty() ? "(unknown line)" : printable(location.file);
  return printable(location.file) + ":" + std::to_string(location.line);
}

std::string extent_text(const Index3& extent) { return index_text(extent, extent); }

bool is_of_host(const Finding& finding) {
  return finding.kind == Kind::kApiError || finding.kind == Kind::kLeak || finding.scope == Scope::kHostDevice;
}

std::string who_text(const Finding& finding, const ThreadGroup& group) {
  if (!group.first->by.empty()) return printable(group.first->by);
  return threads_text(group.ranks, finding.block_dim) + " of block " + index_text(group.first->block, finding.grid);
}

std::string spaced(std::string_view name) {
  std::string text(name);
  std::ranges::replace(text, '-', ' ');
  return text;
}

namespace {

/// Where a thread stood rather than what it read or wrote.
bool is_position(Kind kind) {
  return kind == Kind::kCrash || kind == Kind::kTimeout || kind == Kind::kInvalidAddress || kind == Kind::kApiError ||
         kind == Kind::kLeak || kind == Kind::kUnsupported;
}

}  // namespace

std::string access_label(const Finding& finding, AccessKind kind) {
  if (kind == AccessKind::kBarrier) return "waiting";
  if (kind == AccessKind::kExit) return "left";
  return is_position(finding.kind) ? "at" : spaced(name_of(kind));
}

std::string headline(const Finding& finding) {
  std::string text = spaced(name_of(finding.kind));
  const std::string object = finding.object ? finding.object->name : std::string();
  const std::string& element = finding.element.empty() ? object : finding.element;
  if (!element.empty()) text += " on " + element;
  std::string detail(name_of(finding.space));
  if (finding.size != 0) detail += (detail.empty() ? "" : ", ") + count_of(finding.size, "byte", "bytes");
  if (!detail.empty()) text += element.empty() ? " on " + detail + " memory" : " (" + detail + ")";
  if (!finding.kernel.empty()) text += " in " + finding.kernel;
  return printable(text);
}

std::string bounds_text(const Finding& finding) {
  const auto barrier = [](const Location& at) { return "the barrier at " + place_text(at); };
  const Bound& begin = finding.interval_begin;
  const Bound& end = finding.interval_end;
  if (!begin && !end) return "the kernel passes no barrier";
  if (!begin) return "from kernel entry to " + barrier(*end);
  if (!end) return "from " + barrier(*begin) + " to kernel exit";
  if (begin->file == end->file && begin->line == end->line) return "between two passes of " + barrier(*begin);
  return "between " + barrier(*begin) + " and the one at " + place_text(*end);
}

std::string places_text(const Finding& finding) {
  std::string places;
  std::string latest;
  for (const ThreadGroup& group : thread_groups(finding)) {
    const std::string place = place_text(group.first->location);
    if (group.first->location.line == 0 || place == latest) continue;
    places += (places.empty() ? " at " : " and ") + place;
    latest = place;
  }
  return places;
}

namespace {

/// "3 errors (race: 2, leak: 1)"; empty if nothing of that severity was left out.
std::string left_out_of(const Summary& summary, Severity severity) {
  std::uint64_t sum = 0;
  std::vector<const LeftOut*> kinds;
  for (const LeftOut& one : summary.left_out_by_kind) {
    if (one.severity != severity || one.count == 0) continue;
    sum += one.count;
    kinds.push_back(&one);
  }
  if (kinds.empty()) return {};
  std::string names;
  for (const LeftOut* one : kinds) {
    names += (names.empty() ? "" : ", ") + spaced(name_of(one->kind));
    if (kinds.size() > 1) names += ": " + with_commas(one->count);
  }
  const std::string word(name_of(severity));
  return count_of(sum, word, word + "s") + " (" + names + ")";
}

}  // namespace

std::string left_out_text(const Summary& summary) {
  if (summary.left_out == 0) return {};
  std::vector<std::string> parts;
  for (const Severity severity : {Severity::kError, Severity::kWarning}) {
    if (std::string part = left_out_of(summary, severity); !part.empty()) parts.push_back(std::move(part));
  }
  std::uint64_t named = 0;
  for (const LeftOut& one : summary.left_out_by_kind) named += one.count;
  if (named < summary.left_out) parts.push_back(count_of(summary.left_out - named, "finding", "findings"));
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + parts[i];
  }
  return text + " beyond --max-findings left out";
}

}  // namespace fencepost::detector
