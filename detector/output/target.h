// Where reports go, and the formats they may have.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "detector/model/options.h"

namespace fencepost::detector {

/// What `--format` accepts.
std::vector<std::pair<std::string, Format>> format_names();

/// The word of --format and of FORMAT:FILE.
std::string name_of(Format format);

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

}  // namespace fencepost::detector
