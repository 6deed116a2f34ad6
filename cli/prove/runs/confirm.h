// Runs the kernel with what a question found, checked: a race is told only if the run has it.
#pragma once

#include <vector>

#include "cli/prove/contents.h"
#include "cli/prove/runs/confirm_program.h"
#include "cli/prove/verdict.h"
#include "compiler/symbolic/symbolic_kernel.h"

namespace fencepost::cli::symbolic {

struct ConfirmOptions {
  std::vector<AssumedContents> contents;  ///< What is assumed of arrays, and so is to be in them.
  bool any_launch = true;                 ///< Nothing is assumed of it.
  unsigned most_runs = 10;                ///< Of a kernel.
};

/// Runs witnesses of what is unknown, and makes kFalse or kWarning of what a run finds. Also of other verdicts than the
/// witness's own: a run that finds what is kProved under no assumption is a mistake of ours: throws std::logic_error.
/// `program` has the kernel.
void confirm(const compiler::SymbolicKernel& kernel, const ConfirmOptions& options, ConfirmProgram& program,
             KernelVerdicts& verdicts);

}  // namespace fencepost::cli::symbolic
