#include "cli/check/options.h"

#include <cstdlib>
#include <filesystem>
#include <vector>

#include "cli/base/runtime_options.h"
#include "detector/output/file.h"
#include "detector/policy/suppressions.h"
#include "detector/report/fingerprint.h"
#include "detector/text/shell_words.h"

namespace fencepost::cli {
namespace {

std::string absolute(const std::string& file) {
  std::error_code error;
  return detector::quoted_word(std::filesystem::absolute(file, error).lexically_normal().string());
}

}  // namespace

std::string read_check_options(const std::string& given, std::string& text, detector::Options& options) {
  const char* inherited = std::getenv("FENCEPOST_OPTIONS");
  text = (inherited != nullptr ? std::string(inherited) + " " : "") + given;
  std::string problem;
  const auto parsed = detector::parse_options(text, problem);
  if (!parsed) return problem + " (in FENCEPOST_OPTIONS)";
  options = *parsed;
  for (const std::string& report : options.reports) {
    if (auto wrong = detector::check_report_place(report)) return *wrong;
  }
  std::vector<detector::SuppressionRule> rules;
  for (const std::string& file : options.suppressions) {
    if (auto wrong = detector::read_suppressions(file, rules)) return *wrong;
  }
  if (!options.baseline.empty() && !detector::read_baseline(options.baseline, problem)) return problem;
  return {};
}

std::string process_options(const std::string& text, const detector::Options& options, bool fails_processes) {
  std::string kept =
      options_without(text,
                      {"--report", "--report-dir", "--baseline", "--suppressions", "--max-findings", "--timeout",
                       "--format", "--width"},
                      {"--quiet", "--verbose", "--print-suppressions", "--require-launch", "--profile", "--coverage"});
  if (options.coverage) {
    kept += " --coverage" + (options.coverage_file.empty() ? "" : "=" + absolute(options.coverage_file));
  }
  for (const std::string& file : options.suppressions) kept += " --suppressions " + absolute(file);
  if (!options.report_folder.empty()) kept += " --report-dir " + absolute(options.report_folder);
  if (!options.verbose) kept += " --report-only";
  if (!fails_processes) kept += " --keep-status";
  return kept;
}

}  // namespace fencepost::cli
