#include "compiler/rows/row_accesses.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include <cstddef>
#include <utility>

#include "compiler/checks/atomic_operations.h"
#include "compiler/passes/passes.h"
#include "compiler/rows/thread_lines.h"
#include "sim/interface/inlined_checks.h"

namespace fencepost::compiler {
namespace {

/// It does nothing that another thread could tell from what it does in another order, but for accesses that are told.
bool may_be_in_row(const llvm::Instruction& instruction, const llvm::StoreInst& announcement) {
  if (&instruction == &announcement) return true;
  // What these access is told, or a local variable.
  if (const auto* const copy = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) return !copy->isVolatile();
  if (instruction.isLifetimeStartOrEnd()) return true;
  if (const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    if (call->isInlineAsm() || call->getCalledFunction() == nullptr) return false;
    const llvm::StringRef name = call->getCalledFunction()->getName();
    const bool is_bounds_check = name.starts_with("__tsan_") && call->onlyAccessesInaccessibleMemory();
    return name.starts_with(kPlaceChecks) || is_bounds_check || call->doesNotAccessMemory();
  }
  return !instruction.isAtomic() && !instruction.isVolatile() && !llvm::isa<llvm::SwitchInst>(instruction);
}

/// Of the branch that ends the loop where the runtime has others run the threads that are left.
const llvm::LoadInst* stopping_flag(const llvm::BranchInst& branch) {
  if (!branch.isConditional()) return nullptr;
  const auto* const compare = llvm::dyn_cast<llvm::ICmpInst>(branch.getCondition());
  const auto* const flag = compare != nullptr ? llvm::dyn_cast<llvm::LoadInst>(compare->getOperand(0)) : nullptr;
  return flag != nullptr && flag->isVolatile() && compare->hasOneUse() ? flag : nullptr;
}

class RowFinder {
 public:
  RowFinder(llvm::Function& function, const RowCode& code) : function_(function), code_(code), values_(code) {}

  std::optional<RowAccesses> find() {
    const llvm::Loop& loop = *code_.row.loop;
    if (!all_may_be_in_row()) return std::nullopt;
    std::size_t others = 0;
    const bool checked = !function_.hasFnAttribute(kUncheckedCode);
    for (const PlaceCheck& check : checked ? place_checks(function_) : bounds_checks(function_)) {
      if (!loop.contains(check.call)) continue;
      if (check.is_atomic) {
        ++others;
      } else if (!checked && is_covered(check)) {
        found_.covered.push_back(check.call);
      } else if (std::optional<RowAccess> row = row_of(check)) {
        found_.rows.push_back(*std::move(row));
      } else {
        ++others;
      }
    }
    // Beside accesses that are told one by one, what is written is to be known when it is.
    if (checked && (others != 0 || found_.stops != nullptr))
      others += std::erase_if(found_.rows, [](const RowAccess& row) { return row.check.writes; });
    found_.is_alone = others == 0 && found_.stops == nullptr;
    if (found_.rows.empty() || found_.rows.size() > kMostAccessRows) return std::nullopt;
    found_.guards = guards_of(values_);
    found_.kept = values_.kept;
    found_.lines = find_lines();
    return std::move(found_);
  }

  std::optional<RowAccesses> find_bare() {
    if (!all_may_be_in_row() || found_.stops != nullptr) return std::nullopt;
    for (const llvm::BasicBlock* const block : code_.row.loop->blocks()) {
      if (code_.loops.getLoopFor(block) == code_.row.loop) values_.is_reached_by_guards(block);
    }
    found_.is_alone = found_.is_bare = true;
    found_.guards = guards_of(values_);
    if (found_.guards.size() > kMostAccessRows) return std::nullopt;
    found_.kept = values_.kept;
    return std::move(found_);
  }

 private:
  bool all_may_be_in_row() {
    if (!may_leave_in_row()) return false;
    for (const llvm::BasicBlock* const block : code_.row.loop->blocks()) {
      for (const llvm::Instruction& instruction : *block) {
        if (found_.stops != nullptr && (is_single_atomic(instruction) || &instruction == stopping_flag(*found_.stops)))
          continue;
        if (!may_be_in_row(instruction, *code_.row.announcement) || !may_divide(instruction)) return false;
      }
    }
    return true;
  }

  static std::vector<RowGuard> guards_of(ThreadValues& values) {
    std::vector<RowGuard> guards;
    for (llvm::ICmpInst* const compare : values.guards) {
      values.extensions.clear();
      values.is_affine(compare->getOperand(0), nullptr);
      values.is_affine(compare->getOperand(1), nullptr);
      guards.push_back({compare, values.extensions});
    }
    return guards;
  }

  std::optional<RowLines> find_lines() const {
    if (!found_.is_alone || !found_.carried.empty() || found_.leaves != nullptr || !found_.kept.empty())
      return std::nullopt;
    const std::optional<ThreadLines> loop = thread_lines(code_);
    if (!loop) return std::nullopt;
    RowLines lines{*loop, {}, {}};
    ThreadValues values(code_, *loop);
    for (const RowAccess& row : found_.rows) {
      if (row.stride || (row.turns != nullptr && !code_.evolution.isLoopInvariant(row.turns, loop->loop)))
        return std::nullopt;
      values.extensions.clear();
      if (!values.is_affine(row.check.call->getArgOperand(0), row.inner)) return std::nullopt;
      lines.extensions.push_back(values.extensions);
      if (!values.is_reached_by_guards(entry_of(code_, *row.check.call->getParent()))) return std::nullopt;
    }
    const bool same_divisors =
        llvm::all_of(found_.divisors, [&](const llvm::Value* divisor) { return values.is_of_all_threads(divisor); });
    const bool same_guards = llvm::all_of(
        found_.guards, [&](const RowGuard& guard) { return llvm::is_contained(values.guards, guard.compare); });
    if (!same_divisors || !same_guards) return std::nullopt;
    lines.guards = guards_of(values);
    return lines;
  }

  /// Where a thread stops the loop for the others, that must be known before it.
  bool may_leave_in_row() {
    llvm::SmallVector<llvm::BasicBlock*, 4> exiting;
    code_.row.loop->getExitingBlocks(exiting);
    for (llvm::BasicBlock* const block : exiting) {
      if (block == code_.row.loop->getLoopLatch()) continue;
      auto* const branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
      if (found_.stops == nullptr && branch != nullptr && stopping_flag(*branch) != nullptr &&
          !function_.hasFnAttribute(kUncheckedCode)) {
        found_.stops = branch;
        continue;
      }
      if (found_.leaves != nullptr || branch == nullptr || code_.loops.getLoopFor(block) != code_.row.loop)
        return false;
      if (!values_.is_guarded(branch->getCondition())) return false;
      found_.leaves = branch;
    }
    for (llvm::PHINode& phi : code_.row.loop->getHeader()->phis()) {
      if (&phi == code_.row.x) continue;
      if (!phi.getType()->isIntegerTy()) return false;
      if (!values_.is_guarded(phi.getIncomingValueForBlock(code_.row.loop->getLoopLatch()))) return false;
      found_.carried.push_back(&phi);
    }
    return true;
  }

  /// A division may stop the kernel, at a thread before which others have written what was not told yet: unless its
  /// divisor is known before them.
  bool may_divide(const llvm::Instruction& instruction) {
    if (!instruction.isIntDivRem() || llvm::isSafeToSpeculativelyExecute(&instruction)) return true;
    llvm::Value* const divisor = instruction.getOperand(1);
    if (!divisor->getType()->isIntegerTy() || !values_.is_of_all_threads(divisor)) return false;
    if (!llvm::is_contained(found_.divisors, divisor)) found_.divisors.push_back(divisor);
    return true;
  }

  /// An atomic operation in the kernel, of no thread that could wait by it for another: which would ask again and
  /// again.
  [[nodiscard]] bool is_single_atomic(const llvm::Instruction& instruction) const {
    if (instruction.getMetadata(kPlaceOfAtomic) == nullptr) return false;
    const llvm::Loop* inner = code_.loops.getLoopFor(instruction.getParent());
    for (; inner != code_.row.loop; inner = inner->getParentLoop()) {
      if (llvm::isa<llvm::SCEVCouldNotCompute>(code_.evolution.getBackedgeTakenCount(inner))) return false;
    }
    return true;
  }

  /// As `s[t] += v`: the same place was asked of already.
  [[nodiscard]] bool is_covered(const PlaceCheck& check) const {
    return llvm::any_of(found_.rows, [&](const RowAccess& row) {
      return row.check.call->getArgOperand(0) == check.call->getArgOperand(0) && row.check.bytes >= check.bytes &&
             row.check.call->getParent() == check.call->getParent();
    });
  }

  std::optional<RowAccess> row_of(const PlaceCheck& check) {
    const llvm::BasicBlock& block = *check.call->getParent();
    const auto inner = inner_loop(code_, block);
    const llvm::BasicBlock* const entry = entry_of(code_, block);
    if (!inner || entry == nullptr) return std::nullopt;
    RowAccess row{check, *inner, nullptr, std::nullopt, {}};
    if (row.inner != nullptr && !find_turns(row)) return std::nullopt;
    values_.extensions.clear();
    if (!values_.is_affine(check.call->getArgOperand(0), row.inner)) return std::nullopt;
    row.extensions = values_.extensions;
    if (!values_.is_reached_by_guards(entry)) return std::nullopt;
    return row;
  }

  bool find_turns(RowAccess& row) { return find_same_turns(row) || find_stride(row); }

  bool find_same_turns(RowAccess& row) const {
    const llvm::Loop& inner = *row.inner;
    const llvm::BasicBlock* const exiting = inner.getExitingBlock();
    const llvm::BasicBlock* const latch = inner.getLoopLatch();
    const llvm::BasicBlock* const block = row.check.call->getParent();
    if (exiting == nullptr || latch == nullptr || !code_.dominators.dominates(block, latch)) return false;
    llvm::ScalarEvolution& evolution = code_.evolution;
    const llvm::SCEV* turns = evolution.getBackedgeTakenCount(&inner);
    if (llvm::isa<llvm::SCEVCouldNotCompute>(turns) || !evolution.isLoopInvariant(turns, code_.row.loop)) return false;
    if (turns->getType()->getIntegerBitWidth() > 64) return false;
    llvm::SCEVExpander expander(evolution, function_.getParent()->getDataLayout(), "");
    if (!expander.isSafeToExpandAt(turns, code_.row.loop->getLoopPreheader()->getTerminator())) return false;
    turns = evolution.getNoopOrZeroExtend(turns, llvm::Type::getInt64Ty(function_.getContext()));
    // Before the loop asks whether it goes on, as often as it asks: once more than it goes on.
    const bool once_more = code_.dominators.dominates(block, exiting);
    row.turns = once_more ? evolution.getAddExpr(turns, evolution.getOne(turns->getType())) : turns;
    return true;
  }

  bool find_stride(RowAccess& row) {
    const llvm::Loop& inner = *row.inner;
    llvm::BasicBlock* const latch = inner.getLoopLatch();
    llvm::BasicBlock* const before = inner.getLoopPreheader();
    llvm::BasicBlock* const exiting = inner.getExitingBlock();
    const llvm::BasicBlock* const block = row.check.call->getParent();
    if (latch == nullptr || before == nullptr || exiting == nullptr) return false;
    const bool asks_first = exiting == inner.getHeader() && exiting != latch && block != exiting;
    if ((exiting != latch && !asks_first) || !code_.dominators.dominates(block, latch)) return false;
    const auto* const branch = llvm::dyn_cast<llvm::BranchInst>(exiting->getTerminator());
    const auto* const compare = branch != nullptr ? llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition()) : nullptr;
    if (compare == nullptr || !compare->getOperand(0)->getType()->isIntegerTy()) return false;
    llvm::CmpInst::Predicate goes_on = compare->getPredicate();
    if (!inner.contains(branch->getSuccessor(0))) goes_on = llvm::CmpInst::getInversePredicate(goes_on);
    llvm::Value *next = compare->getOperand(0), *bound = compare->getOperand(1);
    if (goes_on == llvm::CmpInst::ICMP_SGT || goes_on == llvm::CmpInst::ICMP_UGT) {
      std::swap(next, bound);
      goes_on = llvm::CmpInst::getSwappedPredicate(goes_on);
    }
    if (goes_on != llvm::CmpInst::ICMP_SLT && goes_on != llvm::CmpInst::ICMP_ULT) return false;
    if (next->getType()->getIntegerBitWidth() > 64 || !values_.is_of_all_threads(bound)) return false;
    llvm::ScalarEvolution& evolution = code_.evolution;
    const llvm::DataLayout& layout = function_.getParent()->getDataLayout();
    for (llvm::PHINode& phi : inner.getHeader()->phis()) {
      if ((asks_first ? &phi : phi.getIncomingValueForBlock(latch)) != next) continue;
      const auto* const counter = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution.getSCEV(&phi));
      if (counter == nullptr || counter->getLoop() != &inner || !counter->isAffine()) return false;
      const llvm::SCEV* const step = counter->getOperand(1);
      llvm::SCEVExpander expander(evolution, layout, "");
      if (!evolution.isLoopInvariant(step, code_.row.loop) ||
          !expander.isSafeToExpandAt(step, code_.row.loop->getLoopPreheader()->getTerminator()))
        return false;
      llvm::Value* const start = phi.getIncomingValueForBlock(before);
      values_.extensions.clear();
      if (!values_.is_affine(start, nullptr)) return false;
      row.stride = RowStride{&phi, start, bound, goes_on == llvm::CmpInst::ICMP_SLT, asks_first, values_.extensions};
      return true;
    }
    return false;
  }

  llvm::Function& function_;
  const RowCode& code_;
  ThreadValues values_;
  RowAccesses found_;
};

}  // namespace

std::optional<RowAccesses> find_row_accesses(llvm::Function& function, const RowCode& code) {
  return RowFinder(function, code).find();
}

std::optional<RowAccesses> find_bare_row(llvm::Function& function, const RowCode& code) {
  return RowFinder(function, code).find_bare();
}

}  // namespace fencepost::compiler
