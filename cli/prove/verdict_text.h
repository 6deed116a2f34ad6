// Verdicts for people, and as JSON.
#pragma once

#include <string>
#include <vector>

#include "cli/prove/verdict.h"

namespace fencepost::cli::symbolic {

/// Lines, with a line break behind each.
std::string text_of(const KernelVerdicts& verdicts, const std::string& source);

/// docs/prove.md, "JSON".
std::string json_of(const std::vector<KernelVerdicts>& kernels, const std::string& source);

}  // namespace fencepost::cli::symbolic
