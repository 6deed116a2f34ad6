// Runs the kernel with what a question found, checked: a race is told only if the run has it.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "cli/prove/contents.h"
#include "cli/prove/verdict.h"
#include "compiler/symbolic/symbolic_kernel.h"

namespace fencepost::cli::symbolic {

struct ConfirmOptions {
  std::string source;
  std::vector<std::string> compiler_arguments;
  std::string keep;  ///< A folder for the host programs that confirmed something; empty: none is kept.
  std::vector<AssumedContents> contents;  ///< What is assumed of arrays, and so is to be in them.
  bool any_launch = true;                 ///< Nothing is assumed of it.
  unsigned most_runs = 4;                 ///< Of a kernel.
  unsigned seconds = 20;                  ///< Of a run.
};

/// Runs witnesses of what is unknown, and makes kFalse or kWarning of what a run finds. Also of other verdicts than the
/// witness's own: a run that finds what is kProved under no assumption is a mistake of ours: throws std::logic_error.
void confirm(const compiler::SymbolicKernel& kernel, const ConfirmOptions& options, KernelVerdicts& verdicts);

}  // namespace fencepost::cli::symbolic
