// Where barriers would end the races of a run, tried out. See docs/barrier-proposals.md.
#pragma once

#include <string>
#include <vector>

#include "cli/barrier_trial.h"
#include "cli/checked_program.h"

namespace fencepost::cli {

/// A race that no barrier was found for.
struct RemainingRace {
  ReportedFinding race;
  std::string reason;  ///< A sentence without its full stop.
};

struct BarrierProposal {
  std::vector<BarrierCandidate> barriers;  ///< In the order of their places; none can be left out. Empty: none found.
  ReportedRun verified;                    ///< What the program reports, compiled with exactly these barriers.
  std::vector<RemainingRace> remaining;    ///< Inside blocks.
  std::vector<ReportedFinding> elsewhere;  ///< Races between blocks, streams or with the host.
  std::string failure;                     ///< Why nothing was tried; empty if something was.
  std::size_t races_before = 0;            ///< Errors of kind race, wherever.
  unsigned tries = 0;
  double seconds = 0;  ///< All of them took.
};

/// Looks for the fewest barriers that end the races inside blocks which `report_file`, the JSON report of a run of
/// `request`, has as errors. A barrier is taken if the program, compiled with it and run again in the same way, has
/// lost a race and no finding has come up, and its own exit status is 0 or the one it had. At most 40 trials, at most
/// 60 s. Progress goes to standard error if that is a terminal. Thread safety: none, as run_child().
BarrierProposal propose_barriers(const ProgramRequest& request, const std::string& report_file);

/// For people: the verdict, the places in the source, what remains and why. Ends with a newline.
std::string proposal_text(const BarrierProposal& proposal);

}  // namespace fencepost::cli
