// Loops of the host's code whose accesses concern nobody, as is known before they begin.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <map>

#include "compiler/checks/detector_state.h"
#include "compiler/passes/analyses.h"

namespace fencepost::compiler {

/// Of the checks of accesses in innermost loops of `function`, at addresses that go on by the same step in each turn,
/// those that need not be made where a condition holds (`i1`): it is computed before their loop, for all of the loop's
/// addresses. Loops that call what may change which addresses are to be checked have none.
std::map<llvm::CallInst*, llvm::Value*> conditions_before_loops(llvm::Function& function,
                                                                const std::vector<PlainCheck>& checks,
                                                                llvm::FunctionAnalysisManager& analyses);

}  // namespace fencepost::compiler
