// The parts of the HTML report that are the same for every run: the files of cli/formats/page, put in by the build
// (cmake/report_page.cmake).
#pragma once

#include <string_view>

namespace fencepost::cli {

extern const std::string_view kReportStyle;   ///< CSS.
extern const std::string_view kReportScript;  ///< Shows the JSON in the element #report.
extern const std::string_view kReportBody;    ///< What the script fills.
/// What a Content-Security-Policy calls style and script: "sha256-…".
extern const std::string_view kReportStyleHash, kReportScriptHash;

}  // namespace fencepost::cli
