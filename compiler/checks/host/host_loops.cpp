#include "compiler/checks/host/host_loops.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "compiler/checks/host/host_checks.h"
#include "compiler/passes/passes.h"

namespace fencepost::compiler {
namespace {

constexpr std::size_t kMostExtents = 16;  ///< Of a loop: of more, each access is looked at.
constexpr unsigned kBudget = 16;          ///< LLVM's, for what an extent's address may cost to compute.

/// From the first address of a loop's accesses to the end of the last, or the other way round.
struct LoopExtent {
  const llvm::SCEV* first;
  const llvm::SCEV* last;
  std::int64_t before = 0, behind = 0;  ///< Bytes that are accessed further, in front of both and behind.
};

class HostLoops {
 public:
  HostLoops(llvm::Function& function, llvm::FunctionAnalysisManager& analyses)
      : loops_(analyses.getResult<llvm::LoopAnalysis>(function)),
        dominators_(analyses.getResult<llvm::DominatorTreeAnalysis>(function)),
        assumptions_(analyses.getResult<llvm::AssumptionAnalysis>(function)),
        evolution_(analyses.getResult<llvm::ScalarEvolutionAnalysis>(function)),
        library_(analyses.getResult<llvm::TargetLibraryAnalysis>(function)),
        target_(analyses.getResult<llvm::TargetIRAnalysis>(function)),
        expander_(evolution_, function.getDataLayout(), "host") {}

  std::map<llvm::CallInst*, llvm::Value*> conditions(const std::vector<PlainCheck>& checks) {
    llvm::MapVector<llvm::Loop*, std::vector<PlainCheck>> of_loops;
    std::map<llvm::CallInst*, llvm::Value*> result;
    for (const PlainCheck& check : checks) {
      checks_.insert(check.call);
      llvm::Loop* const loop = loops_.getLoopFor(check.call->getParent());
      if (loop != nullptr && loop->isInnermost()) of_loops[loop].push_back(check);
    }
    for (const auto& [loop, of_loop] : of_loops) look_at(*loop, of_loop, result);
    return result;
  }

 private:
  void look_at(llvm::Loop& loop, const std::vector<PlainCheck>& checks,
               std::map<llvm::CallInst*, llvm::Value*>& result) {
    // The last turn is known where it is the one way out: else more may come, which nobody makes.
    if (loop.getExitingBlock() == nullptr || calls_others(loop)) return;
    llvm::simplifyLoop(&loop, &dominators_, &loops_, &evolution_, &assumptions_, nullptr, false);
    if (!loop.isLoopSimplifyForm()) return;
    // Indices of 32 bits may wrap around, which LLVM is not told to be undefined: that they do not is asked, too.
    llvm::PredicatedScalarEvolution steps(evolution_, loop);
    const llvm::SCEV* const turns = steps.getBackedgeTakenCount();
    if (llvm::isa<llvm::SCEVCouldNotCompute>(turns)) return;
    llvm::Instruction& before = *loop.getLoopPreheader()->getTerminator();
    std::vector<LoopExtent> extents;
    std::vector<llvm::CallInst*> known;
    for (const auto& [call, bytes] : checks) {
      if (add(loop, steps, *turns, *call->getArgOperand(0), bytes, before, extents)) known.push_back(call);
    }
    if (extents.empty() || extents.size() > kMostExtents || steps.getPredicate().getComplexity() > kMostExtents) return;
    llvm::Value* const condition = write(extents, steps.getPredicate(), before);
    for (llvm::CallInst* const call : known) result[call] = condition;
    llvm::addStringMetadataToLoop(&loop, kPlainLoop.data());
  }

  /// Something that may allocate device memory, or begin or end an operation of a stream.
  bool calls_others(const llvm::Loop& loop) const {
    for (const llvm::BasicBlock* const block : loop.blocks()) {
      for (const llvm::Instruction& instruction : *block) {
        const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        if (call == nullptr || llvm::isa<llvm::IntrinsicInst>(call) || checks_.contains(call)) continue;
        if (!call->onlyReadsMemory() && !is_mathematical(*call)) return true;
      }
    }
    return false;
  }

  /// The C library's, which sets `errno` at most.
  [[nodiscard]] bool is_mathematical(const llvm::CallBase& call) const {
    const llvm::Function* const callee = call.getCalledFunction();
    llvm::LibFunc known{};
    return callee != nullptr && callee->isDeclaration() && call.getType()->isFloatingPointTy() &&
           library_.getLibFunc(*callee, known);
  }

  /// False if it is not known where the access is, turn by turn.
  bool add(llvm::Loop& loop, llvm::PredicatedScalarEvolution& steps, const llvm::SCEV& turns, llvm::Value& pointer,
           std::uint64_t bytes, llvm::Instruction& before, std::vector<LoopExtent>& extents) {
    const llvm::SCEV* const address = evolution_.getSCEV(&pointer);
    LoopExtent extent{address, address, 0, static_cast<std::int64_t>(bytes)};
    if (!evolution_.isLoopInvariant(address, &loop)) {
      const llvm::SCEVAddRecExpr* const going = steps.getAsAddRec(&pointer);
      if (going == nullptr || going->getLoop() != &loop || !going->isAffine()) return false;
      extent.first = going->getStart();
      extent.last = going->evaluateAtIteration(&turns, evolution_);
    }
    for (LoopExtent& other : extents) {
      const auto first = distance(*extent.first, *other.first), last = distance(*extent.last, *other.last);
      if (!first || !last) continue;
      other.before = std::min({other.before, *first, *last});
      other.behind = std::max({other.behind, *first + extent.behind, *last + extent.behind});
      return true;
    }
    for (const llvm::SCEV* const end : {extent.first, extent.last}) {
      if (!expander_.isSafeToExpandAt(end, &before) ||
          expander_.isHighCostExpansion(end, &loop, kBudget, &target_, &before))
        return false;
    }
    extents.push_back(extent);
    return true;
  }

  /// Bytes from `other` to `end`, if known.
  std::optional<std::int64_t> distance(const llvm::SCEV& end, const llvm::SCEV& other) {
    const auto* const constant = llvm::dyn_cast<llvm::SCEVConstant>(evolution_.getMinusSCEV(&end, &other));
    if (constant == nullptr) return std::nullopt;
    return constant->getAPInt().trySExtValue();
  }

  /// All that is accessed is apart from what is to be checked, if `steps` holds, which is part of it.
  llvm::Value* write(const std::vector<LoopExtent>& extents, const llvm::SCEVPredicate& steps,
                     llvm::Instruction& before) {
    llvm::IRBuilder<> builder(&before);
    llvm::Value* all = builder.getTrue();
    if (!steps.isAlwaysTrue()) {
      llvm::Value* const wraps = expander_.expandCodeForPredicate(&steps, &before);
      builder.SetInsertPoint(&before);
      all = builder.CreateNot(wraps);
    }
    for (const LoopExtent& extent : extents) {
      const auto address = [&](const llvm::SCEV* end) {
        llvm::Value* const value = expander_.expandCodeFor(end, end->getType(), &before);
        builder.SetInsertPoint(&before);
        return value->getType()->isPointerTy() ? builder.CreatePtrToInt(value, builder.getInt64Ty()) : value;
      };
      llvm::Value* const first = address(extent.first);
      llvm::Value* const last = extent.last == extent.first ? first : address(extent.last);
      llvm::Value* const low = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, first, last);
      llvm::Value* const high = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umax, first, last);
      all = builder.CreateAnd(
          all,
          is_of_nobody(builder, builder.CreateAdd(low, builder.getInt64(static_cast<std::uint64_t>(extent.before))),
                       builder.CreateAdd(high, builder.getInt64(static_cast<std::uint64_t>(extent.behind)))));
    }
    return builder.CreateFreeze(all);
  }

  llvm::LoopInfo& loops_;
  llvm::DominatorTree& dominators_;
  llvm::AssumptionCache& assumptions_;
  llvm::ScalarEvolution& evolution_;
  const llvm::TargetLibraryInfo& library_;
  const llvm::TargetTransformInfo& target_;
  llvm::SCEVExpander expander_;
  std::set<const llvm::CallBase*> checks_;
};

}  // namespace

std::map<llvm::CallInst*, llvm::Value*> conditions_before_loops(llvm::Function& function,
                                                                const std::vector<PlainCheck>& checks,
                                                                llvm::FunctionAnalysisManager& analyses) {
  return HostLoops(function, analyses).conditions(checks);
}

}  // namespace fencepost::compiler
