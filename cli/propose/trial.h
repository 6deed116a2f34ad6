// Compiling and running a program with changes that its source does not have.
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/base/checked_program.h"
#include "cli/propose/barrier_candidates.h"
#include "compiler/driver/temporary.h"
#include "compiler/source/mapped_source.h"
#include "compiler/source/source_edit.h"

namespace fencepost::cli {

/// What a proposal needs of a finding in a JSON report.
struct ReportedFinding {
  std::string kind, severity, scope;               ///< As in the report.
  std::string element = {};                        ///< What a race is on; may be empty.
  std::vector<std::vector<CodeLine>> stacks = {};  ///< Of each access.
  /// Of each access: the line in host code of the launch that it is of, or its own if it is no thread's; else line 0.
  std::vector<CodeLine> host_lines = {};
  bool same_warp = false;  ///< It was seen between lanes of one warp alone.
  bool one_warp = false;   ///< The block has no more than one.

  /// A race between two accesses that is an error: what a change may end.
  [[nodiscard]] bool is_target() const;
  [[nodiscard]] bool is_inside_block() const { return scope == "intra-block" || scope == "intra-warp"; }
  /// The same defect in two runs has the same key: kind, severity, and the lines of its accesses in any order.
  [[nodiscard]] std::string key() const;
  /// "scan.cu:8 and scan.cu:9".
  [[nodiscard]] std::string lines() const;
};

/// The findings of a JSON report; nullopt if the file is none.
struct ReportedRun {
  std::vector<ReportedFinding> findings;
  std::uint64_t launches = 0;
  double seconds = 0;
  bool complete = false;  ///< No finding was left out for being one too many.
};
std::optional<ReportedRun> read_reported_run(const std::string& file);

/// One run of the program with some changes.
struct Trial {
  enum class End : std::uint8_t {
    kExited,       ///< With a report; the only end after which `status` and `run` count.
    kNotCompiled,  ///< For instance because no atomic operation takes a value of that type.
    kTimedOut,
    kFailed,       ///< By a signal, or without a report.
    kInterrupted,  ///< By the user: no further trial is wanted.
  };
  End end = End::kFailed;
  int status = 0;  ///< The program's own.
  ReportedRun run;
};

/// Thread safety: none, as run_child().
class ProposalTrials {
 public:
  /// `request` names a .cu file. Its reports, its limits and what it does at the end if there are findings do not apply
  /// to trials; their runs end after `limit` seconds. Throws std::runtime_error if there is no place for temporary
  /// files.
  ProposalTrials(const ProgramRequest& request, double limit);

  /// The source, and what stands where in it.
  [[nodiscard]] std::unique_ptr<compiler::MappedSource> source() const;

  /// Compiles and runs silently, with no input.
  Trial run(const std::vector<compiler::SourceEdit>& edits);

 private:
  ProgramRequest request_;
  compiler::TemporaryDirectory directory_;
  std::string options_;  // FENCEPOST_OPTIONS without what must not apply
  double limit_;         // of a run, in seconds
};

}  // namespace fencepost::cli
