// The rules of a suppressions file: findings that the user knows of and that shall not fail a run.
//
//   race kernel=scan* object=tile at=scan.cu:13-20  # only the size of the guess depends on it
//
// docs/suppressions.md describes the format.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "detector/model/finding.h"

namespace fencepost::detector {

/// Lines of the files that match a pattern.
struct PlacePattern {
  std::string file;
  std::uint32_t first = 0, last = UINT32_MAX;
};

/// One rule. Every condition must hold.
struct SuppressionRule {
  std::vector<Kind> kinds;                            ///< Any of these; empty: every kind.
  std::vector<std::string> kernels, objects, scopes;  ///< Globs.
  std::vector<PlacePattern> places;                   ///< Each of an access, or of a call around one.
  std::string text;                                   ///< As written, without the comment.
  std::string reason;                                 ///< The comment behind it.
  std::string source;                                 ///< "rules.txt:3"
};

/// Appends the rules in `text`, the contents of `file`, to `rules`. Returns what is wrong with the first rule that is,
/// "rules.txt:3:6: …", or nullopt.
std::optional<std::string> parse_suppressions(std::string_view text, const std::string& file,
                                              std::vector<SuppressionRule>& rules);

/// Reads a file; otherwise the same.
std::optional<std::string> read_suppressions(const std::string& file, std::vector<SuppressionRule>& rules);

bool matches(const SuppressionRule& rule, const Finding& finding);

/// The rule that suppresses what `finding` stands for: "race kernel=scan at=scan.cu:11 at=scan.cu:13".
std::string rule_for(const Finding& finding);

}  // namespace fencepost::detector
