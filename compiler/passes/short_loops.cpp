// Loops of a few turns within others, as over the neighbours of an element of a plane.
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

#include <vector>

#include "compiler/passes/passes.h"

namespace fencepost::compiler {
namespace {

constexpr unsigned kMostTurns = 9;  ///< And the look that ends the loop.
constexpr unsigned kMostInstructions = 500;
constexpr unsigned kMostAccesses = 36;
constexpr llvm::StringLiteral kHadShortLoop = "fencepost.had_short_loop";  ///< Of a loop, in its metadata.

/// It computes, and accesses memory: where barriers stand, or other threads may be asked for, is to stay as it is.
bool may_be_unrolled(const llvm::Loop& loop, unsigned turns) {
  unsigned instructions = 0, accesses = 0;
  for (const llvm::BasicBlock* const block : loop.blocks()) {
    for (const llvm::Instruction& instruction : *block) {
      if (llvm::isa<llvm::DbgInfoIntrinsic>(instruction)) continue;
      ++instructions;
      if (instruction.isAtomic() || instruction.isVolatile()) return false;
      const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call == nullptr || call->doesNotAccessMemory()) continue;
      const llvm::Function* const callee = call->getCalledFunction();
      if (callee == nullptr || !callee->getName().starts_with("__tsan_")) return false;
      ++accesses;
    }
  }
  return accesses != 0 && accesses * turns <= kMostAccesses && instructions * turns <= kMostInstructions;
}

/// Neither in a loop of few turns nor around one that was such, it is no nest over neighbours: its turns would cost
/// more to begin than a loop does.
bool is_in_nest(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  return evolution.getSmallConstantTripCount(loop.getParentLoop()) != 0 ||
         llvm::findOptionMDForLoop(&loop, kHadShortLoop) != nullptr;
}

bool unroll_innermost(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  std::vector<llvm::Loop*> inner;
  for (llvm::Loop* const loop : loops.getLoopsInPreorder()) {
    if (loop->isInnermost() && loop->getParentLoop() != nullptr) inner.push_back(loop);
  }
  if (inner.empty()) return false;
  auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  auto& assumptions = analyses.getResult<llvm::AssumptionAnalysis>(function);
  const auto& target = analyses.getResult<llvm::TargetIRAnalysis>(function);
  auto& remarks = analyses.getResult<llvm::OptimizationRemarkEmitterAnalysis>(function);
  bool changed = false;
  for (llvm::Loop* const loop : inner) {
    const unsigned turns = evolution.getSmallConstantTripCount(loop);
    if (turns == 0 || turns > kMostTurns + 1 || !is_in_nest(*loop, evolution) || !may_be_unrolled(*loop, turns))
      continue;
    llvm::addStringMetadataToLoop(loop->getParentLoop(), kHadShortLoop.data());
    changed |=
        llvm::simplifyLoop(loop, &dominators, &loops, &evolution, &assumptions, nullptr, /*PreserveLCSSA=*/false);
    changed |= llvm::formLCSSARecursively(*loop->getParentLoop(), dominators, &loops, &evolution);
    llvm::UnrollLoopOptions options{};
    options.Count = turns;
    options.Force = true;
    changed |= llvm::UnrollLoop(loop, options, &loops, &evolution, &dominators, &assumptions, &target, &remarks,
                                /*PreserveLCSSA=*/true) != llvm::LoopUnrollResult::Unmodified;
  }
  return changed;
}

}  // namespace

llvm::PreservedAnalyses UnrollShortLoops::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  if (!function.hasFnAttribute(kDeviceCode)) return llvm::PreservedAnalyses::all();
  constexpr unsigned kDeepest = 2;
  bool changed = false;
  for (unsigned level = 0; level < kDeepest && unroll_innermost(function, analyses); ++level) {
    changed = true;
    analyses.invalidate(function, llvm::PreservedAnalyses::none());
    // The turn that only asks whether there is another has no more in it than that.
    llvm::EarlyCSEPass().run(function, analyses);
    llvm::SimplifyCFGPass(keep_calls()).run(function, analyses);
    analyses.invalidate(function, llvm::PreservedAnalyses::none());
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace fencepost::compiler
