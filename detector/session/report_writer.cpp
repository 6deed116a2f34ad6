#include "detector/session/report_writer.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "detector/output/conversion.h"
#include "detector/output/file.h"
#include "detector/output/target.h"
#include "detector/report/json.h"
#include "detector/report/profile_text.h"
#include "detector/report/text.h"
#include "sim/os/own_program.h"

namespace fencepost::detector {
namespace {

void tell(const std::string& problem) { std::fprintf(stderr, "fencepost: error: %s\n", problem.c_str()); }

const char* fail_on_word(FailOn fail_on) {
  return fail_on == FailOn::kError ? "error" : fail_on == FailOn::kWarning ? "warning" : "never";
}

std::optional<bool> convert_report(const Report& report, const Options& options, Symboliser& symboliser,
                                   std::vector<std::string> arguments, int output) {
  arguments.insert(arguments.end(), {"--fail-on", fail_on_word(options.fail_on)});
  return convert(sim::find_own_program("fencepost"),
                 {render_json(report), symboliser.full_paths(), std::move(arguments), output});
}

void print_text(const Report& report, const Options& options, Symboliser& symboliser) {
  TextStyle style = terminal_style(STDERR_FILENO);
  style.rules = options.print_suppressions;
  if (options.width != 0) style.columns = options.width;
  const std::string profile = report.profile != nullptr ? render_profile(*report.profile, symboliser, style) : "";
  const std::string text = profile + render_text(report, symboliser, style);
  std::fwrite(text.data(), 1, text.size(), stderr);
}

/// What is left to do for reports that `fencepost` could not write.
void keep_as_json(const Report& report, const std::vector<ReportTarget>& targets) {
  for (const auto& [path, format] : targets) {
    const std::string problem = "cannot write report " + path + ": the program fencepost, which writes it, failed";
    if (path == kStandardOutput) {
      tell(problem);
      continue;
    }
    const std::string json = path + ".json";
    const auto also = write_text(json, render_json(report));
    tell(also ? problem + "; " + *also
              : problem + "; what it tells is in " + json + ", for: fencepost report " + json + " -o " +
                    name_of(format) + ":" + path);
  }
}

}  // namespace

std::optional<std::string> report_problem(const Options& options) {
  bool converts = needs_conversion(options.format);
  for (const std::string& path : options.reports) {
    if (auto problem = check_report_place(path)) return problem;
    converts = converts || needs_conversion(report_target(path)->format);
  }
  if (!converts || !sim::find_own_program("fencepost").empty()) return std::nullopt;
  return "the program fencepost writes reports that are neither text nor JSON, and it is neither where this program "
         "was "
         "compiled nor on PATH; put it there, or write r.json, and let it make the others from that";
}

bool print_report(const Report& report, const Options& options, Symboliser& symboliser) {
  if (options.format == Format::kText) {
    print_text(report, options, symboliser);
    return true;
  }
  if (options.format == Format::kJson) {
    const std::string json = render_json(report);
    return std::fwrite(json.data(), 1, json.size(), stderr) == json.size();
  }
  std::fflush(stderr);
  const auto done = convert_report(report, options, symboliser, {"--format", name_of(options.format)}, STDERR_FILENO);
  if (!done) {
    tell("cannot print the report as " + name_of(options.format) +
         ": the program fencepost, which writes it, failed; as text:");
    print_text(report, options, symboliser);
  }
  return done.value_or(false);
}

bool write_reports(const Report& report, const Options& options, Symboliser& symboliser) {
  bool all_written = true;
  std::vector<ReportTarget> converted;
  std::vector<std::string> arguments;
  for (const std::string& path : options.reports) {
    const ReportTarget target = *report_target(path);
    if (needs_conversion(target.format)) {
      converted.push_back(target);
      arguments.insert(arguments.end(), {"-o", name_of(target.format) + ":" + target.path});
      continue;
    }
    const bool is_json = target.format == Format::kJson;
    const auto problem =
        write_text(target.path, is_json ? render_json(report) : render_text(report, symboliser, TextStyle{}));
    if (problem) tell(*problem);
    all_written = all_written && !problem;
  }
  if (converted.empty()) return all_written;
  const auto done = convert_report(report, options, symboliser, std::move(arguments), standard_output_of_reports());
  if (!done) keep_as_json(report, converted);
  return all_written && done.value_or(false);
}

}  // namespace fencepost::detector
