// Which loops over threads are written twice, with rows and without (row_writer.h).
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "compiler/passes/analyses.h"
#include "compiler/passes/builtin_variables.h"
#include "compiler/passes/passes.h"
#include "compiler/rows/row_accesses.h"
#include "compiler/rows/row_writer.h"
#include "compiler/rows/rows.h"
#include "compiler/rows/thread_values.h"

namespace fencepost::compiler {
namespace {

constexpr unsigned kLongest = 8000;  ///< Instructions of a function in which rows are looked for.

/// `if (x == 0) …; if (x == 31) …`, of which LLVM makes a switch: comparisons, which may part the threads.
void compare_few_cases(llvm::SwitchInst& ways) {
  llvm::BasicBlock& block = *ways.getParent();
  llvm::BasicBlock& otherwise = *ways.getDefaultDest();
  std::vector<std::pair<llvm::ConstantInt*, llvm::BasicBlock*>> cases;
  for (const auto& way : ways.cases()) cases.emplace_back(way.getCaseValue(), way.getCaseSuccessor());
  std::map<llvm::PHINode*, llvm::Value*> values;
  for (llvm::BasicBlock* const target : llvm::successors(&block)) {
    for (llvm::PHINode& phi : target->phis()) {
      if (phi.getBasicBlockIndex(&block) < 0) continue;  // Another way led there, too.
      values[&phi] = phi.getIncomingValueForBlock(&block);
      phi.removeIncomingValueIf([&](unsigned i) { return phi.getIncomingBlock(i) == &block; }, false);
    }
  }
  llvm::Value* const value = ways.getCondition();
  const llvm::DebugLoc line = ways.getDebugLoc();
  ways.eraseFromParent();
  llvm::BasicBlock* from = &block;
  const auto lead_to = [&](llvm::BasicBlock& target) {
    for (llvm::PHINode& phi : target.phis()) phi.addIncoming(values.at(&phi), from);
  };
  for (const auto& [wanted, target] : cases) {
    const bool is_last = wanted == cases.back().first;
    llvm::BasicBlock* const next =
        is_last ? &otherwise : llvm::BasicBlock::Create(block.getContext(), "", block.getParent());
    llvm::IRBuilder<> builder(from);
    builder.SetCurrentDebugLocation(line);
    builder.CreateCondBr(builder.CreateICmpEQ(value, wanted), target, next);
    lead_to(*target);
    if (is_last) lead_to(otherwise);
    from = next;
  }
}

void compare_few_cases(llvm::Function& function) {
  constexpr unsigned kFew = 4;
  std::vector<llvm::SwitchInst*> few;
  for (llvm::BasicBlock& block : function) {
    auto* const ways = llvm::dyn_cast<llvm::SwitchInst>(block.getTerminator());
    if (ways == nullptr || ways->getNumCases() == 0 || ways->getNumCases() > kFew) continue;
    if (!llvm::isa<llvm::UnreachableInst>(ways->getDefaultDest()->front())) few.push_back(ways);
  }
  for (llvm::SwitchInst* const ways : few) compare_few_cases(*ways);
}

/// It reads an argument of the launch: of a loop over threads, in which they stay as they are.
bool is_of_launch(const llvm::LoadInst& load) {
  llvm::APInt offset(64, 0);
  const llvm::Value* const from =
      load.getPointerOperand()->stripAndAccumulateConstantOffsets(load.getDataLayout(), offset, true);
  return load.isSimple() && from == load.getFunction()->getArg(0);
}

/// What is the block's, or the launch's, is the same for all threads, wherever one of them comes to read it.
void hoist_what_is_fixed(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  llvm::BasicBlock* const before = loop.getLoopPreheader();
  if (before == nullptr) return;
  for (llvm::BasicBlock* const block : loop.blocks()) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(*block)) {
      auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
      if (load == nullptr || (!is_of_block(*load) && !is_of_launch(*load))) continue;
      if (!loop.isLoopInvariant(load->getPointerOperand())) continue;
      load->moveBefore(before->getTerminator());
      evolution.forgetValue(load);
    }
  }
}

/// Analyses are made anew for each loop: the one before has changed the code.
void tell_in_rows(llvm::Function& function, llvm::StoreInst& announcement, bool checked) {
  Analyses analyses;
  auto& dominators = analyses.functions.getResult<llvm::DominatorTreeAnalysis>(function);
  auto& loops = analyses.functions.getResult<llvm::LoopAnalysis>(function);
  auto& assumptions = analyses.functions.getResult<llvm::AssumptionAnalysis>(function);
  auto& evolution = analyses.functions.getResult<llvm::ScalarEvolutionAnalysis>(function);
  llvm::Loop* const loop = loops.getLoopFor(announcement.getParent());
  if (loop == nullptr) return;
  llvm::simplifyLoop(loop, &dominators, &loops, &evolution, &assumptions, nullptr, /*PreserveLCSSA=*/false);
  llvm::formLCSSARecursively(*loop, dominators, &loops, &evolution);
  const std::optional<ThreadRow> row = thread_row(announcement, loops);
  if (!row) return;
  hoist_what_is_fixed(*loop, evolution);
  if (const llvm::Loop* const lines = loop->getParentLoop()) hoist_what_is_fixed(*lines, evolution);
  const llvm::PostDominatorTree ends(function);
  const RowCode code{*row, loops, dominators, ends, evolution};
  const std::optional<RowAccesses> accesses =
      checked ? find_row_accesses(function, code) : find_bare_row(function, code);
  if (accesses) write_row_loop(function, code, *accesses);
}

}  // namespace

void tell_rows(llvm::Module& module, bool checked) {
  for (llvm::Function& function : module) {
    if (!function.hasFnAttribute(kThreadLoop) || !function.hasFnAttribute(kFixedInLoop)) continue;
    if (function.getInstructionCount() > kLongest) continue;
    compare_few_cases(function);
    for (llvm::StoreInst* const announcement : announcements(function)) tell_in_rows(function, *announcement, checked);
  }
}

}  // namespace fencepost::compiler
