// The changes that could end a race, by kind, likeliest first.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/propose/barrier_candidates.h"
#include "cli/propose/proposed_change.h"
#include "cli/propose/stream_operations.h"
#include "cli/propose/trial.h"
#include "detector/text/source_lines.h"

namespace fencepost::cli {

struct BarrierChanges {
  std::vector<ProposedChange> likely, unlikely;
  std::string impossible;  ///< Why no barrier can come between; else empty. The lists are empty then.
  std::string no_braces;   ///< A loop that takes no barrier for lack of braces; else empty.
};

/// Of one preprocessed source, which must outlive this. Not thread-safe.
class ChangeCandidates {
 public:
  explicit ChangeCandidates(const compiler::MappedSource& source) : kernels_(source), host_(source) {}

  /// The kinds of change that may end `race`, in the order in which to try them: the least first. One value that both
  /// accesses update takes an atomic operation. Two threads of one warp take __syncwarp(); in a block that is a single
  /// warp, where both barriers do, only if the kernel speaks of warps at all.
  std::vector<ChangeKind> kinds(const ReportedFinding& race);

  /// `kind`: kBarrier or kWarpBarrier, of which only the likeliest places are listed.
  BarrierChanges barriers(const ReportedFinding& race, ChangeKind kind);

  /// Each entry makes both accesses parts of atomic operations. Empty if one of them is no update.
  std::vector<std::vector<ProposedChange>> atomics(const ReportedFinding& race);

  /// In front of what came second in the race: `kind` says what.
  std::vector<ProposedChange> waits(const ReportedFinding& race, ChangeKind kind);

 private:
  std::optional<ProposedChange> with_braces(const BarrierCandidate& candidate, ChangeKind kind);
  std::string line_text(const std::string& file, std::uint32_t line) { return lines_.text(file, line).value_or(""); }

  KernelSource kernels_;
  HostSource host_;
  detector::SourceLines lines_;
};

}  // namespace fencepost::cli
