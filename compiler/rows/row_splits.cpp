#include "compiler/rows/row_splits.h"

#include <llvm/IR/Module.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace fencepost::compiler {

llvm::Value* is_linear(llvm::IRBuilder<>& builder, const std::array<llvm::Value*, 3>& values, llvm::Value* steps) {
  const auto from_first = [&](llvm::Value* value) {
    const auto widened = [&](llvm::Value* narrow) { return builder.CreateSExtOrTrunc(narrow, builder.getInt64Ty()); };
    return builder.CreateSub(widened(value), widened(values[0]));
  };
  return builder.CreateICmpEQ(from_first(values[2]), builder.CreateMul(from_first(values[1]), steps));
}

unsigned relation_of(const llvm::ICmpInst& compare) {
  switch (compare.getPredicate()) {
    case llvm::ICmpInst::ICMP_SLT:
    case llvm::ICmpInst::ICMP_ULT:
      return 0;
    case llvm::ICmpInst::ICMP_SLE:
    case llvm::ICmpInst::ICMP_ULE:
      return 1;
    case llvm::ICmpInst::ICMP_SGT:
    case llvm::ICmpInst::ICMP_UGT:
      return 2;
    case llvm::ICmpInst::ICMP_SGE:
    case llvm::ICmpInst::ICMP_UGE:
      return 3;
    case llvm::ICmpInst::ICMP_EQ:
      return 4;
    default:
      return 5;
  }
}

llvm::Value* threads_alike(llvm::IRBuilder<>& builder, llvm::Value* first, llvm::Value* second, unsigned relation,
                           llvm::Value* count) {
  llvm::Type* const wide = builder.getInt64Ty();
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  const llvm::FunctionCallee split = module.getOrInsertFunction("fencepost_rows_split", builder.getInt32Ty(), wide,
                                                                wide, builder.getInt32Ty(), builder.getInt32Ty());
  llvm::CallInst* const call =
      builder.CreateCall(split, {first, builder.CreateSub(second, first), builder.getInt32(relation), count});
  call->setDoesNotAccessMemory();
  call->setDoesNotThrow();
  return call;
}

llvm::Value* are_kept_linear(llvm::IRBuilder<>& builder, llvm::Value* first, llvm::Value* second, unsigned bytes,
                             llvm::Value* count) {
  llvm::Type* const wide = builder.getInt64Ty();
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  const llvm::FunctionCallee look =
      module.getOrInsertFunction("fencepost_rows_kept", builder.getInt32Ty(), builder.getPtrTy(), wide,
                                 builder.getInt32Ty(), builder.getInt32Ty());
  llvm::Value* const step =
      builder.CreateSub(builder.CreatePtrToInt(second, wide), builder.CreatePtrToInt(first, wide));
  llvm::CallInst* const call = builder.CreateCall(look, {first, step, builder.getInt32(bytes), count});
  call->setOnlyReadsMemory();
  call->setDoesNotThrow();
  return builder.CreateIsNotNull(call);
}

StrideTurns turns_of(llvm::IRBuilder<>& builder, const RowStride& stride, llvm::Value* step, llvm::Value* bound,
                     const std::array<llvm::Value*, 3>& starts, llvm::Value* steps, llvm::Value* threads) {
  llvm::Value* is_certain = builder.getTrue();
  const auto require = [&](llvm::Value* condition) { is_certain = builder.CreateAnd(is_certain, condition); };
  const auto widened = [&](llvm::Value* value) {
    llvm::Type* const wide = builder.getInt64Ty();
    return stride.is_signed ? builder.CreateSExt(value, wide) : builder.CreateZExt(value, wide);
  };
  // Sums below stay in the type of the counter, and far from where 64 bits end.
  constexpr unsigned kMostBits = 60;
  const unsigned bits = bound->getType()->getIntegerBitWidth();
  const std::uint64_t limit = (std::uint64_t{1} << std::min(stride.is_signed ? bits - 1 : bits, kMostBits)) - 1;
  const auto require_in_range = [&](llvm::Value* value) {
    require(builder.CreateICmpULE(builder.CreateAdd(value, builder.getInt64(limit)), builder.getInt64(2 * limit)));
  };
  std::array<llvm::Value*, 3> begin{};
  for (std::size_t i = 0; i < starts.size(); ++i) begin[i] = widened(starts[i]);
  llvm::Value* const end = widened(bound);
  llvm::Value* const way_of_step = builder.CreateSExt(step, builder.getInt64Ty());
  require(is_linear(builder, begin, steps));
  require(builder.CreateICmpSGT(way_of_step, builder.getInt64(0)));
  for (llvm::Value* const value : {begin[0], begin[2], end, way_of_step}) require_in_range(value);
  llvm::Value* const divisor =
      builder.CreateBinaryIntrinsic(llvm::Intrinsic::smax, way_of_step, builder.getInt64(1));  // Never a trap.
  llvm::Value* const way = builder.CreateSub(end, begin[0]);
  llvm::Value* const up = builder.CreateSub(divisor, builder.getInt64(1));
  llvm::Value* const turns =
      builder.CreateBinaryIntrinsic(llvm::Intrinsic::smax, builder.CreateSDiv(builder.CreateAdd(way, up), divisor),
                                    builder.getInt64(stride.asks_first ? 0 : 1));
  // The counters behind their last step, of which that of the last thread is the furthest or that of the first.
  llvm::Value* const all = builder.CreateMul(turns, way_of_step);
  for (llvm::Value* const start : {begin[0], begin[2]}) require_in_range(builder.CreateAdd(start, all));
  // A thread has as many turns if it starts before where it would have fewer, and not before where it would have more.
  llvm::Value* alike = threads;
  for (llvm::Value* const before : {builder.CreateSub(all, way_of_step), all}) {
    llvm::Value* const edge = builder.CreateSub(end, before);
    constexpr unsigned kLess = 0;
    alike = builder.CreateBinaryIntrinsic(
        llvm::Intrinsic::umin, alike,
        threads_alike(builder, builder.CreateSub(begin[0], edge), builder.CreateSub(begin[1], edge), kLess, threads));
  }
  return {turns, alike, is_certain};
}

}  // namespace fencepost::compiler
