// What tools have in common: arguments that name a source, and answers that tell of a report.
#pragma once

#include <string>

#include "cli/tools/kept_reports.h"
#include "cli/tools/schema.h"
#include "cli/tools/tool.h"

namespace fencepost::cli {

/// `own` and those of a source: source, name, path, compiler_args.
Properties with_source(Properties own);
/// Also those of a program that is run: args, timeout.
Properties with_program(Properties own);

/// Of findings_json(), with more members.
nlohmann::ordered_json findings_schema(const Properties& more = {});

/// Keeps the report that `fencepost` has written to call.file("report.json"). Throws ToolError with what the command
/// said if there is none, as it did not compile, launched no kernel, or was used wrongly.
const KeptReport& keep_report(Call& call, const BoundedEnd& end, const std::string& patch = {});

/// How many findings, of what, and the first twenty in two lines each, with their ids.
std::string findings_text(const KeptReport& kept);
nlohmann::ordered_json findings_json(const KeptReport& kept);

/// How it ended, a line.
std::string end_text(const BoundedEnd& end);
/// What the program printed, its first bytes; empty if nothing.
std::string output_text(const BoundedEnd& end, std::size_t most);

}  // namespace fencepost::cli
