// Which findings the user has said need not count: rules of suppressions files, comments in the source.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "detector/model/finding.h"
#include "detector/policy/suppressions.h"
#include "detector/symbols/symboliser.h"

namespace fencepost::detector {

/// Thread safety: none.
class Policy {
 public:
  /// Adds the rules of a file. Returns what is wrong with it, nullopt if nothing.
  std::optional<std::string> read(const std::string& file);

  /// What suppresses `finding`, which has its kernel, object and accesses; nullopt if it counts. The rules come first,
  /// in their order. A comment counts if it stands on the line of an access or of a call around it that the compiler
  /// inlined, or in the comment lines right above.
  std::optional<Suppression> decide(const Finding& finding, Symboliser& symboliser);

  /// True if some rule names an object.
  [[nodiscard]] bool names_objects() const;

  /// Rules that suppressed nothing, comments that mean nothing: in that order, by place.
  [[nodiscard]] std::vector<Note> notes() const;

 private:
  std::optional<Suppression> allowed_at(const Location& place, Kind kind, Symboliser& symboliser);

  std::vector<SuppressionRule> rules_;
  std::vector<bool> used_;                                                 ///< By rule.
  std::map<std::pair<std::string, std::uint32_t>, std::string> mistakes_;  ///< Of comments, by place.
};

}  // namespace fencepost::detector
