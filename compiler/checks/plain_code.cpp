// Code that is not checked, or hardly: it is to be as fast as it can.
#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/Passes/PassBuilder.h>

#include "compiler/checks/checks.h"
#include "compiler/passes/passes.h"

namespace fencepost::compiler {
namespace {

/// LLVM's -O2 for a function, but that loops are not unrolled: a barrier stays one.
class Optimiser {
 public:
  Optimiser() : builder_(nullptr, tuning()) {
    builder_.registerModuleAnalyses(modules_);
    builder_.registerCGSCCAnalyses(components_);
    builder_.registerFunctionAnalyses(functions_);
    builder_.registerLoopAnalyses(loops_);
    builder_.crossRegisterProxies(loops_, functions_, components_, modules_);
    passes_ = builder_.buildFunctionSimplificationPipeline(llvm::OptimizationLevel::O2, llvm::ThinOrFullLTOPhase::None);
  }

  /// What is told by where it is called from stays apart, and is called, not jumped to.
  void run(llvm::Function& function) {
    function.addFnAttr("disable-tail-calls", "true");
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call != nullptr && !llvm::isa<llvm::IntrinsicInst>(call)) call->addFnAttr(llvm::Attribute::NoMerge);
    }
    passes_.run(function, functions_);
  }

 private:
  static llvm::PipelineTuningOptions tuning() {
    llvm::PipelineTuningOptions options;
    options.LoopUnrolling = false;
    return options;
  }

  llvm::LoopAnalysisManager loops_;
  llvm::FunctionAnalysisManager functions_;
  llvm::CGSCCAnalysisManager components_;
  llvm::ModuleAnalysisManager modules_;
  llvm::PassBuilder builder_;
  llvm::FunctionPassManager passes_;
};

}  // namespace

void optimise_plain_code(llvm::Module& module, bool all) {
  Optimiser optimiser;
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    const bool checked = function.hasFnAttribute(kDeviceCode) && !function.hasFnAttribute(kUncheckedCode);
    if (all || !checked) optimiser.run(function);
  }
}

}  // namespace fencepost::compiler
