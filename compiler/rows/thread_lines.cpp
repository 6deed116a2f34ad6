#include "compiler/rows/thread_lines.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/PatternMatch.h>

#include <array>

#include "compiler/rows/rows.h"
#include "sim/interface/inlined_checks.h"

namespace fencepost::compiler {
namespace {

namespace match = llvm::PatternMatch;

/// `y + 1 == height`, of the loop's y.
llvm::PHINode* layer_end(llvm::Value* value, llvm::Value*& height) {
  llvm::Value* y = nullptr;
  llvm::ICmpInst::Predicate relation{};
  if (!match::match(value,
                    match::m_ICmp(relation, match::m_Add(match::m_Value(y), match::m_One()), match::m_Value(height))) ||
      relation != llvm::ICmpInst::ICMP_EQ)
    return nullptr;
  return llvm::dyn_cast<llvm::PHINode>(y);
}

/// Counts from the first line of a layer to its last.
bool counts_lines(llvm::PHINode& phi, llvm::Value& next, llvm::Value*& height) {
  llvm::Value *is_end = nullptr, *on = nullptr;
  return match::match(&next, match::m_Select(match::m_Value(is_end), match::m_Zero(), match::m_Value(on))) &&
         match::match(on, match::m_Add(match::m_Specific(&phi), match::m_One())) && layer_end(is_end, height) == &phi;
}

/// Counts the layers of these lines.
bool counts_layers(llvm::PHINode& phi, llvm::Value& next, const ThreadLines& lines) {
  llvm::Value *is_end = nullptr, *height = nullptr;
  return match::match(&next, match::m_c_Add(match::m_Specific(&phi), match::m_ZExt(match::m_Value(is_end)))) &&
         layer_end(is_end, height) == lines.y && height == lines.height;
}

}  // namespace

std::optional<ThreadLines> thread_lines(const RowCode& code) {
  const ThreadRow& row = code.row;
  llvm::Loop* const loop = row.loop->getParentLoop();
  if (loop == nullptr || loop->getSubLoops().size() != 1 || loop->getLoopPreheader() == nullptr) return std::nullopt;
  llvm::BasicBlock* const latch = loop->getLoopLatch();
  if (latch == nullptr || loop->getExitingBlock() != latch) return std::nullopt;
  if (!code.dominators.dominates(row.loop->getHeader(), latch)) return std::nullopt;
  for (const llvm::BasicBlock* const block : loop->blocks()) {
    if (row.loop->contains(block)) continue;
    for (const llvm::Instruction& instruction : *block) {
      if (instruction.mayHaveSideEffects()) return std::nullopt;
    }
  }
  ThreadLines lines{.loop = loop};
  // for (base = …; base + width < end; base += width)
  const auto* const branch = llvm::dyn_cast<llvm::BranchInst>(latch->getTerminator());
  if (branch == nullptr || !branch->isConditional() || branch->getSuccessor(0) != loop->getHeader())
    return std::nullopt;
  llvm::Value* base = nullptr;
  llvm::ICmpInst::Predicate relation{};
  if (!match::match(branch->getCondition(),
                    match::m_ICmp(relation, match::m_Add(match::m_Value(base), match::m_Value(lines.width)),
                                  match::m_Value(lines.end))) ||
      relation != llvm::ICmpInst::ICMP_ULT)
    return std::nullopt;
  lines.base = llvm::dyn_cast<llvm::PHINode>(base);
  if (lines.base == nullptr || lines.base->getParent() != loop->getHeader()) return std::nullopt;
  if (!match::match(row.announcement->getValueOperand(),
                    match::m_c_Add(match::m_Specific(lines.base), match::m_Specific(row.x))))
    return std::nullopt;
  if (!loop->isLoopInvariant(lines.width) || !loop->isLoopInvariant(lines.end)) return std::nullopt;
  if (lines.base->getIncomingValueForBlock(latch) != llvm::cast<llvm::ICmpInst>(branch->getCondition())->getOperand(0))
    return std::nullopt;
  if (!match::match(row.to, match::m_Intrinsic<llvm::Intrinsic::umin>(
                                match::m_Specific(lines.width),
                                match::m_Sub(match::m_Specific(lines.end), match::m_Specific(lines.base)))))
    return std::nullopt;
  for (llvm::PHINode& phi : loop->getHeader()->phis()) {
    llvm::Value& next = *phi.getIncomingValueForBlock(latch);
    llvm::Value* height = nullptr;
    if (counts_lines(phi, next, height) && loop->isLoopInvariant(height)) {
      lines.y = &phi;
      lines.height = height;
    }
  }
  if (lines.y == nullptr) return std::nullopt;
  for (llvm::PHINode& phi : loop->getHeader()->phis()) {
    if (counts_layers(phi, *phi.getIncomingValueForBlock(latch), lines)) lines.z = &phi;
  }
  return lines;
}

LineWriter::LineWriter(const RowCode& code, const RowAccesses& accesses, llvm::IRBuilder<>& builder,
                       const std::map<const llvm::PHINode*, llvm::Value*>& steps,
                       const std::map<const llvm::SCEV*, llvm::Value*>& turns, RowList& list)
    : code_(code),
      accesses_(accesses),
      lines_(accesses.lines->loop),
      builder_(builder),
      steps_(steps),
      turns_(turns),
      list_(list) {
  llvm::Function& function = *lines_.loop->getHeader()->getParent();
  llvm::IRBuilder<> entry(&function.getEntryBlock(), function.getEntryBlock().begin());
  told_ = entry.CreateAlloca(entry.getInt32Ty());
  llvm::IRBuilder<>(lines_.loop->getLoopPreheader()->getTerminator()).CreateStore(entry.getInt32(0), told_);
}

ValueWriter& LineWriter::at(const Corner& corner) {
  const auto known = writers_.find(corner);
  if (known != writers_.end()) return known->second;
  llvm::Value* const one = builder_.getInt32(1);
  llvm::Value* const x = corner.x == kLast ? last_x_ : builder_.getInt32(corner.x);
  llvm::Value* const turn =
      corner.turn == kLast ? builder_.CreateSub(corner.turns, builder_.getInt64(1)) : builder_.getInt64(corner.turn);
  std::map<const llvm::Value*, llvm::Value*> counters;
  if (corner.line != kFirst) {
    llvm::Value* const on = corner.line == kLast ? builder_.CreateTrunc(steps_line_, builder_.getInt32Ty())
                                                 : static_cast<llvm::Value*>(one);
    counters[lines_.y] = builder_.CreateAdd(lines_.y, on);
    counters[lines_.base] = builder_.CreateAdd(lines_.base, builder_.CreateMul(lines_.width, on));
    if (lines_.z != nullptr) counters[lines_.z] = lines_.z;
  }
  const llvm::Loop& area = corner.line == kFirst ? *code_.row.loop : *lines_.loop;
  return writers_.emplace(corner, ValueWriter(code_, builder_, x, turn, steps_, counters, area)).first->second;
}

llvm::Value* LineWriter::wide(const Corner& corner, llvm::Value* value) {
  return builder_.CreateSExtOrTrunc(at(corner).value(value), builder_.getInt64Ty());
}

/// In numbers without bounds: from thread to thread, line to line and, unless `turns` is null, turn to turn: what is
/// affine in numbers that wrap around is so if it is what one step in each direction says it would be, in all corners.
llvm::Value* LineWriter::is_affine(llvm::Value* value, llvm::Value* turns) {
  llvm::Value* const first = wide({kFirst, kFirst, kFirst, nullptr}, value);
  const auto along = [&](const Corner& second, llvm::Value* steps) {
    return builder_.CreateMul(builder_.CreateSub(wide(second, value), first), steps);
  };
  std::vector<llvm::Value*> ways = {along({kSecond, kFirst, kFirst, nullptr}, steps_x_),
                                    along({kFirst, kSecond, kFirst, nullptr}, steps_line_)};
  if (turns != nullptr)
    ways.push_back(along({kFirst, kFirst, kSecond, nullptr}, builder_.CreateSub(turns, builder_.getInt64(1))));
  llvm::Value* result = builder_.getTrue();
  for (unsigned corner = 1; corner < 1U << ways.size(); ++corner) {
    const auto where = [&](unsigned way) { return (corner >> way & 1) != 0 ? kLast : kFirst; };
    const Where turn = where(2);
    llvm::Value* expected = first;
    for (unsigned way = 0; way < ways.size(); ++way) {
      if (where(way) == kLast) expected = builder_.CreateAdd(expected, ways[way]);
    }
    llvm::Value* const there = wide({where(0), where(1), turn, turn == kLast ? turns : nullptr}, value);
    result = builder_.CreateAnd(result, builder_.CreateICmpEQ(there, expected));
  }
  return result;
}

/// It comes out for all threads of all lines as for the first. Where a side of it is above the other is on one side of
/// a line; so it is the same everywhere if it is so in all corners. Unsigned numbers compare as signed ones do as long
/// as neither changes its sign.
llvm::Value* LineWriter::is_alike(const RowGuard& guard) {
  const llvm::ICmpInst& compare = *guard.compare;
  llvm::Value* result = builder_.getTrue();
  const auto require = [&](llvm::Value* condition) { result = builder_.CreateAnd(result, condition); };
  for (llvm::CastInst* const extension : guard.extensions) require(is_affine(extension, nullptr));
  for (unsigned side = 0; side < 2; ++side) require(is_affine(compare.getOperand(side), nullptr));
  const bool is_far = compare.getOperand(0)->getType()->getIntegerBitWidth() == 64;
  llvm::Value* const zero = builder_.getInt64(0);
  std::array<llvm::Value*, 3> always{builder_.getTrue(), builder_.getTrue(), builder_.getTrue()};
  llvm::Value* const outcome = at({kFirst, kFirst, kFirst, nullptr}).value(guard.compare);
  for (const Where x : {kFirst, kLast}) {
    for (const Where line : {kFirst, kLast}) {
      const Corner corner{x, line, kFirst, nullptr};
      std::array<llvm::Value*, 2> sides{};
      for (unsigned side = 0; side < 2; ++side) {
        llvm::Value* const value = compare.getOperand(side);
        sides[side] = wide(corner, value);
        if (is_far) {
          constexpr std::uint64_t kFar = std::uint64_t{1} << 62;
          require(builder_.CreateICmpULT(builder_.CreateAdd(sides[side], builder_.getInt64(kFar)),
                                         builder_.getInt64(2 * kFar)));
        }
        if (compare.isUnsigned()) {
          llvm::Value* const first = wide({kFirst, kFirst, kFirst, nullptr}, value);
          require(builder_.CreateICmpSGE(builder_.CreateXor(sides[side], first), zero));
        }
      }
      if (!compare.isEquality()) {
        require(builder_.CreateICmpEQ(at(corner).value(guard.compare), outcome));
        continue;
      }
      llvm::Value* const difference = builder_.CreateSub(sides[0], sides[1]);
      always[0] = builder_.CreateAnd(always[0], builder_.CreateICmpSLT(difference, zero));
      always[1] = builder_.CreateAnd(always[1], builder_.CreateICmpEQ(difference, zero));
      always[2] = builder_.CreateAnd(always[2], builder_.CreateICmpSGT(difference, zero));
    }
  }
  if (compare.isEquality()) require(builder_.CreateOr(builder_.CreateOr(always[0], always[1]), always[2]));
  return result;
}

llvm::Value* LineWriter::write_rows() {
  ValueWriter& first = at({kFirst, kFirst, kFirst, nullptr});
  llvm::Value* const zero = builder_.getInt64(0);
  llvm::Value* are_rows = builder_.getTrue();
  for (std::size_t number = 0; number < accesses_.rows.size(); ++number) {
    const RowAccess& row = accesses_.rows[number];
    llvm::Value* const reached = first.reaches(entry_of(code_, *row.check.call->getParent()));
    llvm::Value* const turns = row.inner == nullptr ? builder_.getInt64(1) : turns_.at(row.turns);
    llvm::Value* const made = builder_.CreateSelect(reached, turns, zero);
    llvm::Value* is_row = builder_.getTrue();
    for (llvm::CastInst* const extension : accesses_.lines->extensions[number])
      is_row = builder_.CreateAnd(is_row, is_affine(extension, row.inner == nullptr ? nullptr : turns));
    are_rows = builder_.CreateAnd(are_rows, builder_.CreateOr(is_row, builder_.CreateICmpEQ(made, zero)));
    llvm::Value* const pointer = row.check.call->getArgOperand(0);
    const auto address = [&](Where x, Where line, Where turn) { return at({x, line, turn, nullptr}).value(pointer); };
    list_.write(builder_, number,
                {address(kFirst, kFirst, kFirst), address(kSecond, kFirst, kFirst),
                 row.inner == nullptr ? nullptr : address(kFirst, kFirst, kSecond), address(kFirst, kSecond, kFirst)},
                made);
  }
  return are_rows;
}

void LineWriter::ask(llvm::BasicBlock* told, llvm::BasicBlock* other) {
  llvm::Function& function = *told->getParent();
  const auto new_block = [&] { return llvm::BasicBlock::Create(function.getContext(), "", &function); };
  llvm::Type* const int_type = builder_.getInt32Ty();
  llvm::BasicBlock* const look = new_block();
  llvm::BasicBlock* const survey = new_block();
  llvm::BasicBlock* const tell = new_block();
  llvm::BasicBlock* const note = new_block();
  builder_.CreateCondBr(builder_.CreateICmpULT(lines_.base, builder_.CreateLoad(int_type, told_)), told, look);

  builder_.SetInsertPoint(look);
  llvm::Value* const from = code_.row.x->getIncomingValueForBlock(code_.row.loop->getLoopPreheader());
  llvm::Value* const left = builder_.CreateSub(lines_.end, lines_.base);
  llvm::Value* is_worth_it = builder_.CreateICmpEQ(from, builder_.getInt32(0));
  const auto require = [&](llvm::Value* condition) { is_worth_it = builder_.CreateAnd(is_worth_it, condition); };
  require(builder_.CreateICmpEQ(code_.row.to, lines_.width));
  require(builder_.CreateICmpUGE(lines_.width, builder_.getInt32(kFewThreads)));
  require(builder_.CreateICmpUGE(builder_.CreateSub(left, lines_.width), lines_.width));  // `to` is `width`: no wrap.
  require(builder_.CreateICmpUGE(builder_.CreateSub(lines_.height, lines_.y), builder_.getInt32(2)));
  builder_.CreateCondBr(is_worth_it, survey, other);

  builder_.SetInsertPoint(survey);
  llvm::Value* const lines = builder_.CreateBinaryIntrinsic(
      llvm::Intrinsic::umin, builder_.CreateSub(lines_.height, lines_.y), builder_.CreateUDiv(left, lines_.width));
  const auto steps_of = [&](llvm::Value* count) {
    return builder_.CreateZExt(builder_.CreateSub(count, builder_.getInt32(1)), builder_.getInt64Ty());
  };
  last_x_ = builder_.CreateSub(lines_.width, builder_.getInt32(1));
  steps_x_ = steps_of(lines_.width);
  steps_line_ = steps_of(lines);
  ValueWriter& first = at({kFirst, kFirst, kFirst, nullptr});
  llvm::Value* is_certain = builder_.getTrue();
  for (llvm::Value* const divisor : accesses_.divisors) {
    llvm::Value* const by = first.value(divisor);
    for (const int trapping : {0, -1})
      is_certain = builder_.CreateAnd(is_certain,
                                      builder_.CreateICmpNE(by, llvm::ConstantInt::getSigned(by->getType(), trapping)));
  }
  for (const RowGuard& guard : accesses_.lines->guards) is_certain = builder_.CreateAnd(is_certain, is_alike(guard));
  is_certain = builder_.CreateAnd(is_certain, write_rows());
  list_.write_threads(builder_, first.value(code_.row.announcement->getValueOperand()), lines_.width, lines);
  builder_.CreateCondBr(is_certain, tell, other);

  builder_.SetInsertPoint(tell);
  builder_.CreateCondBr(builder_.CreateICmpEQ(list_.ask(builder_), builder_.getInt32(kRowsTold)), note, other);

  builder_.SetInsertPoint(note);
  builder_.CreateStore(builder_.CreateAdd(lines_.base, builder_.CreateMul(lines_.width, lines)), told_);
  builder_.CreateBr(told);
}

llvm::Value* LineWriter::is_last() {
  return builder_.CreateICmpUGE(builder_.CreateAdd(lines_.base, lines_.width),
                                builder_.CreateLoad(builder_.getInt32Ty(), told_));
}

}  // namespace fencepost::compiler
