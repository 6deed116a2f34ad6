// The report as lines of a compiler, for editors and tools that read those.
#pragma once

#include <string>

#include "detector/model/finding.h"
#include "detector/symbols/symboliser.h"

namespace fencepost::cli {

/// "FILE:LINE:COLUMN: error: what [kind]" or "warning" for each finding, at its first side's line, and one "note: …" at
/// each other place that belongs to it: the other side, calls, the variable, the hint. Then the summary line. No line
/// is wrapped. The column is that of the first letter of the line, 1 if the source cannot be read. FILE is as the
/// compiler was given it if that can be opened from the working directory, else absolute. What has no line begins with
/// "fencepost: ".
std::string render_gcc(const detector::Report& report, detector::Symboliser& symboliser);

}  // namespace fencepost::cli
