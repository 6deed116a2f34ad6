// Reports in the formats that a checked program does not write itself, text and JSON: the program `fencepost` writes
// them (`fencepost report --of-process`).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "detector/model/options.h"

namespace fencepost::detector {

/// Whether a checked program needs `fencepost` for this format.
bool needs_conversion(Format format);

/// What is to be made of a report.
struct Conversion {
  std::string json;                          ///< The report, render_json().
  std::map<std::string, std::string> files;  ///< Full paths of the files that it names, Symboliser::full_paths().
  std::vector<std::string> arguments;        ///< Of `fencepost report`: "-o", "html:r.html".
  int output = 1;                            ///< The file descriptor of its standard output.
};

/// Has it done by `fencepost`, and waits for it. False if it could not: it has told why, on standard error. nullopt if
/// it was not run, or crashed. Any thread; also in a handler of a deadly signal.
std::optional<bool> convert(const std::string& fencepost, const Conversion& conversion);

/// The words by which `fencepost report` knows that its input is a Conversion: a line of JSON, the files, and then the
/// report.
inline constexpr const char* kOfProcess = "--of-process";

}  // namespace fencepost::detector
