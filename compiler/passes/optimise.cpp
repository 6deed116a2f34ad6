#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/Support/Path.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/IPO/Inliner.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

#include "compiler/passes/analyses.h"
#include "compiler/passes/passes.h"

namespace fencepost::compiler {
namespace {

/// Again and again: a local variable that a lambda captures is known for one once the lambda's own members are in
/// registers.
struct DropLocalAccesses : llvm::PassInfoMixin<DropLocalAccesses> {
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    bool changed = false;
    while (drop_local_accesses(function)) {
      changed = true;
      analyses.invalidate(function, llvm::SROAPass(llvm::SROAOptions::PreserveCFG).run(function, analyses));
    }
    return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
  }
};

struct InlineDeviceCalls : llvm::PassInfoMixin<InlineDeviceCalls> {
  static llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
    inline_device_calls(module);
    return llvm::PreservedAnalyses::none();
  }
};

bool is_below(const llvm::DIFile& file, llvm::StringRef folder) {
  if (file.getFilename().starts_with(folder)) return true;
  llvm::SmallString<256> path(file.getDirectory());
  llvm::sys::path::append(path, file.getFilename());
  return llvm::StringRef(path).starts_with(folder);
}

}  // namespace

llvm::FunctionPassManager locals_to_registers() {
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
  passes.addPass(llvm::EarlyCSEPass(false));
  passes.addPass(llvm::SimplifyCFGPass(keep_calls()));
  return passes;
}

llvm::SimplifyCFGOptions keep_calls() {
  return llvm::SimplifyCFGOptions().hoistCommonInsts(false).sinkCommonInsts(false);
}

void inline_own_functions(llvm::Module& module, const std::string& own_headers) {
  for (llvm::Function& function : module) {
    const llvm::DISubprogram* const source = function.getSubprogram();
    if (source == nullptr || !is_below(*source->getFile(), own_headers)) {
      function.removeFnAttr(llvm::Attribute::AlwaysInline);
    }
  }
  Analyses analyses;
  llvm::ModulePassManager passes;
  passes.addPass(llvm::AlwaysInlinerPass(/*InsertLifetime=*/false));
  passes.run(module, analyses.modules);
}

void optimise(llvm::Module& module, bool whole_chains) {
  Analyses analyses;
  llvm::ModulePassManager passes;
  passes.addPass(llvm::GlobalDCEPass());
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(locals_to_registers()));
  if (whole_chains) passes.addPass(InlineDeviceCalls());
  passes.addPass(KeepComputationsApart());
  passes.addPass(llvm::AlwaysInlinerPass());
  passes.addPass(llvm::ModuleInlinerWrapperPass(llvm::getInlineParams(100)));
  llvm::FunctionPassManager last;
  last.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
  last.addPass(DropLocalAccesses());
  last.addPass(locals_to_registers());
  last.addPass(llvm::InstCombinePass());
  last.addPass(llvm::SimplifyCFGPass(keep_calls()));
  if (whole_chains) {
    last.addPass(UnrollShortLoops());
    last.addPass(locals_to_registers());
    last.addPass(llvm::InstCombinePass());
  }
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(last)));
  passes.addPass(llvm::GlobalDCEPass());
  passes.run(module, analyses.modules);
}

}  // namespace fencepost::compiler
