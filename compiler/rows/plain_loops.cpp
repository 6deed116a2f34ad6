// Loops over threads whose accesses were told in rows: code without checks.
#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopRotation.h>
#include <llvm/Transforms/Scalar/LoopSimplifyCFG.h>
#include <llvm/Transforms/Scalar/LoopUnrollPass.h>
#include <llvm/Transforms/Scalar/SimpleLoopUnswitch.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Vectorize/LoopVectorize.h>

#include <utility>

#include "compiler/passes/analyses.h"
#include "compiler/passes/passes.h"
#include "compiler/rows/rows.h"

namespace fencepost::compiler {
namespace {

bool is_plain_loop(const llvm::Loop& loop) { return llvm::findOptionMDForLoop(&loop, kPlainLoop) != nullptr; }

/// LLVM's pass for loops, of these alone and what is in them: other loops have checks, and would only grow.
template <class Pass>
class OfPlainLoops : public llvm::PassInfoMixin<OfPlainLoops<Pass>> {
 public:
  explicit OfPlainLoops(Pass pass) : pass_(std::move(pass)) {}

  llvm::PreservedAnalyses run(llvm::Loop& loop, llvm::LoopAnalysisManager& analyses,
                              llvm::LoopStandardAnalysisResults& results, llvm::LPMUpdater& updater) {
    const llvm::Loop* outer = &loop;
    while (outer != nullptr && !is_plain_loop(*outer)) outer = outer->getParentLoop();
    if (outer == nullptr) return llvm::PreservedAnalyses::all();
    return pass_.run(loop, analyses, results, updater);
  }

 private:
  Pass pass_;
};

bool has_plain_loop(llvm::Function& function) {
  return llvm::any_of(function, [](const llvm::BasicBlock& block) {
    llvm::MDNode* const loop = block.getTerminator()->getMetadata(llvm::LLVMContext::MD_loop);
    return loop != nullptr && llvm::findOptionMDForLoopID(loop, kPlainLoop) != nullptr;
  });
}

llvm::FunctionPassManager passes() {
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::createFunctionToLoopPassAdaptor(OfPlainLoops(llvm::SimpleLoopUnswitchPass(/*NonTrivial=*/true)),
                                                       /*UseMemorySSA=*/true));
  passes.addPass(llvm::SimplifyCFGPass(keep_calls()));
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::createFunctionToLoopPassAdaptor(OfPlainLoops(llvm::LoopRotatePass())));
  passes.addPass(llvm::createFunctionToLoopPassAdaptor(OfPlainLoops(llvm::LICMPass(llvm::LICMOptions())),
                                                       /*UseMemorySSA=*/true));
  passes.addPass(llvm::createFunctionToLoopPassAdaptor(OfPlainLoops(llvm::LoopFullUnrollPass(/*OptLevel=*/3))));
  passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
  // What is known by now to go one way would be a condition of each thread to the next pass.
  passes.addPass(
      llvm::createFunctionToLoopPassAdaptor(OfPlainLoops(llvm::LoopSimplifyCFGPass()), /*UseMemorySSA=*/true));
  passes.addPass(llvm::LoopVectorizePass());
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::EarlyCSEPass());
  passes.addPass(llvm::SimplifyCFGPass(keep_calls()));
  return passes;
}

}  // namespace

void mark_plain_loop(llvm::Instruction& back_edge) {
  llvm::LLVMContext& context = back_edge.getContext();
  llvm::MDNode* const name = llvm::MDNode::get(context, llvm::MDString::get(context, kPlainLoop));
  llvm::MDNode* const loop = llvm::MDNode::getDistinct(context, {nullptr, name});
  loop->replaceOperandWith(0, loop);
  back_edge.setMetadata(llvm::LLVMContext::MD_loop, loop);
}

void optimise_plain_loops(llvm::Module& module, llvm::TargetMachine& machine) {
  Analyses analyses({}, &machine);
  llvm::FunctionPassManager all = passes();
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || !has_plain_loop(function)) continue;
    all.run(function, analyses.functions);
    analyses.functions.clear(function, function.getName());
  }
}

}  // namespace fencepost::compiler
