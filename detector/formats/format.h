// The formats of reports, and their writers.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "detector/model/finding.h"
#include "detector/model/options.h"
#include "detector/report/text.h"
#include "detector/symbols/symboliser.h"

namespace fencepost::detector {

/// What `--format` accepts.
std::vector<std::pair<std::string, Format>> format_names();

/// The place of a report that is standard output.
inline constexpr const char* kStandardOutput = "-";

/// Where a report goes, and how it is written.
struct ReportTarget {
  std::string path;  ///< kStandardOutput, or a file's.
  Format format{};
};

/// What "r.sarif", "sarif:r.log" or "-" (JSON) says; nullopt if that names no format.
std::optional<ReportTarget> report_target(const std::string& text);

/// Whether one of these targets is standard output.
bool goes_to_standard_output(const std::vector<std::string>& reports);

/// "-" among `reports` becomes "FORMAT:-" of what --format asks for, JSON if it asks for nothing but text; standard
/// error then has the text. Without a "-" nothing changes.
void give_format_to_standard_output(std::vector<std::string>& reports, Format& format);

/// Those extensions: ".json, .sarif and .txt", or separated by `separator` alone.
std::string report_extensions(std::string_view separator = {});

/// What the format of a report does not tell.
struct Rendering {
  TextStyle style;                  ///< Of text.
  FailOn fail_on = FailOn::kError;  ///< Least finding that is a failure in JUnit's XML.
};

/// The report as text of `format`, ending with a newline.
std::string render(const Report& report, Format format, Symboliser& symboliser, const Rendering& rendering);

}  // namespace fencepost::detector
