// A loop over threads that tells its accesses in rows.
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/rows/row_accesses.h"
#include "compiler/rows/thread_values.h"

namespace fencepost::compiler {

/// Writes `code`'s loop twice: without the checks of `accesses`, for the parts of the threads whose rows the detector
/// takes, and as it was, for all others.
void write_row_loop(llvm::Function& function, const RowCode& code, const RowAccesses& accesses);

}  // namespace fencepost::compiler
