// Reports in each of their formats.
#pragma once

#include <optional>
#include <string>

#include "detector/model/finding.h"
#include "detector/model/options.h"
#include "detector/output/target.h"
#include "detector/report/text.h"
#include "detector/symbols/symboliser.h"

namespace fencepost::cli {

/// What the format of a report does not tell.
struct Rendering {
  detector::TextStyle style;                            ///< Of text.
  detector::FailOn fail_on = detector::FailOn::kError;  ///< Least finding that is a failure in JUnit's XML.
};

/// A finding in a line: `error: race (inter-block) on out in k(int*, int) at k.cu:9`.
std::string title_of(const detector::Finding& finding);

/// The report as text of `format`, ending with a newline.
std::string render(const detector::Report& report, detector::Format format, detector::Symboliser& symboliser,
                   const Rendering& rendering);

/// Writes `report` to the target `path` (report_target()), text without colours unless `rendering` says so: all of it
/// or, on an error, nothing (an older file stays). Returns a message for the user if that failed: "cannot write report
/// out/r.json: No such file or directory".
std::optional<std::string> write_report(const std::string& path, const detector::Report& report,
                                        detector::Symboliser& symboliser, const Rendering& rendering = {});

}  // namespace fencepost::cli
