#include "compiler/passes/function_optimiser.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

#include "compiler/passes/passes.h"

namespace fencepost::compiler {
namespace {

constexpr unsigned kMostForAll = 4000;  ///< Instructions of a function. For more, LLVM's -O2 takes seconds.

llvm::PipelineTuningOptions tuning() {
  llvm::PipelineTuningOptions options;
  options.LoopUnrolling = false;
  return options;
}

void keep_calls_apart(llvm::Function& function) {
  function.addFnAttr("disable-tail-calls", "true");
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call != nullptr && !llvm::isa<llvm::IntrinsicInst>(call)) call->addFnAttr(llvm::Attribute::NoMerge);
  }
}

}  // namespace

FunctionOptimiser::FunctionOptimiser() : analyses_(tuning()) {
  passes_ = analyses_.builder.buildFunctionSimplificationPipeline(llvm::OptimizationLevel::O2,
                                                                  llvm::ThinOrFullLTOPhase::None);
  checked_.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
  checked_.addPass(llvm::EarlyCSEPass());
  checked_.addPass(llvm::SimplifyCFGPass(keep_calls()));
  checked_.addPass(llvm::InstCombinePass());
  checked_.addPass(llvm::createFunctionToLoopPassAdaptor(llvm::LICMPass(llvm::LICMOptions()), /*UseMemorySSA=*/true));
  checked_.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
  checked_.addPass(llvm::SimplifyCFGPass(keep_calls()));
}

void FunctionOptimiser::run(llvm::Function& function) {
  if (function.getInstructionCount() > kMostForAll) return run_checked(function);
  keep_calls_apart(function);
  passes_.run(function, analyses_.functions);
  analyses_.functions.clear(function, function.getName());
}

void FunctionOptimiser::simplify(llvm::Function& function) {
  llvm::SimplifyCFGPass(keep_calls()).run(function, analyses_.functions);
  analyses_.functions.clear(function, function.getName());
}

void FunctionOptimiser::run_checked(llvm::Function& function) {
  keep_calls_apart(function);
  checked_.run(function, analyses_.functions);
  analyses_.functions.clear(function, function.getName());
}

}  // namespace fencepost::compiler
