// Verdicts as a SARIF log, for code scanning services and editors.
#pragma once

#include <string>
#include <vector>

#include "cli/prove/verdict.h"

namespace fencepost::cli::symbolic {

/// One log with one run (cli/formats/sarif_log.h), whose rules are those of findings. A verdict is a result at its
/// first line, in the words that the standard has for provers (§3.27.9): `proved` is of kind `pass`, `unknown` is
/// `open`; `false` and `warning` have failed, with these levels. A kernel with an obstacle is one `open` result.
/// `status`: the command's exit status.
std::string sarif_of(const std::vector<KernelVerdicts>& kernels, const std::string& source, int status);

}  // namespace fencepost::cli::symbolic
