// Which findings of different reports are the same defect: names for them that survive changes elsewhere in the source.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "detector/model/finding.h"
#include "detector/symbols/symboliser.h"

namespace fencepost::detector {

/// 16 hexadecimal digits made from the kind, the scope, the names of kernel and object, and of each side the function
/// and the text of its line without blanks: not from line numbers, files, threads or numbers of launches. Of findings
/// that are no races also from what is said of them, numbers left out.
std::string fingerprint_of(const Finding& finding, Symboliser& symboliser);

/// Adds ":1", ":2", … to fingerprints (in place of such a number, if there is one), so that equal ones differ: in order
/// of their lines. Empty ones stay empty.
void number_fingerprints(std::vector<Finding>& findings);

/// What an older report knew.
struct Baseline {
  std::string file;
  std::map<std::string, Severity> known;  ///< By fingerprint.
};

/// The findings of `report`, and those of them that an older baseline suppressed.
Baseline baseline_of(const Report& report, const std::string& file);

/// Reads a report. nullopt, and in `error` why, if it is none, or if its findings have no fingerprints.
std::optional<Baseline> read_baseline(const std::string& file, std::string& error);

/// Suppresses the findings that `baseline` knows, unless they are suppressed already or were only warnings there and
/// are errors now.
void suppress_known(std::vector<Finding>& findings, const Baseline& baseline);

}  // namespace fencepost::detector
