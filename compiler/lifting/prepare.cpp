#include <llvm/ADT/SCCIterator.h>
#include <llvm/Analysis/CallGraph.h>
#include <llvm/Analysis/InlineCost.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/InstSimplifyPass.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/CallPromotionUtils.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LowerSwitch.h>
#include <llvm/Transforms/Utils/SimplifyCFGOptions.h>

#include <set>
#include <utility>
#include <vector>

#include "compiler/lifting/lift_kernel.h"
#include "compiler/lifting/load_lifter.h"
#include "compiler/passes/analyses.h"

namespace fencepost::compiler {
namespace {

void inline_all(llvm::Module& module) {
  llvm::CallGraph graph(module);
  for (auto component = llvm::scc_begin(&graph); !component.isAtEnd(); ++component) {
    llvm::Function* const function = component->front()->getFunction();
    if (component->size() != 1 || function == nullptr || function->isDeclaration()) continue;
    const llvm::CallGraphNode* const node = component->front();
    const bool calls_itself =
        llvm::any_of(*node, [&](const llvm::CallGraphNode::CallRecord& call) { return call.second == node; });
    if (calls_itself || !llvm::isInlineViable(*function).isSuccess()) continue;
    function->removeFnAttr(llvm::Attribute::NoInline);
    function->removeFnAttr(llvm::Attribute::OptimizeNone);
    function->addFnAttr(llvm::Attribute::AlwaysInline);
  }
}

/// A call by a pointer becomes one of each function that the pointer may be to, as far as this file tells: those of its
/// type whose addresses are taken. Behind them kCallsElsewhere is called.
void resolve_pointers(llvm::Module& module) {
  std::vector<llvm::CallBase*> calls;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call != nullptr && call->isIndirectCall()) calls.push_back(call);
    }
  }
  const llvm::FunctionCallee elsewhere =
      module.getOrInsertFunction(kCallsElsewhere, llvm::Type::getVoidTy(module.getContext()));
  for (llvm::CallBase* const call : calls) {
    bool may_be_any = false;
    for (llvm::Function& function : module) {
      const bool may_be = !function.isDeclaration() && function.getFunctionType() == call->getFunctionType() &&
                          function.hasAddressTaken(nullptr, /*IgnoreCallbackUses=*/false,
                                                   /*IgnoreAssumeLikeCalls=*/true, /*IngoreLLVMUsed=*/true);
      if (!may_be || !llvm::isLegalToPromote(*call, &function)) continue;
      llvm::promoteCallWithIfThenElse(*call, &function);
      may_be_any = true;
    }
    if (!may_be_any) continue;
    llvm::IRBuilder<>(call).CreateCall(elsewhere);
    llvm::changeToUnreachable(call);
  }
}

/// No pass may drop or move an access: also what nobody uses was read.
void hold_accesses(llvm::Function& function) {
  const auto hold = [&](auto& access) {
    const llvm::Value* object = llvm::getUnderlyingObject(access.getPointerOperand(), 0);
    if (const auto* const place = llvm::dyn_cast<llvm::IntrinsicInst>(object);
        place != nullptr && place->getIntrinsicID() == llvm::Intrinsic::threadlocal_address) {
      return;  // threadIdx and its like.
    }
    const auto* const argument = llvm::dyn_cast<llvm::Argument>(object);
    if (llvm::isa<llvm::AllocaInst>(object) || (argument != nullptr && argument->hasByValAttr())) return;
    if (access.isVolatile()) access.setMetadata(kVolatile, llvm::MDNode::get(function.getContext(), {}));
    access.setVolatile(true);
  };
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) hold(*load);
    if (auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) hold(*store);
  }
}

/// Behind `if (n != 32) return;` n is 32.
struct ComparedValuesPass : llvm::PassInfoMixin<ComparedValuesPass> {
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    llvm::DominatorTree& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
    for (llvm::BasicBlock& block : function) {
      auto* const branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
      if (branch == nullptr || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1)) continue;
      auto* const comparison = llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition());
      if (comparison == nullptr || !comparison->isEquality()) continue;
      auto* const number = llvm::dyn_cast<llvm::ConstantInt>(comparison->getOperand(1));
      if (number == nullptr || llvm::isa<llvm::Constant>(comparison->getOperand(0))) continue;
      const unsigned equal = comparison->getPredicate() == llvm::CmpInst::ICMP_EQ ? 0 : 1;
      llvm::replaceDominatedUsesWith(comparison->getOperand(0), number, dominators,
                                     llvm::BasicBlockEdge(&block, branch->getSuccessor(equal)));
    }
    return llvm::PreservedAnalyses::none();
  }
};

/// LLVM's loops of one form. To get there what does not change in a loop may be computed in front of it, on no
/// condition: of such a value it is not known that it does not overflow.
void simplify_loops(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  std::vector<std::pair<llvm::WeakVH, const llvm::BasicBlock*>> places;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    places.emplace_back(&instruction, instruction.getParent());
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::LoopSimplifyPass());
  passes.run(function, analyses);
  std::set<const llvm::Value*> stayed;
  for (const auto& [handle, block] : places) {
    const auto* const instruction = llvm::dyn_cast_or_null<llvm::Instruction>(static_cast<llvm::Value*>(handle));
    if (instruction != nullptr && instruction->getParent() == block) stayed.insert(instruction);
  }
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (!stayed.contains(&instruction)) instruction.dropPoisonGeneratingFlags();
  }
}

/// In a function of CUB, Thrust or libcu++.
bool is_of_library(const llvm::Instruction& instruction) {
  const llvm::DILocation* const place = instruction.getDebugLoc().get();
  const llvm::DIScope* scope = place == nullptr ? nullptr : place->getScope();
  for (; scope != nullptr; scope = scope->getScope()) {
    const auto* const space = llvm::dyn_cast<llvm::DINamespace>(scope);
    if (space == nullptr || space->getScope() != nullptr) continue;
    return space->getName() == "cub" || space->getName() == "thrust" || space->getName() == "cuda";
  }
  return false;
}

/// Also code that is never come to, and is dropped, tells which dimensions a kernel is made for; but not a library's,
/// which is for blocks of any form.
void note_builtins(llvm::Function& function) {
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    const auto* const code = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (is_of_library(instruction)) continue;
    const auto builtin = load != nullptr ? builtin_of(*load) : code != nullptr ? builtin_of(*code) : std::nullopt;
    if (builtin) function.addFnAttr(builtin_attribute(*builtin));
  }
}

}  // namespace

std::string builtin_attribute(const Builtin& builtin) {
  return "fencepost.reads." + std::to_string(static_cast<int>(builtin.first)) + "." + std::to_string(builtin.second);
}

bool is_block_barrier(const llvm::Instruction& instruction) {
  const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (call == nullptr) return false;
  if (const auto* const code = llvm::dyn_cast<llvm::InlineAsm>(call->getCalledOperand())) {
    const llvm::StringRef text = llvm::StringRef(code->getAsmString()).trim();
    return (text == "bar.sync 0;" || text == "barrier.sync 0;") && call->arg_empty();
  }
  const llvm::Function* const callee = call->getCalledFunction();
  if (callee == nullptr) return false;
  return callee->getName() == "__syncthreads" || callee->getName() == "__syncthreads_count" ||
         callee->getName() == "__syncthreads_and" || callee->getName() == "__syncthreads_or";
}

void prepare_for_lifting(llvm::Module& module) {
  resolve_pointers(module);
  inline_all(module);
  Analyses analyses;
  llvm::ModulePassManager inliner;
  inliner.addPass(llvm::AlwaysInlinerPass(/*InsertLifetime=*/false));
  inliner.run(module, analyses.modules);
  llvm::FunctionPassManager first, passes;
  first.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
  passes.addPass(llvm::EarlyCSEPass());
  passes.addPass(llvm::InstSimplifyPass());
  // What is computed ahead of its condition would look as if it had run, and so had not overflowed.
  passes.addPass(llvm::SimplifyCFGPass(llvm::SimplifyCFGOptions().speculateBlocks(false)));
  passes.addPass(llvm::LowerSwitchPass());
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  passes.addPass(llvm::EarlyCSEPass());
  passes.addPass(ComparedValuesPass());
  passes.addPass(llvm::InstSimplifyPass());
  passes.addPass(llvm::ADCEPass());
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    first.run(function, analyses.functions);
    note_builtins(function);
    hold_accesses(function);
    passes.run(function, analyses.functions);
    simplify_loops(function, analyses.functions);
    std::vector<llvm::Instruction*> barriers;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (is_block_barrier(instruction)) barriers.push_back(&instruction);
    }
    for (llvm::Instruction* const barrier : barriers) {
      llvm::SplitBlock(barrier->getParent(), std::next(barrier->getIterator()));
    }
    analyses.functions.clear(function, function.getName());
    simplify_loops(function, analyses.functions);
    analyses.functions.clear(function, function.getName());
  }
}

}  // namespace fencepost::compiler
