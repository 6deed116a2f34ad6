// What <fencepost/gtest.h> asks the detector: which findings came while a piece of the program ran. For other test
// frameworks, too. Host code only.
//
// The functions are weak: in a program that is not built by fencepost-nvcc, or compiled by nvcc, they are null.
// Watches are of the whole process and nest: a finding goes to the innermost one that is open, each watch has a
// finding once, and one that an earlier watch had, too, is had again. They are not for several host threads at once;
// these may launch, though.
#pragma once

extern "C" {

/// Valid during the call that passes it on.
struct fencepost_finding {
  const char* text;  ///< As the report prints it: both accesses with their lines. Ends with a newline.
  const char* file;  ///< Of the first access; "" if unknown.
  unsigned line;
  bool is_error;     ///< Not a warning only.
  bool counts;       ///< At the level of --fail-on.
  const char* json;  ///< As a member of the JSON report's `findings` (docs/report-format.md).
};

/// What ran between fencepost_watch_open() and fencepost_watch_close().
struct fencepost_watched {
  unsigned long long launches, threads, accesses;
  unsigned long long expected;  ///< Findings that were expected, by it or a watch within it.
  bool met;                     ///< What it expects itself was found.
};

/// Returns the watch's number. Expected are races (none if `first` is null) between the lines `first` and `second`,
/// in either order, each one of
///   "12"          line 12 of `file`,
///   "scan.cuh:12" line 12 of that file, whose path may be shortened from the left,
///   "@write"      every line with the comment `// … @write`.
/// Expected findings do not count: the report lists them as suppressed by `file`:`line`.
__attribute__((weak)) unsigned long long fencepost_watch_open(const char* file, unsigned line, const char* first,
                                                              const char* second);

/// Closes the watch, and those that were opened after it. `each` is told its findings in the order of a report, without
/// those that rules and comments suppress. `passes_on`: they also become findings of the watch around it.
/// `synchronises`: as if the program called cudaDeviceSynchronize() first.
__attribute__((weak)) fencepost_watched fencepost_watch_close(unsigned long long watch, bool synchronises,
                                                              bool passes_on,
                                                              void (*each)(void* context, const fencepost_finding*),
                                                              void* context);
}
