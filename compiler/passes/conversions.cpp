#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <vector>

#include "compiler/passes/passes.h"

namespace fencepost::compiler {
namespace {

using llvm::Intrinsic::not_intrinsic;

/// How a call rounds before it converts; not_intrinsic if it is no such function.
llvm::Intrinsic::ID rounding(const llvm::CallInst& call) {
  const llvm::Function* const callee = call.getCalledFunction();
  if (callee == nullptr) return not_intrinsic;
  switch (callee->getIntrinsicID()) {
    case llvm::Intrinsic::lrint:
    case llvm::Intrinsic::llrint:
      return llvm::Intrinsic::rint;
    case llvm::Intrinsic::lround:
    case llvm::Intrinsic::llround:
      return llvm::Intrinsic::round;
    default:
      break;
  }
  if (!callee->isDeclaration()) return not_intrinsic;
  return llvm::StringSwitch<llvm::Intrinsic::ID>(callee->getName())
      .Cases("lrint", "lrintf", "llrint", "llrintf", llvm::Intrinsic::rint)
      .Cases("lround", "lroundf", "llround", "llroundf", llvm::Intrinsic::round)
      .Default(not_intrinsic);
}

/// PTX ISA, "cvt": within the bounds. NaN, of which it says nothing, as on an H200: 0, but the sign bit alone if there
/// are 64 bits on either side. Of fewer than 32 bits the lower bits of what 32 would hold, as nvcc compiles it.
llvm::Value* converted(llvm::IRBuilder<>& builder, llvm::Value* number, llvm::Type* type, bool is_signed) {
  const unsigned bits = type->getScalarSizeInBits();
  if (bits < 32) return builder.CreateTrunc(converted(builder, number, builder.getInt32Ty(), is_signed), type);
  llvm::Value* const bound = builder.CreateIntrinsic(
      is_signed ? llvm::Intrinsic::fptosi_sat : llvm::Intrinsic::fptoui_sat, {type, number->getType()}, {number});
  if (bits < 64 && !number->getType()->isDoubleTy()) return bound;
  return builder.CreateSelect(builder.CreateFCmpUNO(number, number),
                              llvm::ConstantInt::get(type, llvm::APInt::getSignMask(bits)), bound);
}

/// The integer that `instruction` makes of a number in floating point; null if that is not what it does.
llvm::Value* bound(llvm::Instruction& instruction) {
  llvm::Type* const type = instruction.getType();
  if (!type->isIntegerTy() || type->getIntegerBitWidth() > 64) return nullptr;
  llvm::IRBuilder<> builder(&instruction);
  if (llvm::isa<llvm::FPToSIInst, llvm::FPToUIInst>(instruction)) {
    return converted(builder, instruction.getOperand(0), type, llvm::isa<llvm::FPToSIInst>(instruction));
  }
  const auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  if (call == nullptr) return nullptr;
  const llvm::Intrinsic::ID rounds = rounding(*call);
  if (rounds == not_intrinsic) return nullptr;
  return converted(builder, builder.CreateUnaryIntrinsic(rounds, call->getArgOperand(0)), type, /*is_signed=*/true);
}

}  // namespace

void bound_conversions(llvm::Module& device) {
  for (llvm::Function& function : device) {
    std::vector<llvm::Instruction*> replaced;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      llvm::Value* const value = bound(instruction);
      if (value == nullptr) continue;
      instruction.replaceAllUsesWith(value);
      replaced.push_back(&instruction);
    }
    for (llvm::Instruction* const instruction : replaced) instruction->eraseFromParent();
  }
}

}  // namespace fencepost::compiler
