// Which changes of the source would end the races of a run, tried out. See docs/proposals.md.
#pragma once

#include <string>
#include <vector>

#include "cli/base/checked_program.h"
#include "cli/propose/proposed_change.h"
#include "cli/propose/trial.h"

namespace fencepost::cli {

/// A race that no change was found for.
struct RemainingRace {
  ReportedFinding race;
  std::string reason;  ///< Sentences without the last full stop.
};

/// A race that is gone, and which changes ended it.
struct EndedRace {
  ReportedFinding race;
  std::vector<ProposedChange> changes;
  std::string tried_before;  ///< What would have been less and does not do, a sentence; may be empty.
};

struct Proposal {
  std::vector<ProposedChange> changes;  ///< In the order of their places; none can be left out. Empty: none found.
  ReportedRun verified;                 ///< What the program reports, compiled with exactly these changes.
  std::vector<EndedRace> ended;
  std::vector<RemainingRace> remaining;
  std::string failure;           ///< Why nothing was tried; empty if something was.
  std::size_t races_before = 0;  ///< Errors of kind race.
  unsigned tries = 0;
  double seconds = 0;  ///< All of them took.
};

/// Looks for the fewest and least changes that end the races which `report_file`, the JSON report of a run of
/// `request`, has as errors: barriers of a warp or a block, atomic operations, waits between streams and of the host. A
/// change is taken if the program, compiled with it and run again in the same way, has lost a race and no finding has
/// come up, and its own exit status is 0 or the one it had. At most 40 trials, at most 180 s. Progress goes to standard
/// error if that is a terminal. Thread safety: none, as run_child().
Proposal propose_changes(const ProgramRequest& request, const std::string& report_file);

/// For people: the verdict, the places in the source, what remains and why. Ends with a newline.
std::string proposal_text(const Proposal& proposal);

/// "no race remains and no thread diverges": what is so in the verified run.
std::string verdict_text(const Proposal& proposal);

/// The changes as a unified diff that `patch -p1` and `git apply` take in `folder`, which is the working directory if
/// all files lie below it, else what their folders have in common. Empty if there are none.
struct ProposalPatch {
  std::string text, folder;
};
ProposalPatch proposal_patch(const std::vector<ProposedChange>& changes);

}  // namespace fencepost::cli
