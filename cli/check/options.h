// The options of `fencepost check`, and what of them its processes get.
#pragma once

#include <string>

#include "detector/model/options.h"

namespace fencepost::cli {

/// Parses the user's FENCEPOST_OPTIONS and then `given`; checks that files can be read and reports written. Returns
/// what is wrong, else nothing. `text` becomes what was parsed.
std::string read_check_options(const std::string& given, std::string& text, detector::Options& options);

/// What every process below the check gets before its own FENCEPOST_OPTIONS. `text` parses to `options`; names of files
/// become absolute ones: the processes may run elsewhere.
std::string process_options(const std::string& text, const detector::Options& options, bool fails_processes);

}  // namespace fencepost::cli
