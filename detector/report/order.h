// The last steps to a report, and what its exit status is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "detector/model/finding.h"
#include "detector/model/options.h"

namespace fencepost::detector {

struct Baseline;

/// Numbers the fingerprints of `findings`, suppresses those in `baseline` (may be null), moves suppressed findings into
/// their own list, puts both in order, counts them, and keeps the first `most` of each severity: however many warnings
/// there are, they displace no error. Notes how much --sample had checked.
void arrange(Report& report, std::size_t most, const Baseline* baseline = nullptr);

/// Errors before warnings, else as they are: reports of older versions have them in order of launch.
void put_errors_first(std::vector<Finding>& findings);

/// Counts findings that a report left out before; its summary's errors and warnings have them, too.
void count_left_out(Summary& summary, std::uint64_t left_out, const std::vector<LeftOut>& by_kind);

/// Adds `more` to `left_out`, which stays in order: errors first, then by kind.
void add_left_out(std::vector<LeftOut>& left_out, const std::vector<LeftOut>& more);

/// True if there is a finding at the level of --fail-on.
bool fails(const Summary& summary, FailOn level);

/// Something ran that is checked.
inline bool has_run(const Summary& summary) { return summary.launches + summary.library_operations != 0; }

/// Why a run is no proof of anything: no launch and no operation of a library, or none that --kernel names; empty if
/// something was checked.
std::string nothing_checked(const Report& report);

}  // namespace fencepost::detector
