// Options of a checked program: FENCEPOST_OPTIONS, and the same options of `fencepost run`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/interface/config.h"

namespace fencepost::detector {

/// What a run prints on standard error.
enum class Format : std::uint8_t { kText, kJson, kHtml, kSarif, kJunit, kGithub, kMarkdown, kComputeSanitizer, kGcc };

enum class FailOn : std::uint8_t { kError, kWarning, kNever };

/// Which checks run (`--check race,memory,init,sync`).
struct Checks {
  bool race = true, memory = true, init = true, sync = true;
};

/// Which permissions to record, and where to (`fencepost permissions` asks for it).
struct PermissionRequest {
  std::string file;                 ///< Of a PermissionRecord as JSON; empty: record nothing.
  std::vector<std::string> arrays;  ///< Names as a report gives them; empty: all.
  std::uint64_t launch = 0;         ///< 0: the first one that touches the array.
  std::string block = "0";          ///< "17", a rank in the grid, or "1,0,2".
  bool barriers = false;            ///< Also find out what each barrier of the run is for.
};

/// Which blocks to record for `fencepost replay`, and where to.
struct ReplayRequest {
  std::string file;                     ///< Of the recording, as detector/replay/recorder.h has it; empty: none.
  std::vector<std::uint64_t> launches;  ///< Empty: the first launch of each kernel.
  std::vector<std::string> blocks;      ///< As detector/model/block_name.h has them; empty: the first few.
};

struct Options {
  sim::Config sim;
  Checks checks;
  std::vector<std::string> reports;   ///< --report [FORMAT:]FILE, repeatable; standard output always with its format;
                                      ///< %p and its like stand for this process.
  bool reports_name_process = false;  ///< One of them does.
  std::string report_folder;          ///< --report-dir DIR: a report of a name of its own in there.
  Format format = Format::kText;
  std::size_t width = 0;                  ///< Columns of text; 0: the terminal's.
  std::string baseline;                   ///< A JSON report whose findings do not count; empty: none.
  std::vector<std::string> suppressions;  ///< Files, --suppressions FILE, repeatable.
  bool print_suppressions = false;        ///< Also print the rule that would suppress each finding.
  std::string kernel_glob = "*";
  std::uint32_t max_findings = 100;
  FailOn fail_on = FailOn::kError;
  int error_exitcode = 66;
  bool same_value_is_error = false;  ///< --same-value error
  bool require_launch = false;       ///< Exit 4 if no kernel was launched (set by `fencepost run`).
  bool quiet = false;
  bool verbose = false;      ///< A line for each launch as it ends.
  bool leak_check = false;   ///< Report device memory that was never freed.
  bool report_only = false;  ///< Print no report, only write files: of one run of several.
  bool keep_status = false;  ///< Findings do not change the exit status: `fencepost check` has its own.
  bool exact = false;        ///< Keep each access of every program, as for those that use fences (for the tests).
  bool sample = false;       ///< Check repeats of a launch in part,
  std::uint64_t sample_after = std::uint64_t{1} << 22;  ///< once so many accesses of the first were checked.
  bool profile = false;                                 ///< Count what kernels would cost a GPU.
  bool coverage = false;                                ///< Tell which lines and branches of kernels ran,
  std::string coverage_file;                            ///< and add that to this file; empty: to none.
  PermissionRequest permissions;
  ReplayRequest replay;
  std::string scopes_file;  ///< Where to write what annotations are inferred from; empty: nowhere.
};

/// Parses a command line of options, split as a shell would. On a mistake returns nullopt and puts a one-line
/// message that names the option and the remedy into `error`.
std::optional<Options> parse_options(const std::string& text, std::string& error);

}  // namespace fencepost::detector
