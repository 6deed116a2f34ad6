#include "detector/policy/policy.h"

#include <algorithm>

#include "detector/policy/allow_comment.h"

namespace fencepost::detector {

std::optional<std::string> Policy::read(const std::string& file) {
  auto mistake = read_suppressions(file, rules_);
  used_.resize(rules_.size(), false);
  return mistake;
}

std::optional<Suppression> Policy::decide(const Finding& finding, Symboliser& symboliser) {
  for (std::size_t i = 0; i < rules_.size(); ++i) {
    if (!matches(rules_[i], finding)) continue;
    used_[i] = true;
    return Suppression{rules_[i].source, rules_[i].reason};
  }
  for (const FindingAccess& access : finding.accesses) {
    if (auto found = allowed_at(access.location, finding.kind, symboliser)) return found;
    for (const Location& frame : access.stack) {
      if (auto found = allowed_at(frame, finding.kind, symboliser)) return found;
    }
  }
  return std::nullopt;
}

std::optional<Suppression> Policy::allowed_at(const Location& place, Kind kind, Symboliser& symboliser) {
  for (std::uint32_t line = place.line; line > 0; --line) {
    const auto text = symboliser.source_text(place.file, line);
    if (!text) break;
    // A comment behind code speaks of its own line only.
    if (line != place.line && !is_only_comment(*text)) break;
    for (const AllowComment& comment : allow_comments(*text)) {
      if (!comment.mistake.empty()) {
        mistakes_[{place.file, line}] = comment.mistake;
      } else if (std::ranges::find(comment.kinds, kind) != comment.kinds.end()) {
        return Suppression{place.file + ':' + std::to_string(line), comment.reason, Suppression::Kind::kComment};
      }
    }
  }
  return std::nullopt;
}

bool Policy::names_objects() const {
  return std::ranges::any_of(rules_, [](const SuppressionRule& rule) { return !rule.objects.empty(); });
}

std::vector<Note> Policy::notes() const {
  std::vector<Note> notes;
  for (std::size_t i = 0; i < rules_.size(); ++i) {
    if (used_[i]) continue;
    notes.push_back({Note::Kind::kUnusedRule, rules_[i].source + ": this rule suppressed nothing: " + rules_[i].text});
  }
  for (const auto& [place, mistake] : mistakes_) {
    notes.push_back({Note::Kind::kBadComment, place.first + ':' + std::to_string(place.second) +
                                                  ": this comment suppresses nothing: " + mistake});
  }
  return notes;
}

}  // namespace fencepost::detector
