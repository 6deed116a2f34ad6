#include <llvm/Analysis/SimplifyQuery.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/raw_ostream.h>

#include <optional>
#include <string>
#include <utility>

#include "compiler/lifting/lift_instruction.h"

namespace fencepost::compiler {
namespace {

std::optional<SymbolicOp> operation_of(const llvm::Instruction& instruction) {
  switch (instruction.getOpcode()) {
    case llvm::Instruction::Add:
      return SymbolicOp::kAdd;
    case llvm::Instruction::Sub:
      return SymbolicOp::kSubtract;
    case llvm::Instruction::Mul:
      return SymbolicOp::kMultiply;
    case llvm::Instruction::UDiv:
      return SymbolicOp::kUnsignedDivide;
    case llvm::Instruction::SDiv:
      return SymbolicOp::kSignedDivide;
    case llvm::Instruction::URem:
      return SymbolicOp::kUnsignedRemainder;
    case llvm::Instruction::SRem:
      return SymbolicOp::kSignedRemainder;
    case llvm::Instruction::Shl:
      return SymbolicOp::kShiftLeft;
    case llvm::Instruction::LShr:
      return SymbolicOp::kLogicalShiftRight;
    case llvm::Instruction::AShr:
      return SymbolicOp::kArithmeticShiftRight;
    case llvm::Instruction::And:
      return SymbolicOp::kAnd;
    case llvm::Instruction::Or:
      return SymbolicOp::kOr;
    case llvm::Instruction::Xor:
      return SymbolicOp::kXor;
    case llvm::Instruction::Select:
      return SymbolicOp::kSelect;
    case llvm::Instruction::Trunc:
      return SymbolicOp::kTruncate;
    case llvm::Instruction::ZExt:
      return SymbolicOp::kZeroExtend;
    case llvm::Instruction::SExt:
      return SymbolicOp::kSignExtend;
    default:
      return std::nullopt;
  }
}

/// `a & 12 | b & 3`, where no bit is in both.
bool is_sum_of_bits(const KernelDraft& draft, const llvm::Instruction& instruction) {
  const bool is_either =
      instruction.getOpcode() == llvm::Instruction::Or || instruction.getOpcode() == llvm::Instruction::Xor;
  return is_either && KernelDraft::bits_of(instruction.getType()) > 1 &&
         llvm::haveNoCommonBitsSet(instruction.getOperand(0), instruction.getOperand(1),
                                   llvm::SimplifyQuery(draft.layout(), &instruction));
}

std::int32_t lift_comparison(KernelDraft& draft, const llvm::ICmpInst& comparison) {
  std::int32_t a = draft.value_of(comparison.getOperand(0)), b = draft.value_of(comparison.getOperand(1));
  if (KernelDraft::bits_of(comparison.getOperand(0)->getType()) == KernelDraft::kNoBits)
    return draft.opaque(comparison, "a wide comparison");
  SymbolicValue value = draft.at(comparison, SymbolicOp::kEqual);
  switch (comparison.getPredicate()) {
    case llvm::CmpInst::ICMP_EQ:
      break;
    case llvm::CmpInst::ICMP_NE:
      value.op = SymbolicOp::kNotEqual;
      break;
    case llvm::CmpInst::ICMP_UGT:
      std::swap(a, b);
      [[fallthrough]];
    case llvm::CmpInst::ICMP_ULT:
      value.op = SymbolicOp::kUnsignedLess;
      break;
    case llvm::CmpInst::ICMP_UGE:
      std::swap(a, b);
      [[fallthrough]];
    case llvm::CmpInst::ICMP_ULE:
      value.op = SymbolicOp::kUnsignedLessEqual;
      break;
    case llvm::CmpInst::ICMP_SGT:
      std::swap(a, b);
      [[fallthrough]];
    case llvm::CmpInst::ICMP_SLT:
      value.op = SymbolicOp::kSignedLess;
      break;
    case llvm::CmpInst::ICMP_SGE:
      std::swap(a, b);
      [[fallthrough]];
    default:
      value.op = SymbolicOp::kSignedLessEqual;
      break;
  }
  value.operands = {a, b};
  return draft.add(std::move(value));
}

}  // namespace

void lift_pointer(KernelDraft& draft, const llvm::Instruction& instruction) {
  if (const auto* choice = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
    const SymbolicPointer a = draft.pointer_of(choice->getTrueValue()), b = draft.pointer_of(choice->getFalseValue());
    const std::int32_t condition = draft.value_of(choice->getCondition());
    SymbolicValue object = draft.at(*choice, SymbolicOp::kSelect);
    object.operands = {condition, a.object, b.object};
    SymbolicValue offset = draft.at(*choice, SymbolicOp::kSelect);
    offset.bits = 64;
    offset.operands = {condition, a.offset, b.offset};
    const std::int32_t first = a.object == b.object ? a.object : draft.add(std::move(object));
    const std::int32_t second = draft.add(std::move(offset));
    draft.set_pointer(*choice, {first, second, 0, {}});
  } else if (instruction.isCast() && instruction.getOperand(0)->getType()->isPointerTy()) {
    draft.set_pointer(instruction, draft.pointer_of(instruction.getOperand(0)));
  } else if (llvm::isa<llvm::FreezeInst>(instruction)) {
    draft.set_pointer(instruction, draft.pointer_of(instruction.getOperand(0)));
  } else {
    draft.set_pointer(instruction, draft.opaque_pointer(instruction, "a computed pointer"));
  }
}

void lift_operation(KernelDraft& draft, const llvm::Instruction& instruction) {
  if (instruction.getType()->isVoidTy()) return;
  if (llvm::isa<llvm::FreezeInst>(instruction)) {
    draft.set_value(instruction, draft.value_of(instruction.getOperand(0)));
    return;
  }
  if (const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&instruction)) {
    if (comparison->getOperand(0)->getType()->isIntegerTy()) {
      draft.set_value(instruction, lift_comparison(draft, *comparison));
      return;
    }
  }
  const auto op = operation_of(instruction);
  const bool has_bits =
      KernelDraft::bits_of(instruction.getType()) != KernelDraft::kNoBits || op == SymbolicOp::kSelect;
  SymbolicValue value = draft.at(instruction, op && has_bits ? *op : SymbolicOp::kFunction);
  for (const llvm::Value* const operand : instruction.operands()) value.operands.push_back(draft.value_of(operand));
  if (value.op == SymbolicOp::kFunction) {
    value.name = instruction.getOpcodeName();
    if (const auto* comparison = llvm::dyn_cast<llvm::CmpInst>(&instruction)) {
      value.name += llvm::CmpInst::getPredicateName(comparison->getPredicate()).str();
    }
    if (const auto* part = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction)) {
      for (const unsigned index : part->indices()) value.name += " " + std::to_string(index);
    }
    if (const auto* part = llvm::dyn_cast<llvm::InsertValueInst>(&instruction)) {
      for (const unsigned index : part->indices()) value.name += " " + std::to_string(index);
    }
    if (llvm::isa<llvm::ShuffleVectorInst>(instruction)) {
      draft.set_value(instruction, draft.opaque(instruction, "parts of a vector"));
      return;
    }
    std::string type;
    llvm::raw_string_ostream(type) << *instruction.getType();
    value.name += " " + type;
  } else if (const auto* exact = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(&instruction)) {
    value.no_signed_wrap = exact->hasNoSignedWrap();
    value.no_unsigned_wrap = exact->hasNoUnsignedWrap();
  } else if (is_sum_of_bits(draft, instruction)) {
    value.op = SymbolicOp::kAdd;
    value.no_unsigned_wrap = true;
  }
  draft.set_value(instruction, draft.add(std::move(value)));
}

}  // namespace fencepost::compiler
