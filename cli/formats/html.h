// The report for browsers: one page that needs no network and runs no script but its own.
#pragma once

#include <string>

#include "detector/model/finding.h"
#include "detector/symbols/symboliser.h"

namespace fencepost::cli {

/// The whole page. It carries what the JSON report says of findings, the source lines around the places that they name
/// (as they are now; `symboliser` finds the files) and the explanations of their kinds, as JSON that the page's script
/// shows as text only: names, paths and sources may hold anything. Without scripts it lists the first findings as text.
std::string render_html(const detector::Report& report, detector::Symboliser& symboliser);

}  // namespace fencepost::cli
