// Findings by the part of the program they came in: see <fencepost/findings.h>.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "detector/model/finding.h"
#include "detector/symbols/symboliser.h"

namespace fencepost::detector {

/// A line of the source as a test names it: "12", "scan.cuh:12" or "@write".
class ExpectedLine {
 public:
  /// `file`: that of the test.
  ExpectedLine(const std::string& text, const std::string& file);
  [[nodiscard]] bool is_at(const Location& location, Symboliser& symboliser) const;

 private:
  std::string file_, label_;
  std::uint32_t line_ = 0;
};

/// A race that a test says there is.
struct ExpectedRace {
  std::string by;  ///< The test's place: "scan_test.cu:12".
  ExpectedLine first, second;
  [[nodiscard]] bool is(const Finding& finding, Symboliser& symboliser) const;
};

/// The watches that are open. Thread safety: none.
class FindingWatches {
 public:
  /// What a watch has seen.
  struct Seen {
    std::vector<Finding> findings;  ///< Not suppressed.
    bool met = false;               ///< What it expects was found.
    std::uint64_t expected = 0;     ///< How many were expected, of watches within it, too.
  };

  std::uint64_t open(std::optional<ExpectedRace> expected);
  /// Closes watch `number`, after those opened after it; one that is not open has seen nothing.
  Seen close(std::uint64_t number, bool passes_on);

  /// What a finding is suppressed by, if an open watch expects it: the innermost one that does.
  std::optional<Suppression> expects(const Finding& finding, const std::string& key, Symboliser& symboliser);
  /// A finding that counts, or one more occurrence of it.
  void add(const Finding& finding, const std::string& key);

 private:
  struct Watch {
    std::uint64_t number = 0;
    std::optional<ExpectedRace> expected{};
    std::map<std::string, Finding> findings{};  ///< By key.
    bool met = false;
    std::set<std::string> expected_keys{};  ///< Keys of findings that were expected, by it or one within it.
  };
  std::vector<Watch> open_;  ///< The innermost last.
  std::uint64_t opened_ = 0;
};

}  // namespace fencepost::detector
