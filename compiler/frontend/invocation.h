// How clang is set up for one side of a source.
#pragma once

#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>

#include <memory>

#include "compiler/frontend/source_mends.h"
#include "compiler/translation.h"

namespace fencepost::compiler {

/// Null if the options make no sense to clang; it was told.
std::shared_ptr<clang::CompilerInvocation> invocation_of(const Translation& translation, Side side);

/// To be called before an action's own BeginInvocation: the side's target, and what nvcc takes.
void begin_invocation(clang::CompilerInstance& compiler, Side side, SourceMends& mends);

}  // namespace fencepost::compiler
