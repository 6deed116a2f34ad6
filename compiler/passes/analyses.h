// What LLVM's passes ask about the code, kept between them.
#pragma once

#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/Passes/PassBuilder.h>

namespace fencepost::compiler {

/// All of LLVM's analyses, each of which can ask the others. With a machine, which outlives them, they know what its
/// instructions cost. Thread safety: one user.
struct Analyses {
  explicit Analyses(llvm::PipelineTuningOptions tuning = {}, llvm::TargetMachine* machine = nullptr)
      : builder(machine, tuning) {
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(components);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, components, modules);
  }

  llvm::PassBuilder builder;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
};

}  // namespace fencepost::compiler
