#include <llvm/IR/IRBuilder.h>

#include "compiler/checks/checks.h"
#include "compiler/passes/passes.h"

namespace fencepost::compiler {
namespace {

/// The first line of what the block does.
llvm::DebugLoc line_of(const llvm::BasicBlock& block) {
  for (const llvm::Instruction& instruction : block) {
    const llvm::DebugLoc& place = instruction.getDebugLoc();
    if (place && place.getLine() != 0 && !instruction.isDebugOrPseudoInst()) return place;
  }
  return {};
}

}  // namespace

void tell_basic_blocks(llvm::Module& module) {
  const llvm::FunctionCallee tell =
      module.getOrInsertFunction("__sanitizer_cov_trace_pc", llvm::Type::getVoidTy(module.getContext()));
  for (llvm::Function& function : module) {
    // A kernel's entry tells that a thread enters it.
    const bool told = function.hasFnAttribute(llvm::Attribute::SanitizeThread) || function.hasFnAttribute(kKernelEntry);
    if (function.isDeclaration() || !told) continue;
    for (llvm::BasicBlock& block : function) {
      llvm::BasicBlock::iterator at = block.getFirstInsertionPt();
      if (at == block.end()) continue;
      while (llvm::isa<llvm::AllocaInst>(*at)) ++at;
      llvm::IRBuilder<> builder(&block, at);
      builder.SetCurrentDebugLocation(line_of(block));
      builder.CreateCall(tell)->addFnAttr(llvm::Attribute::NoMerge);
    }
  }
}

}  // namespace fencepost::compiler
