// The formats of reports, and their writers.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "detector/finding.h"
#include "detector/options.h"
#include "detector/report_text.h"
#include "detector/symboliser.h"

namespace fencepost::detector {

/// What `--format` accepts.
std::vector<std::pair<std::string, Format>> format_names();

/// The format that the extension of `path` names; nullopt if there is none of that name.
std::optional<Format> format_of_file(const std::string& path);

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
