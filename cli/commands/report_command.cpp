#include "cli/commands/report_command.h"

#include <unistd.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/base/checked_program.h"
#include "cli/formats/format.h"
#include "cli/options/option_parser.h"
#include "detector/output/conversion.h"
#include "detector/output/file.h"
#include "detector/report/diff.h"
#include "detector/report/fingerprint.h"
#include "detector/report/order.h"
#include "detector/report/processes.h"
#include "detector/report/reader.h"
#include "detector/report/text.h"
#include "detector/report/union.h"
#include "detector/symbols/symboliser.h"

namespace fencepost::cli {
namespace {

int fail(const std::string& message) {
  std::fprintf(stderr, "fencepost: error: %s\n", message.c_str());
  return kBadUsage;
}

/// Full paths of sources by the names that reports have for them; others are looked for from the working directory.
using SourcePaths = std::map<std::string, std::string>;

/// What a checked program hands over for conversion: see detector/output/conversion.h.
std::optional<detector::Report> read_of_process(const std::string& file, SourcePaths& paths, std::string& error) {
  std::ifstream in(file, std::ios::binary);
  std::string first;
  std::getline(in, first);
  try {
    paths = nlohmann::json::parse(first).get<SourcePaths>();
  } catch (const std::exception&) {
    error = file + ": not from a checked program";
    return std::nullopt;
  }
  return detector::parse_json_report(std::string(std::istreambuf_iterator<char>(in), {}), error);
}

bool print(const std::string& text) {
  return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
}

detector::TextStyle style_of(std::size_t width) {
  detector::TextStyle style = detector::terminal_style(STDOUT_FILENO);
  style.full = style.brief = detector::TextStyle::kAll;
  style.instances = style.suppressed = true;
  if (width != 0) style.columns = width;
  return style;
}

/// One report as it is; several as one.
detector::Report united(const std::vector<detector::Report>& reports, const detector::Baseline* baseline) {
  if (reports.size() == 1 && baseline == nullptr) return reports.front();
  if (reports.size() == 1) {
    detector::Report report = reports.front();
    const detector::Summary before = report.summary;
    std::ranges::move(report.suppressed, std::back_inserter(report.findings));
    detector::arrange(report, SIZE_MAX, baseline);
    detector::count_left_out(report.summary, before.left_out, before.left_out_by_kind);
    return report;
  }
  detector::ReportUnion all;
  for (const detector::Report& report : reports) all.add(report);
  detector::Report report = all.report(SIZE_MAX, baseline);
  std::error_code ignored;
  detector::use_paths_from(std::filesystem::current_path(ignored).string(), report);
  return report;
}

}  // namespace

CLI::App* add_report_command(CLI::App& app, ReportRequest& request) {
  CLI::App* command = app.add_subcommand("report", "Write JSON reports in other formats, several as one");
  command->footer(
      "  fencepost report r.json -o r.html -o r.sarif -o r.xml\n"
      "  fencepost report reports/*.json -o all.json\n"
      "  fencepost report r.json --format github\n\n"
      "Lines of source are shown if the files lie where they did, seen from here.\n"
      "Exit status: 0, or 2 if a file is no report or cannot be written.");
  command->add_option("FILE", request.inputs, "JSON reports of runs")->required();
  const auto output = [&request](const CLI::results_t& paths) {
    for (const std::string& path : paths) {
      if (const auto problem = detector::check_report_path(path)) throw CLI::ValidationError("-o", *problem);
      request.outputs.push_back(path);
    }
    return true;
  };
  CLI::Option* option = command->add_option(
      "-o,--output", output,
      "Write to FILE" + detector::report_extensions(",") + " (repeatable; default: standard output)");
  option->type_name("FILE")->type_size(1)->allow_extra_args(false);
  option->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  add_print_options(*command, request.format, request.width);
  add_fail_on(*command, request.fail_on);
  command->get_option("--fail-on")->description("Least finding that is a failure in .xml (default: error)");
  command->add_flag(detector::kOfProcess, request.of_process)->group("");
  command->add_option("--baseline", request.baseline, "A JSON report whose findings do not count")->type_name("FILE");
  return command;
}

CLI::App* add_diff_command(CLI::App& app, DiffRequest& request) {
  CLI::App* command = app.add_subcommand("diff", "What is new, fixed or the same between two JSON reports");
  command->footer(
      "  fencepost diff old.json new.json\n\n"
      "Findings are the same if their kind, kernel, object, functions and the text of their lines are:\n"
      "lines may have moved.\n\n"
      "Exit status: 0, 66 if there is something new, 2 if a file is no report.");
  command->add_option("OLD", request.before, "A JSON report")->required();
  command->add_option("NEW", request.after, "A JSON report")->required();
  command->add_option("-o,--output", request.output, "Write to FILE instead of standard output")->type_name("FILE");
  command->add_flag("--json", request.json, "As JSON");
  add_width(*command, request.width);
  add_fail_on(*command, request.fail_on);
  add_error_exitcode(*command, request.error_exitcode);
  return command;
}

int convert_reports(const ReportRequest& request) {
  std::vector<detector::Report> reports;
  std::string error;
  SourcePaths paths;
  for (const std::string& input : request.inputs) {
    auto report = request.of_process ? read_of_process(input, paths, error) : detector::read_report(input, error);
    if (!report) return fail(error);
    reports.push_back(std::move(*report));
  }
  detector::Format format = request.format;
  std::vector<std::string> outputs = request.outputs;
  detector::give_format_to_standard_output(outputs, format);
  std::optional<detector::Baseline> baseline;
  if (!request.baseline.empty() && !(baseline = detector::read_baseline(request.baseline, error))) return fail(error);
  const detector::Report report = united(reports, baseline ? &*baseline : nullptr);
  detector::Symboliser symboliser(paths);
  int status = 0;
  for (const std::string& output : outputs) {
    Rendering rendering{.fail_on = request.fail_on};
    if (request.width != 0) rendering.style.columns = request.width;
    if (const auto problem = write_report(output, report, symboliser, rendering)) status = fail(*problem);
  }
  if (!outputs.empty()) return status;
  const Rendering rendering{style_of(request.width), request.fail_on};
  const bool printed = print(render(report, format, symboliser, rendering));
  return printed ? 0 : fail("cannot write the report to standard output");
}

int compare_reports(const DiffRequest& request) {
  std::vector<detector::Report> reports;
  for (const std::string& file : {request.before, request.after}) {
    std::string error;
    auto report = detector::read_report(file, error);
    if (!report) return fail(error);
    if (!detector::has_fingerprints(*report)) {
      return fail(file + ": its findings have no fingerprints; it is of an older version of Fencepost");
    }
    if (report->summary.left_out != 0) {
      std::fprintf(stderr, "fencepost: warning: %s: findings beyond --max-findings were left out of it\n",
                   file.c_str());
    }
    reports.push_back(std::move(*report));
  }
  const detector::ReportDiff diff = detector::diff_of(reports[0], reports[1]);
  detector::Symboliser symboliser{SourcePaths()};
  const detector::TextStyle style = style_of(request.width);
  const std::string text =
      request.json ? detector::render_diff_json(diff)
                   : detector::render_diff(diff, symboliser, style.columns, style.colour && request.output.empty());
  if (request.output.empty()) {
    if (!print(text)) return fail("cannot write to standard output");
  } else if (const auto problem = detector::write_text(request.output, text)) {
    return fail(*problem);
  }
  detector::Summary summary;
  for (const detector::Finding* finding : diff.added) {
    ++(finding->severity == detector::Severity::kError ? summary.errors : summary.warnings);
  }
  return detector::fails(summary, request.fail_on) ? request.error_exitcode : 0;
}

}  // namespace fencepost::cli
