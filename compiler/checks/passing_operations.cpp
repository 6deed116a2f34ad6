// Volatile and atomic operations at which no thread can wait for another: what the loops around them end by is not in
// memory. The runtime need not count them, nor let other threads run (sim/engine/spin_watch.h).
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/MustExecute.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "compiler/checks/atomic_operations.h"
#include "compiler/checks/checks.h"
#include "compiler/checks/detector_state.h"
#include "compiler/passes/analyses.h"
#include "compiler/passes/atomic_functions.h"
#include "compiler/passes/builtin_variables.h"
#include "compiler/passes/passes.h"

namespace fencepost::compiler {
namespace {

constexpr llvm::StringLiteral kVolatile = "volatile_";
constexpr llvm::StringLiteral kPassing = "passing_";
/// Kernels with more of them stay as they are: each is followed to the others.
constexpr std::size_t kMostFollowed = 256;

bool is_volatile_check(const llvm::CallInst& call) {
  const llvm::Function* const callee = call.getCalledFunction();
  return callee != nullptr && callee->isDeclaration() && callee->getName().starts_with("__tsan_") &&
         callee->getName().contains(kVolatile);
}

void rename(llvm::CallInst& call, llvm::StringRef from, llvm::StringRef to) {
  const llvm::StringRef name = call.getCalledFunction()->getName();
  const auto [front, back] = name.split(from);
  llvm::FunctionCallee other = call.getModule()->getOrInsertFunction((front + to + back).str(), call.getFunctionType());
  auto* const declared = llvm::cast<llvm::Function>(other.getCallee());
  declared->setAttributes(call.getCalledFunction()->getAttributes());
  call.setCalledFunction(other);
}

/// Whether a loop's number of turns follows from values that are there when it is come to, and from the loop's own
/// arithmetic: then no other thread has a say in it, also if it should never end.
class LoopEnd {
 public:
  LoopEnd(const llvm::Loop& loop, const llvm::LoopInfo& loops) : loop_(loop), loops_(loops) {}

  bool is_known() {
    add_exits(loop_);
    is_known_ = is_known_ && !to_follow_.empty();  // One without an end is watched.
    while (is_known_ && !to_follow_.empty()) {
      const llvm::Value* const value = to_follow_.back();
      to_follow_.pop_back();
      const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(value);
      if (instruction != nullptr && loop_.contains(instruction) && seen_.insert(value).second) follow(*instruction);
    }
    return is_known_;
  }

 private:
  void follow(const llvm::Instruction& instruction) {
    // What leaves an inner loop depends on when that ends.
    const llvm::Loop* inner = loops_.getLoopFor(instruction.getParent());
    for (; inner != &loop_; inner = inner->getParentLoop()) add_exits(*inner);
    const auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    if (load != nullptr ? !load->hasMetadata(kFixed) : instruction.mayReadOrWriteMemory()) is_known_ = false;
    if (const auto* const phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) add_choice(*phi);
    for (const llvm::Value* const operand : instruction.operands()) to_follow_.push_back(operand);
  }

  /// Of a loop with one way back the value is that of the turn before. Any other is chosen by some condition.
  void add_choice(const llvm::PHINode& phi) {
    const llvm::BasicBlock* const block = phi.getParent();
    if (loops_.isLoopHeader(block) && phi.getNumIncomingValues() == 2) return;
    if (std::exchange(has_conditions_, true)) return;
    for (const llvm::BasicBlock* const of_loop : loop_.blocks()) add_condition(*of_loop);
  }

  void add_exits(const llvm::Loop& loop) {
    llvm::SmallVector<llvm::BasicBlock*> exiting;
    loop.getExitingBlocks(exiting);
    for (const llvm::BasicBlock* const block : exiting) add_condition(*block);
  }

  void add_condition(const llvm::BasicBlock& block) {
    const llvm::Instruction& end = *block.getTerminator();
    if (const auto* const branch = llvm::dyn_cast<llvm::BranchInst>(&end)) {
      if (branch->isConditional()) to_follow_.push_back(branch->getCondition());
    } else if (const auto* const choice = llvm::dyn_cast<llvm::SwitchInst>(&end)) {
      to_follow_.push_back(choice->getCondition());
    } else if (end.getNumSuccessors() > 1) {
      is_known_ = false;
    }
  }

  const llvm::Loop& loop_;
  const llvm::LoopInfo& loops_;
  std::vector<const llvm::Value*> to_follow_;
  std::set<const llvm::Value*> seen_;
  bool has_conditions_ = false;
  bool is_known_ = true;
};

class KernelOperations {
 public:
  KernelOperations(llvm::Function& kernel, Analyses& analyses)
      : kernel_(kernel), loops_(analyses.functions.getResult<llvm::LoopAnalysis>(kernel)) {
    for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
      auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (call == nullptr) continue;
      const llvm::Function* const callee = call->getCalledFunction();
      if (is_volatile_check(*call)) volatiles_.push_back(call);
      const auto atomic =
          callee != nullptr && callee->isDeclaration() ? atomic_function(callee->getName()) : std::nullopt;
      if (atomic && !atomic->has_scope) atomics_.push_back(call);
      if (is_unknown(*call)) unknown_.push_back(call);
    }
    if (volatiles_.empty() && atomics_.empty()) return;
    if (llvm::mayContainIrreducibleControl(kernel, &loops_)) return;
    is_followed_ = volatiles_.size() <= kMostFollowed;
    for (const llvm::Loop* const loop : loops_.getLoopsInPreorder()) {
      const bool around_ends = loop->getParentLoop() == nullptr || ending_.contains(loop->getParentLoop());
      if (around_ends && LoopEnd(*loop, loops_).is_known()) ending_.insert(loop);
    }
    ends_ = true;
  }

  void mark() {
    if (!ends_) return;
    for (llvm::CallInst* const call : atomics_) {
      if (is_in_passing(*call)) call->addFnAttr(llvm::Attribute::get(kernel_.getContext(), kInPassing));
    }
    if (!is_followed_) return;
    for (const llvm::CallInst* const call : volatiles_) {
      if (finds_own_write(*call)) finds_own_.insert(call);
    }
    for (const llvm::CallInst* const call : unknown_) follow(*call);
    for (const llvm::CallInst* const call : volatiles_) {
      if (!finds_own_.contains(call)) follow(*call);
    }
    for (llvm::CallInst* const call : volatiles_) {
      if (is_in_passing(*call) && !in_step_.contains(call)) rename(*call, kVolatile, kPassing);
    }
  }

 private:
  /// It may have volatile operations of its own.
  static bool is_unknown(const llvm::CallInst& call) {
    if (call.isInlineAsm()) return false;
    const llvm::Function* const callee = call.getCalledFunction();
    return callee == nullptr || !callee->isDeclaration() || callee->getName().ends_with(kDeviceSuffix);
  }

  static bool is_barrier(const llvm::CallInst& call) {
    const llvm::Function* const callee = call.getCalledFunction();
    return callee != nullptr && callee->getName() == "__syncthreads";
  }

  bool is_in_passing(const llvm::CallInst& call) const {
    const llvm::Loop* const loop = loops_.getLoopFor(call.getParent());
    return loop == nullptr || ending_.contains(loop);
  }

  static bool writes(const llvm::CallInst& check) { return check.getCalledFunction()->getName().contains("write"); }

  /// Where each thread stays: the address is the same in all turns of the loops around both.
  bool are_of_one_place(const llvm::CallInst& a, const llvm::CallInst& b) const {
    const llvm::Value* const address = a.getArgOperand(0);
    if (address != b.getArgOperand(0)) return false;
    for (const llvm::CallInst* const call : {&a, &b}) {
      for (const llvm::Loop* loop = loops_.getLoopFor(call->getParent()); loop != nullptr;
           loop = loop->getParentLoop()) {
        if (!loop->isLoopInvariant(address)) return false;
      }
    }
    return true;
  }

  /// A read before which, on every way, the thread's last volatile access wrote the same place: in step or not, it
  /// finds that.
  bool finds_own_write(const llvm::CallInst& check) const {
    if (writes(check)) return false;
    llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen;
    std::vector<const llvm::Instruction*> to_look_at = {&check};
    while (!to_look_at.empty()) {
      const llvm::Instruction* at = to_look_at.back();
      to_look_at.pop_back();
      const llvm::BasicBlock* const block = at->getParent();
      const llvm::CallInst* last = nullptr;
      for (at = at->getPrevNode(); at != nullptr && last == nullptr; at = at->getPrevNode()) {
        const auto* const call = llvm::dyn_cast<llvm::CallInst>(at);
        if (call != nullptr && (is_unknown(*call) || is_barrier(*call) || is_volatile_check(*call))) last = call;
      }
      if (last != nullptr) {
        if (is_unknown(*last) || is_barrier(*last) || !writes(*last) || !are_of_one_place(*last, check)) return false;
        continue;
      }
      if (llvm::pred_empty(block)) return false;
      for (const llvm::BasicBlock* const before : llvm::predecessors(block)) {
        if (seen.insert(before).second) to_look_at.push_back(before->getTerminator());
      }
    }
    return true;
  }

  /// Code from before Volta expects that all lanes of a warp are done with `from` before one of them goes on to a
  /// volatile access that follows without a barrier of the block, if one of the two reads what the other writes
  /// (BlockRunner::operation_in_step). Both are to stay in step then.
  void follow(const llvm::CallInst& from) {
    const bool unknown = is_unknown(from);
    llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen;
    std::vector<const llvm::Instruction*> to_follow = {from.getNextNode()};
    while (!to_follow.empty()) {
      const llvm::Instruction* at = to_follow.back();
      to_follow.pop_back();
      const llvm::BasicBlock* const block = at->getParent();
      for (; at != nullptr; at = at->getNextNode()) {
        const auto* const call = llvm::dyn_cast<llvm::CallInst>(at);
        if (call == nullptr) continue;
        if (is_barrier(*call)) break;
        if (is_unknown(*call)) {
          in_step_.insert(&from);
        } else if (is_volatile_check(*call) && !finds_own_.contains(call) &&
                   (unknown || (writes(from) != writes(*call) && !are_of_one_place(from, *call)))) {
          in_step_.insert(&from);
          in_step_.insert(call);
        }
      }
      if (at != nullptr) continue;
      for (const llvm::BasicBlock* const next : llvm::successors(block)) {
        if (seen.insert(next).second) to_follow.push_back(&next->front());
      }
    }
  }

  llvm::Function& kernel_;
  llvm::LoopInfo& loops_;
  std::vector<llvm::CallInst*> volatiles_, atomics_, unknown_;
  std::set<const llvm::Loop*> ending_;  ///< LoopEnd::is_known, and of all around them.
  std::set<const llvm::CallInst*> finds_own_, in_step_;
  bool ends_ = false;
  bool is_followed_ = false;
};

}  // namespace

void mark_passing_operations(llvm::Module& module) {
  Analyses analyses;
  for (const auto& [run, call] : kernel_entries(module)) {
    KernelOperations(*call->getCalledFunction(), analyses).mark();
  }
}

void check_passing_for_bounds(llvm::Function& kernel) {
  for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
    auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    const llvm::Function* const callee = call != nullptr ? call->getCalledFunction() : nullptr;
    if (callee == nullptr || !callee->getName().starts_with("__tsan_")) continue;
    if (callee->getName().contains(kPassing)) rename(*call, kPassing, "");
  }
}

}  // namespace fencepost::compiler
