// What several runs of one program have found, as one report.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "detector/finding.h"

namespace fencepost::detector {

/// Thread safety: none.
class ReportUnion {
 public:
  /// Adds the report of the run with this seed of --schedule random. Seeds come in the order in which a finding is
  /// attributed to them.
  void add(const Report& run, std::uint64_t seed);
  /// Adds a run that left no report, or none that is complete.
  void add_note(const std::string& text);

  /// Errors and warnings so far.
  [[nodiscard]] std::size_t findings() const { return findings_.size(); }

  /// The same defect in several runs is one finding: as the first run saw it, but an error if one run did. Launches,
  /// blocks, threads and accesses are sums, and how often clauses held; of the clauses themselves it is the most that a
  /// run had. A rule is unused if no run used it. At most `most` findings.
  [[nodiscard]] Report report(std::size_t most) const;

 private:
  void add_note(const Note& note);

  Summary sums_;
  std::optional<ContractSummary> contracts_;
  std::map<std::string, Finding> findings_, suppressed_;  ///< By what makes them the same defect.
  std::vector<std::pair<Note, std::uint64_t>> notes_;     ///< With the number of runs that have it.
};

}  // namespace fencepost::detector
