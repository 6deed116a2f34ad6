// The last steps to a report, and what its exit status is.
#pragma once

#include <cstddef>
#include <string>

#include "detector/finding.h"
#include "detector/options.h"

namespace fencepost::detector {

struct Baseline;

/// Numbers the fingerprints of `findings`, suppresses those in `baseline` (may be null), moves suppressed findings into
/// their own list, puts both in order, counts them, and keeps the first `most`.
void arrange(Report& report, std::size_t most, const Baseline* baseline = nullptr);

/// True if there is a finding at the level of --fail-on.
bool fails(const Summary& summary, FailOn level);

/// Why a run is no proof of anything: no launch, or none that --kernel names; empty if there was one.
std::string nothing_checked(const Report& report);

}  // namespace fencepost::detector
