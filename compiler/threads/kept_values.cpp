#include "compiler/threads/kept_values.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/CycleAnalysis.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/TargetTransformInfoImpl.h>
#include <llvm/Analysis/UniformityAnalysis.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PassInstrumentation.h>

#include <set>

#include "compiler/passes/builtin_variables.h"
#include "compiler/passes/passes.h"
#include "compiler/threads/thread_loops.h"

namespace fencepost::compiler {
namespace {

bool is_call_of(const llvm::Value& value, llvm::StringRef name) {
  const auto* const call = llvm::dyn_cast<llvm::CallInst>(&value);
  return call != nullptr && call->getCalledFunction() != nullptr && call->getCalledFunction()->getName() == name;
}

bool is_address_of_thread_local(const llvm::Value& value) {
  const auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(&value);
  return call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::threadlocal_address;
}

/// Of a load: it reads the same at any time between two barriers.
bool is_fixed(const llvm::LoadInst& load) {
  return load.hasMetadata(kFixed) || is_of_block(load) || part_of_thread_idx(load).has_value();
}

/// Where threads of a block differ, as LLVM's analysis asks for it.
class Divergence final : public llvm::TargetTransformInfoImplCRTPBase<Divergence> {
 public:
  explicit Divergence(const llvm::DataLayout& layout) : llvm::TargetTransformInfoImplCRTPBase<Divergence>(layout) {}

  [[nodiscard]] static bool hasBranchDivergence(const llvm::Function* /*function*/ = nullptr) { return true; }
  [[nodiscard]] static bool isAlwaysUniform(const llvm::Value* /*value*/) { return false; }
  [[nodiscard]] static bool isSourceOfDivergence(const llvm::Value* value) {
    if (const auto* const load = llvm::dyn_cast<llvm::LoadInst>(value))
      return !is_fixed(*load) || part_of_thread_idx(*load).has_value();
    if (const auto* const call = llvm::dyn_cast<llvm::CallBase>(value)) {
      const llvm::Function* const callee = call->getCalledFunction();
      if (callee == nullptr || callee->getName() == kArgumentsMarker || callee->getName().starts_with("llvm.coro."))
        return callee == nullptr;
      return !callee->isIntrinsic() || !call->doesNotAccessMemory();
    }
    return llvm::isa<llvm::AllocaInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst, llvm::VAArgInst>(value);
  }
};

/// Some thread may come to one of `barriers` where another one does not, or once more, between where they part and meet
/// again, and yet both be at the same one later.
bool may_part_at(const std::set<const llvm::BasicBlock*>& barriers, const llvm::BasicBlock& parts,
                 const llvm::PostDominatorTree& ends, const llvm::CycleInfo& cycles) {
  const llvm::BasicBlock* meet = nullptr;
  if (const auto* const node = ends.getNode(&parts); node != nullptr && node->getIDom() != nullptr)
    meet = node->getIDom()->getBlock();
  std::vector<const llvm::BasicBlock*> reached(llvm::succ_begin(&parts), llvm::succ_end(&parts));
  std::set<const llvm::BasicBlock*> seen(reached.begin(), reached.end());
  while (!reached.empty()) {
    const llvm::BasicBlock* const block = reached.back();
    reached.pop_back();
    if (block == meet) continue;
    // Not in a loop, they meet nowhere again.
    if (barriers.contains(block) &&
        cycles.getSmallestCommonCycle(cycles.getCycle(&parts), cycles.getCycle(block)) != nullptr)
      return true;
    for (const llvm::BasicBlock* const next : llvm::successors(block)) {
      if (seen.insert(next).second) reached.push_back(next);
    }
  }
  return false;
}

}  // namespace

bool can_be_computed_again(llvm::Instruction& instruction) {
  if (const auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return is_fixed(*load);
  if (is_call_of(instruction, kArgumentsMarker) || is_address_of_thread_local(instruction)) return true;
  return llvm::isa<llvm::CastInst, llvm::GetElementPtrInst, llvm::BinaryOperator, llvm::CmpInst, llvm::SelectInst>(
      instruction);
}

void mark_uniform_values(llvm::Function& body, const std::vector<llvm::CallInst*>& barriers) {
  llvm::FunctionAnalysisManager analyses;
  analyses.registerPass([] { return llvm::PassInstrumentationAnalysis(); });
  analyses.registerPass([] {
    return llvm::TargetIRAnalysis([](const llvm::Function& function) {
      return llvm::TargetTransformInfo(Divergence(function.getParent()->getDataLayout()));
    });
  });
  analyses.registerPass([] { return llvm::DominatorTreeAnalysis(); });
  analyses.registerPass([] { return llvm::PostDominatorTreeAnalysis(); });
  analyses.registerPass([] { return llvm::CycleAnalysis(); });
  analyses.registerPass([] { return llvm::UniformityInfoAnalysis(); });
  const llvm::PostDominatorTree& ends = analyses.getResult<llvm::PostDominatorTreeAnalysis>(body);
  const llvm::CycleInfo& cycles = analyses.getResult<llvm::CycleAnalysis>(body);
  const llvm::UniformityInfo& uniformity = analyses.getResult<llvm::UniformityInfoAnalysis>(body);

  std::set<const llvm::BasicBlock*> waits;
  for (const llvm::CallInst* const barrier : barriers) waits.insert(barrier->getParent());
  for (const llvm::BasicBlock& block : body) {
    if (block.getTerminator()->getNumSuccessors() > 1 && uniformity.isDivergent(block.getTerminator()) &&
        may_part_at(waits, block, ends, cycles))
      return;
  }
  for (llvm::Instruction& instruction : llvm::instructions(body)) {
    if (instruction.getType()->isVoidTy() || uniformity.isDivergent(&instruction)) continue;
    const bool is_used_alike =
        llvm::none_of(instruction.uses(), [&](const llvm::Use& use) { return uniformity.isDivergentUse(use); });
    if (is_used_alike) instruction.setMetadata(kUniform, llvm::MDNode::get(body.getContext(), {}));
  }
}

}  // namespace fencepost::compiler
