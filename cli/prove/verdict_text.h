// Verdicts for people, and as JSON.
#pragma once

#include <string>
#include <vector>

#include "cli/prove/verdict.h"

namespace fencepost::cli::symbolic {

/// "proved", "false", "warning", "unknown".
const char* word_of(Verdict::Kind kind);

/// What it is of: "tile: line 8 writes, line 9 reads".
std::string subject_of(const Verdict& verdict);

/// Lines, with a line break behind each.
std::string text_of(const KernelVerdicts& verdicts, const std::string& source);

/// docs/prove.md, "JSON".
std::string json_of(const std::vector<KernelVerdicts>& kernels, const std::string& source);

}  // namespace fencepost::cli::symbolic
