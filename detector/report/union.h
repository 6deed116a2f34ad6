// What several runs of one program have found, as one report.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "detector/model/finding.h"

namespace fencepost::detector {

struct Baseline;
/// What makes findings of several runs the same defect.
std::string defect_of(const Finding& finding);

/// Which of several runs it was, as a finding says it.
struct RunName {
  std::optional<std::uint64_t> seed;  ///< Of --schedule random.
  std::string configuration, repeat;  ///< See Finding.
};

/// Thread safety: none.
class ReportUnion {
 public:
  /// Adds the report of a run. Runs come in the order in which a finding is attributed to them.
  void add(const Report& run, const RunName& name);
  /// Likewise, of the run with this seed of --schedule random.
  void add(const Report& run, std::uint64_t seed) { add(run, RunName{seed, {}, {}}); }
  /// Adds a report that may sum up several runs or processes itself; its findings keep the seeds they have, its
  /// processes come after those that there are.
  void add(const Report& report);
  /// Adds a run that left no report, or none that is complete.
  void add_note(const std::string& text);

  /// Errors and warnings so far.
  [[nodiscard]] std::size_t findings() const { return findings_.size(); }

  /// The same defect in several runs is one finding: as the first run saw it, but an error if one run did. Launches,
  /// blocks, threads and accesses are sums, and how often clauses held; of the clauses themselves it is the most that a
  /// run had. A rule is unused if no run used it. The exit status is the first that is not 0. Profiles are left out. At
  /// most `most` findings; what `baseline` (may be null) knows does not count.
  [[nodiscard]] Report report(std::size_t most, const Baseline* baseline = nullptr) const;

 private:
  /// The note is one of so many runs.
  void add_note(const Note& note, std::uint64_t runs);
  void add_sums(const Report& report);

  Summary sums_;
  std::uint64_t reports_ = 0;  ///< Runs and processes.
  std::vector<ProcessRecord> processes_;
  std::uint64_t left_out_ = 0;
  std::optional<ProgramCall> program_;  ///< Of all runs; empty if they are of several.
  std::vector<LeftOut> left_out_by_kind_;
  std::vector<LaunchedKernel> kernels_;
  std::optional<ContractSummary> contracts_;
  std::map<std::string, Finding> findings_, suppressed_;  ///< By what makes them the same defect.
  std::vector<std::pair<Note, std::uint64_t>> notes_;     ///< With the number of runs that have it.
};

}  // namespace fencepost::detector
