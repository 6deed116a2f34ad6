// The target that kernels are compiled for: x86-64 with a GPU's shared memory and PTX's operand constraints.
#pragma once

#include <clang/Basic/TargetInfo.h>
#include <llvm/ADT/IntrusiveRefCntPtr.h>

namespace fencepost::compiler {

/// Address spaces of LLVM IR: __shared__ variables have one of their own, all other memory and every pointer is
/// generic. It is none of those that x86-64 gives a meaning (256 to 258, 270 to 272).
enum AddressSpace : unsigned { kGeneric = 0, kShared = 3 };

/// What clang asks about device code's target. Types, layouts and calls are the host's, so that an object, a pointer to
/// a function and a call mean the same on either side; only shared memory and inline assembly are the GPU's.
clang::TargetInfo* device_target(llvm::IntrusiveRefCntPtr<clang::TargetInfo> host);

}  // namespace fencepost::compiler
