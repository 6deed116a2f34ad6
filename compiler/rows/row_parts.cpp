#include "compiler/rows/row_parts.h"

#include <llvm/IR/Constants.h>

#include <array>
#include <cstdint>

#include "compiler/rows/row_splits.h"

namespace fencepost::compiler {

ThreadPart PartWriter::write(llvm::Value* low, ValueWriter& first, ValueWriter& second) {
  llvm::Value* const left = builder_.CreateSub(code_.row.to, low);
  ThreadPart part = write_guards(low, first, second, left);
  const auto require = [&](llvm::Value* condition) {
    part.is_certain = builder_.CreateAnd(part.is_certain, condition);
  };
  for (llvm::LoadInst* const kept : accesses_.kept) {
    const auto bytes = static_cast<unsigned>(kept->getDataLayout().getTypeStoreSize(kept->getType()).getFixedValue());
    llvm::Value* const at = kept->getPointerOperand();
    require(are_kept_linear(builder_, first.value(at), second.value(at), bytes, left));
  }
  for (llvm::Value* const divisor : accesses_.divisors) {
    llvm::Value* const by = first.value(divisor);
    for (const int trapping : {0, -1})
      require(builder_.CreateICmpNE(by, llvm::ConstantInt::getSigned(by->getType(), trapping)));
  }
  if (accesses_.leaves != nullptr) require(stays(low, first));
  return part;
}

/// Up to `high` all comparisons come out as for the first thread, of `left`.
ThreadPart PartWriter::write_guards(llvm::Value* low, ValueWriter& first, ValueWriter& second, llvm::Value* left) {
  ValueWriter last(code_, builder_, builder_.CreateSub(code_.row.to, builder_.getInt32(1)), builder_.getInt64(0),
                   steps_, carried_, *code_.row.loop);
  llvm::Value* const steps = builder_.CreateZExt(builder_.CreateSub(left, builder_.getInt32(1)), builder_.getInt64Ty());
  llvm::Value* alike = left;
  ThreadPart part{nullptr, builder_.getTrue(), {}};
  const auto require = [&](llvm::Value* condition) {
    part.is_certain = builder_.CreateAnd(part.is_certain, condition);
  };
  const auto end_behind = [&](llvm::Value* threads) {
    alike = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, alike, threads);
  };
  for (const RowGuard& guard : accesses_.guards) {
    for (llvm::CastInst* const extension : guard.extensions) require(is_linear(*extension, first, second, last, steps));
    end_behind(split_by(guard, first, second, last, steps, left, part.is_certain));
  }
  for (const RowAccess& row : accesses_.rows) {
    if (!row.stride || part.stride_turns.contains(row.inner)) continue;
    const RowStride& stride = *row.stride;
    for (llvm::CastInst* const extension : stride.extensions)
      require(is_linear(*extension, first, second, last, steps));
    const StrideTurns turns =
        turns_of(builder_, stride, steps_.at(stride.counter), first.value(stride.bound),
                 {first.value(stride.start), second.value(stride.start), last.value(stride.start)}, steps, left);
    require(turns.is_certain);
    end_behind(turns.alike);
    part.stride_turns[row.inner] = turns.turns;
  }
  part.high = builder_.CreateSelect(part.is_certain, builder_.CreateAdd(low, alike), code_.row.to);
  return part;
}

llvm::Value* PartWriter::is_linear(llvm::CastInst& extension, ValueWriter& first, ValueWriter& second,
                                   ValueWriter& last, llvm::Value* steps) {
  return compiler::is_linear(builder_, {first.value(&extension), second.value(&extension), last.value(&extension)},
                             steps);
}

/// How many threads from the first compare alike. `is_certain`: and that is so. Unsigned numbers compare as signed
/// ones do as long as neither changes its sign: `x - 1 < n - 2`, which LLVM makes of `x >= 1 && x < n - 1`, wraps
/// around.
llvm::Value* PartWriter::split_by(const RowGuard& guard, ValueWriter& first, ValueWriter& second, ValueWriter& last,
                                  llvm::Value* steps, llvm::Value* left, llvm::Value*& is_certain) {
  const llvm::ICmpInst& compare = *guard.compare;
  llvm::Type* const wide = builder_.getInt64Ty();
  const bool is_wide = compare.getOperand(0)->getType()->getIntegerBitWidth() == 64;
  using Sides = std::array<llvm::Value*, 2>;
  const auto sides_of = [&](ValueWriter& writer) {
    Sides sides{};
    for (unsigned i = 0; i < 2; ++i) {
      sides[i] = builder_.CreateSExt(writer.value(compare.getOperand(i)), wide);
      if (!is_wide) continue;
      constexpr std::uint64_t kFar = std::uint64_t{1} << 62;
      llvm::Value* const from = builder_.CreateAdd(sides[i], builder_.getInt64(kFar));
      is_certain = builder_.CreateAnd(is_certain, builder_.CreateICmpULT(from, builder_.getInt64(2 * kFar)));
    }
    return sides;
  };
  const Sides at_first = sides_of(first), at_second = sides_of(second), at_last = sides_of(last);
  const auto difference = [&](const Sides& sides) { return builder_.CreateSub(sides[0], sides[1]); };
  llvm::Value* alike = threads_alike(builder_, difference(at_first), difference(at_second), relation_of(compare), left);
  for (unsigned i = 0; i < 2; ++i) {
    if (first.value(compare.getOperand(i)) == last.value(compare.getOperand(i))) continue;  // Of all threads.
    // Each side is to be linear, too: it may wrap around where the other does.
    is_certain =
        builder_.CreateAnd(is_certain, compiler::is_linear(builder_, {at_first[i], at_second[i], at_last[i]}, steps));
    if (!compare.isUnsigned()) continue;
    constexpr unsigned kLess = 0;
    alike = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, alike,
                                           threads_alike(builder_, at_first[i], at_second[i], kLess, left));
  }
  return alike;
}

/// No thread of the part stops the loop: the first does not, nor does the second, which carries on what the first
/// does, and the third the same.
llvm::Value* PartWriter::stays(llvm::Value* low, ValueWriter& first) {
  llvm::BasicBlock* const latch = code_.row.loop->getLoopLatch();
  std::map<const llvm::Value*, llvm::Value*> then;
  for (llvm::PHINode* const phi : accesses_.carried) then[phi] = first.value(phi->getIncomingValueForBlock(latch));
  ValueWriter second(code_, builder_, low, builder_.getInt64(0), steps_, then, *code_.row.loop);
  llvm::Value* result = builder_.getTrue();
  const auto require = [&](llvm::Value* condition) { result = builder_.CreateAnd(result, condition); };
  const bool stays_if_true = code_.row.loop->contains(accesses_.leaves->getSuccessor(0));
  for (ValueWriter* const writer : {&first, &second}) {
    llvm::Value* const condition = writer->value(accesses_.leaves->getCondition());
    require(stays_if_true ? condition : builder_.CreateNot(condition));
  }
  for (llvm::PHINode* const phi : accesses_.carried)
    require(builder_.CreateICmpEQ(second.value(phi->getIncomingValueForBlock(latch)), then.at(phi)));
  return result;
}

}  // namespace fencepost::compiler
