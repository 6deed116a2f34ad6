// The report as workflow commands of GitHub Actions, which become annotations of the changed files.
#pragma once

#include <string>

#include "detector/model/finding.h"
#include "detector/symbols/symboliser.h"

namespace fencepost::cli {

/// One "::error …" or "::warning …" for each finding, at its first side's line, then the summary line. Files are
/// relative to $GITHUB_WORKSPACE where they lie below it (SourceRoot). Nothing in a report can begin a command of its
/// own.
std::string render_github(const detector::Report& report, detector::Symboliser& symboliser);

}  // namespace fencepost::cli
