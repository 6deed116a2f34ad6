// Proposals in the reports of the run that they are for.
#pragma once

#include <string>

#include "cli/base/checked_program.h"
#include "cli/propose/proposal.h"

namespace fencepost::cli {

/// Writes the reports that `request` asks for in formats that hold proposals (JSON, SARIF, HTML) once more, with
/// `proposal` at the findings of `report_file`, the JSON report of the same run. Returns a message for the user if that
/// failed, else "".
std::string add_to_reports(const ProgramRequest& request, const std::string& report_file, const Proposal& proposal);

}  // namespace fencepost::cli
