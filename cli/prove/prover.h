// Race freedom of a kernel for all launches, arguments and contents: the two-thread reduction of GPUVerify (A. Betts et
// al., OOPSLA 2012), one question for two accesses of an interval.
#pragma once

#include <functional>
#include <vector>

#include "cli/prove/contents.h"
#include "cli/prove/verdict.h"
#include "cli/symbolic/kernel_facts.h"
#include "cli/symbolic/solve.h"

namespace fencepost::cli::symbolic {

struct ProofOptions {
  bool may_alias = false;
  bool between_blocks = true;  ///< Races of two blocks are asked for, too.
  Limits limits;
  int condition = -1;           ///< A value of the kernel that is assumed to hold; -1: none.
  std::set<int> powers_of_two;  ///< Values that are assumed to be.
  std::vector<AssumedContents> contents;
  FixedDimensions fixed;   ///< Dimensions whose sizes are assumed.
  std::string assumption;  ///< As the user wrote it.
};

/// Whether some launch that a device allows, with some arguments, meets what is assumed; also if that is not known.
bool can_be_met(const compiler::SymbolicKernel& kernel, const ProofOptions& options);

/// What can be proved; the rest is unknown, with witnesses where a question had an answer. The kernel must not have an
/// obstacle.
KernelVerdicts prove_kernel(const compiler::SymbolicKernel& kernel, const ProofOptions& options);

}  // namespace fencepost::cli::symbolic
