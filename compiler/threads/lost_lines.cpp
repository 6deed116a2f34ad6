#include "compiler/threads/lost_lines.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <map>

namespace fencepost::compiler {
namespace {

bool has_line(const llvm::Instruction& instruction) {
  return instruction.getDebugLoc() && instruction.getDebugLoc().getLine() != 0;
}

/// By block: the line that it begins with, or that comes after it.
using FirstLines = std::map<const llvm::BasicBlock*, llvm::DebugLoc>;

void mend(llvm::BasicBlock& block, FirstLines& first) {
  llvm::DebugLoc next;
  for (const llvm::BasicBlock* successor : llvm::successors(&block)) {
    const auto found = first.find(successor);
    if (found != first.end() && !next) next = found->second;
  }
  for (llvm::Instruction& instruction : llvm::reverse(block)) {
    if (llvm::isa<llvm::PHINode, llvm::AllocaInst, llvm::DbgInfoIntrinsic>(instruction)) continue;
    if (has_line(instruction)) {
      next = instruction.getDebugLoc();
    } else if (next) {
      instruction.setDebugLoc(next);
    }
  }
  if (next) first[&block] = next;
}

}  // namespace

void mend_lost_lines(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || function.getSubprogram() == nullptr) continue;
    FirstLines first;
    // What comes next is known first; behind the end of a loop comes its beginning, which is known the second time.
    for (int round = 0; round < 2; ++round) {
      for (llvm::BasicBlock* block : llvm::post_order(&function)) mend(*block, first);
    }
  }
}

}  // namespace fencepost::compiler
