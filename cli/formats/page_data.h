// What the script of the HTML report is given: the JSON report, its places by number, and source lines.
#pragma once

#include <string>

#include "detector/model/finding.h"
#include "detector/symbols/symboliser.h"

namespace fencepost::cli {

/// JSON that may stand in a <script> element: it holds no '<'. As render_json(), but
/// - each location is an index into `places`, a list of [index into `files` or -1, line, index into `functions` or -1];
/// - `files` has `name` and `lines`, a list of [number of the first line, [text, …]]: what lies around its places;
/// - `kinds` explains the kinds of finding that there are;
/// - a line of the profile has its number as `place`;
/// - a function of the coverage likewise, and numbers for its lines.
std::string report_page_data(const detector::Report& report, detector::Symboliser& symboliser);

}  // namespace fencepost::cli
