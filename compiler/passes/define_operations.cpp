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

/// PTX ISA, "shl", "shr": an amount beyond the width counts as the width.
llvm::Value* shifted(llvm::IRBuilder<>& builder, const llvm::BinaryOperator& shift) {
  llvm::Value* const value = shift.getOperand(0);
  llvm::Value* const amount = shift.getOperand(1);
  const unsigned bits = value->getType()->getIntegerBitWidth();
  llvm::Value* const last = llvm::ConstantInt::get(amount->getType(), bits - 1);
  llvm::Value* const within = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, amount, last);
  llvm::Value* const result = builder.CreateBinOp(shift.getOpcode(), value, within);
  if (shift.getOpcode() == llvm::Instruction::AShr) return result;
  return builder.CreateSelect(builder.CreateICmpUGT(amount, last), llvm::ConstantInt::get(value->getType(), 0), result);
}

/// What stands for `instruction`; null if C++ leaves nothing of it undefined.
llvm::Value* defined(llvm::Instruction& instruction) {
  llvm::Type* const type = instruction.getType();
  if (!type->isIntegerTy() || type->getIntegerBitWidth() > 64) return nullptr;
  llvm::IRBuilder<> builder(&instruction);
  if (instruction.isShift()) {
    const auto& shift = llvm::cast<llvm::BinaryOperator>(instruction);
    return llvm::isa<llvm::Constant>(shift.getOperand(1)) ? nullptr : shifted(builder, shift);
  }
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

void define_operations(llvm::Module& device) {
  for (llvm::Function& function : device) {
    std::vector<llvm::Instruction*> replaced;
    std::vector<llvm::Instruction*> all;
    for (llvm::Instruction& instruction : llvm::instructions(function)) all.push_back(&instruction);
    for (llvm::Instruction* const instruction : all) {
      llvm::Value* const value = defined(*instruction);
      if (value == nullptr) continue;
      instruction->replaceAllUsesWith(value);
      replaced.push_back(instruction);
    }
    for (llvm::Instruction* const instruction : replaced) instruction->eraseFromParent();
  }
}

}  // namespace fencepost::compiler
