// `fencepost report` and `fencepost diff`: what is done with reports after a run.
#pragma once

#include <string>
#include <vector>

#include "detector/model/options.h"

namespace CLI {
class App;
}

namespace fencepost::cli {

struct ReportRequest {
  std::vector<std::string> inputs;                    ///< JSON reports.
  std::vector<std::string> outputs;                   ///< Files whose extensions say how; none: standard output.
  detector::Format format = detector::Format::kText;  ///< Of standard output.
  std::size_t width = 0;
  detector::FailOn fail_on = detector::FailOn::kError;  ///< What is a failure in JUnit's XML.
  std::string baseline;
  bool of_process = false;  ///< See detector/output/conversion.h.
};

struct DiffRequest {
  std::string before, after;
  bool json = false;
  std::string output;  ///< Empty: standard output.
  std::size_t width = 0;
  detector::FailOn fail_on = detector::FailOn::kError;
  int error_exitcode = 66;
};

/// Add the subcommands with their options. When one was given, its request is complete after app.parse().
CLI::App* add_report_command(CLI::App& app, ReportRequest& request);
CLI::App* add_diff_command(CLI::App& app, DiffRequest& request);

/// Writes the reports, several of them as one (ReportUnion), in other formats. Returns the exit status: 0, or 2 if one
/// cannot be read or written.
int convert_reports(const ReportRequest& request);

/// Prints what is new, fixed and the same. Returns 0, request.error_exitcode if something new is at the level of
/// --fail-on, or 2 if a report cannot be read.
int compare_reports(const DiffRequest& request);

}  // namespace fencepost::cli
