// Single instructions of a kernel: what they compute, access and wait for becomes part of the draft.
#pragma once

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instruction.h>

#include "compiler/lifting/kernel_draft.h"

namespace fencepost::compiler {

/// Of numbers.
void lift_operation(KernelDraft& draft, const llvm::Instruction& instruction);
/// One whose result is a pointer, but no element's address.
void lift_pointer(KernelDraft& draft, const llvm::Instruction& instruction);
/// Of a function, an intrinsic or PTX, but not a block's barrier.
void lift_call(KernelDraft& draft, const llvm::CallBase& call);
/// An asm statement: what computes, waits for lanes of the warp, or reads and writes without an order.
void lift_ptx(KernelDraft& draft, const llvm::CallBase& call);

}  // namespace fencepost::compiler
