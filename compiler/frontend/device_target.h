// The target that kernels are compiled for: x86-64 with a GPU's shared memory and PTX's operand constraints.
#pragma once

#include <clang/Basic/TargetInfo.h>
#include <llvm/ADT/IntrusiveRefCntPtr.h>

namespace fencepost::compiler {

/// What clang asks about device code's target. Types, layouts and calls are the host's, so that an object, a pointer to
/// a function and a call mean the same on either side; only shared memory and inline assembly are the GPU's.
clang::TargetInfo* device_target(llvm::IntrusiveRefCntPtr<clang::TargetInfo> host);

}  // namespace fencepost::compiler
