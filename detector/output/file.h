// Reports written to files (--report FILE).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace fencepost::detector {

/// nullopt if `path` names a format that can be written (report_target()), else a message that names those that can.
std::optional<std::string> check_report_path(const std::string& path);

/// nullopt if a file could be written at `path` now, else a message as of write_text(). To be asked before a run,
/// which may take long; creates nothing.
std::optional<std::string> check_report_place(const std::string& path);

/// From now on standard output is for reports: what else is written to it goes to standard error.
void keep_standard_output_for_reports();

/// The file descriptor that such reports go to.
int standard_output_of_reports();

/// Writes `text` to a file or, "-", to standard output: all of it or, on an error, nothing (an older file stays).
/// Returns a message for the user if that failed: "cannot write report out/r.json: No such file or directory".
std::optional<std::string> write_text(const std::string& path, const std::string& text);

/// Writes all of `text` to an open file: 0, or the errno of what failed.
int write_all(int descriptor, std::string_view text);

}  // namespace fencepost::detector
