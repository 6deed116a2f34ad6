// Why something is not known: what of the program an index or a condition hangs on.
#pragma once

#include <string>

#include "cli/symbolic/kernel_facts.h"

namespace fencepost::cli::symbolic {

/// "index read from memory at line 12"; empty if what the access depends on is known.
std::string reason_of(const KernelFacts& facts, const compiler::SymbolicAccess& access);

/// Of the conditions on which a block is come to.
std::string reason_of_block(const KernelFacts& facts, int block);

}  // namespace fencepost::cli::symbolic
