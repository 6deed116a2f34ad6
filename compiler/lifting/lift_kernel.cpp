#include "compiler/lifting/lift_kernel.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Dominators.h>
#include <llvm/Support/raw_ostream.h>

#include <utility>

#include "compiler/lifting/kernel_draft.h"
#include "compiler/lifting/lift_instruction.h"
#include "compiler/lifting/load_lifter.h"

namespace fencepost::compiler {
namespace {

/// A kernel's blocks, loops and phis; others know its instructions.
class Lifter {
 public:
  Lifter(llvm::Function& function, const std::vector<std::string>& argument_names)
      : function_(function),
        draft_(function, argument_names),
        loads_(draft_),
        dominators_(function),
        loops_(dominators_) {}

  SymbolicKernel lift() {
    describe();
    const llvm::ReversePostOrderTraversal<llvm::Function*> order(&function_);
    for (llvm::BasicBlock* const block : order) draft_.add_block(*block);
    if (llvm::containsIrreducibleCFG<llvm::BasicBlock*>(order, loops_)) draft_.obstacle("jumps into loops", nullptr);
    for (llvm::BasicBlock* const block : order) declare_phis(*block);
    for (llvm::BasicBlock* const block : order) lift_block(*block);
    for (llvm::BasicBlock* const block : order) complete_phis(*block);
    for (const llvm::Loop* const loop : loops_.getLoopsInPreorder()) lift_loop(*loop);
    drop_trivial_phis();
    add_dropped_builtins();
    draft_.tell_lanes();
    return std::move(draft_.kernel());
  }

 private:
  void describe() {
    draft_.kernel().signature = llvm::demangle(function_.getName());
    std::string name = draft_.kernel().signature;
    int depth = 0;
    for (std::size_t i = 0; i < name.size(); ++i) {
      if (name[i] == '<') ++depth;
      if (name[i] == '>') --depth;
      if (depth == 0 && name[i] == '(' && name.compare(i, 11, "(anonymous ") != 0) {
        name.resize(i);
        break;
      }
    }
    // Of an instance the result's type comes first.
    if (name.starts_with("void ")) name.erase(0, 5);
    draft_.kernel().name = name;
    if (const llvm::DISubprogram* const told = function_.getSubprogram()) {
      draft_.kernel().file = told->getFilename();
      draft_.kernel().line = told->getLine();
    }
    for (unsigned i = 0; i < function_.arg_size(); ++i) {
      const llvm::Argument& argument = *function_.getArg(i);
      std::string type;
      llvm::raw_string_ostream(type) << *argument.getType();
      draft_.kernel().parameters.push_back({draft_.name_of(i), type, argument.getType()->isPointerTy()});
    }
  }

  /// Empty if debug information has none.
  static std::string variable_of(llvm::PHINode& phi) {
    llvm::SmallVector<llvm::DbgValueInst*> calls;
    llvm::SmallVector<llvm::DbgVariableRecord*> records;
    llvm::findDbgValues(calls, &phi, &records);
    if (!calls.empty()) return calls.front()->getVariable()->getName().str();
    return records.empty() ? std::string() : records.front()->getVariable()->getName().str();
  }

  void declare_phis(llvm::BasicBlock& block) {
    for (llvm::PHINode& phi : block.phis()) {
      if (phi.getType()->isPointerTy()) {
        SymbolicValue object = draft_.at(phi, SymbolicOp::kPhi);
        SymbolicValue offset = object;
        offset.bits = 64;
        const std::int32_t first = draft_.add(std::move(object));
        const std::int32_t second = draft_.add(std::move(offset));
        draft_.set_pointer(phi, {first, second, 0, {}});
      } else {
        SymbolicValue value = draft_.at(phi, SymbolicOp::kPhi);
        value.name = variable_of(phi);
        draft_.set_value(phi, draft_.add(std::move(value)));
      }
    }
  }

  void complete_phis(const llvm::BasicBlock& block) {
    for (const llvm::PHINode& phi : block.phis()) {
      for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
        if (!draft_.has_block(*phi.getIncomingBlock(i))) continue;
        const std::int32_t from = draft_.number_of(*phi.getIncomingBlock(i));
        const auto take = [&](std::int32_t of, std::int32_t operand) {
          SymbolicValue& value = draft_.value(of);
          value.operands.push_back(operand);
          value.blocks.push_back(from);
        };
        if (phi.getType()->isPointerTy()) {
          const SymbolicPointer incoming = draft_.pointer_of(phi.getIncomingValue(i));
          const SymbolicPointer own = draft_.pointer_of(&phi);
          take(own.object, incoming.object);
          take(own.offset, incoming.offset);
        } else {
          const std::int32_t operand = draft_.value_of(phi.getIncomingValue(i));
          take(draft_.value_of(&phi), operand);
        }
      }
    }
  }

  /// What the source reads of threadIdx and its like in code that was dropped: a value that nothing uses.
  void add_dropped_builtins() {
    for (const SymbolicOp op :
         {SymbolicOp::kThreadIdx, SymbolicOp::kBlockIdx, SymbolicOp::kBlockDim, SymbolicOp::kGridDim}) {
      for (std::int64_t dimension = 0; dimension < 3; ++dimension) {
        const bool is_known = llvm::any_of(draft_.kernel().values, [&](const SymbolicValue& value) {
          return value.op == op && value.number == dimension;
        });
        if (is_known || !function_.hasFnAttribute(builtin_attribute({op, dimension}))) continue;
        draft_.add({.op = op, .bits = 32, .number = dimension});
      }
    }
  }

  /// A phi of one value and itself is that value.
  void drop_trivial_phis() {
    std::vector<std::int32_t> same(draft_.kernel().values.size());
    for (std::size_t i = 0; i < same.size(); ++i) same[i] = static_cast<std::int32_t>(i);
    const auto find = [&](std::int32_t value) {
      while (same[static_cast<std::size_t>(value)] != value) value = same[static_cast<std::size_t>(value)];
      return value;
    };
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = 0; i < same.size(); ++i) {
        const SymbolicValue& value = draft_.kernel().values[i];
        const auto self = static_cast<std::int32_t>(i);
        if (value.op != SymbolicOp::kPhi || same[i] != self) continue;
        std::int32_t only = -1;
        bool is_trivial = true;
        for (const std::int32_t operand : value.operands) {
          const std::int32_t found = find(operand);
          if (found == self) continue;
          if (only >= 0 && only != found) is_trivial = false;
          only = found;
        }
        if (!is_trivial || only < 0) continue;
        same[i] = only;
        changed = true;
      }
    }
    for (SymbolicValue& value : draft_.kernel().values) {
      for (std::int32_t& operand : value.operands) operand = find(operand);
    }
    for (SymbolicAccess& access : draft_.kernel().accesses) {
      access.object = find(access.object);
      access.offset = find(access.offset);
      if (access.stored >= 0) access.stored = find(access.stored);
      for (SymbolicBound& bound : access.bounds) bound.index = find(bound.index);
    }
    for (SymbolicWait& wait : draft_.kernel().waits) {
      if (wait.mask >= 0) wait.mask = find(wait.mask);
    }
    for (SymbolicBlock& block : draft_.kernel().blocks) {
      if (block.condition >= 0) block.condition = find(block.condition);
    }
  }

  void lift_block(const llvm::BasicBlock& block) {
    const std::int32_t number = draft_.number_of(block);
    SymbolicBlock told;
    SymbolicBlock::End end = SymbolicBlock::kJump;
    std::uint32_t line = 0;
    for (const llvm::Instruction& instruction : block) {
      if (llvm::isa<llvm::PHINode>(instruction) || instruction.isTerminator()) continue;
      if (is_block_barrier(instruction)) {
        end = SymbolicBlock::kBarrier;
        line = draft_.line_of(instruction);
        if (const llvm::DILocation* const place = instruction.getDebugLoc().get()) {
          told.barrier_file = place->getFilename();
          told.barrier_line = place->getLine();
        }
        if (!instruction.getType()->isVoidTy())
          draft_.set_value(instruction, draft_.opaque(instruction, "a vote's result", true));
        continue;
      }
      lift(instruction);
    }
    const llvm::Instruction& last = *block.getTerminator();
    std::vector<std::int32_t> targets;
    std::int32_t condition = -1;
    if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&last)) {
      if (branch->isConditional()) {
        end = SymbolicBlock::kBranch;
        condition = draft_.value_of(branch->getCondition());
        line = draft_.line_of(last);
      }
      for (unsigned i = 0; i < branch->getNumSuccessors(); ++i) {
        targets.push_back(draft_.number_of(*branch->getSuccessor(i)));
      }
    } else {
      end = llvm::isa<llvm::ReturnInst>(last) || ends_thread(block) ? SymbolicBlock::kReturn : SymbolicBlock::kStop;
      line = draft_.line_of(last);
      if (!llvm::isa<llvm::ReturnInst>(last) && !llvm::isa<llvm::UnreachableInst>(last)) {
        draft_.obstacle("a jump that is not followed", &last);
      }
    }
    const auto* const node = dominators_.getNode(&block);
    const auto* const above = node == nullptr ? nullptr : node->getIDom();
    told.end = end;
    told.condition = condition;
    told.targets = std::move(targets);
    told.line = line;
    told.dominator = above == nullptr ? -1 : draft_.number_of(*above->getBlock());
    draft_.kernel().blocks[static_cast<std::size_t>(number)] = std::move(told);
  }

  static bool ends_thread(const llvm::BasicBlock& block) {
    return llvm::any_of(block, [](const llvm::Instruction& instruction) {
      const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const llvm::Function* const callee = call == nullptr ? nullptr : call->getCalledFunction();
      return callee != nullptr && callee->getName() == "fencepost_exit_thread";
    });
  }

  void lift(const llvm::Instruction& instruction) {
    if (const auto* local = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
      draft_.set_pointer(*local,
                         {draft_.object("a local variable", SymbolicSpace::kLocal, 0, false), draft_.constant(0, 64)});
    } else if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      loads_.lift(*load);
    } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      const llvm::Value* const value = store->getValueOperand();
      const std::int32_t stored = value->getType()->isPointerTy() ? -1 : draft_.value_of(value);
      draft_.access(*store, store->isAtomic() ? SymbolicAccessKind::kAtomic : SymbolicAccessKind::kWrite,
                    store->getPointerOperand(), draft_.layout().getTypeStoreSize(value->getType()),
                    store->hasMetadata(kVolatile), stored);
    } else if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
      const bool is_told = draft_.access(*update, SymbolicAccessKind::kAtomic, update->getPointerOperand(),
                                         draft_.layout().getTypeStoreSize(update->getType()), false);
      const std::int32_t before = draft_.opaque(*update, "result of an atomic operation");
      draft_.set_value(*update, before);
      if (is_told && update->getOperation() == llvm::AtomicRMWInst::Add) draft_.adds(update->getValOperand(), before);
    } else if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
      draft_.access(*exchange, SymbolicAccessKind::kAtomic, exchange->getPointerOperand(),
                    draft_.layout().getTypeStoreSize(exchange->getNewValOperand()->getType()), false);
      draft_.set_value(*exchange, draft_.opaque(*exchange, "result of an atomic operation"));
    } else if (const auto* place = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) {
      if (place->getType()->isPointerTy()) {
        draft_.set_pointer(*place, draft_.element_pointer(llvm::cast<llvm::GEPOperator>(*place), place));
      } else {
        draft_.set_value(*place, draft_.opaque(*place, "a vector of addresses"));
      }
    } else if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      lift_call(draft_, *call);
    } else if (instruction.getType()->isPointerTy()) {
      lift_pointer(draft_, instruction);
    } else {
      lift_operation(draft_, instruction);
    }
  }

  void lift_loop(const llvm::Loop& loop) {
    SymbolicLoop told;
    told.header = draft_.number_of(*loop.getHeader());
    if (loop.getLoopLatch() == nullptr || loop.getLoopPreheader() == nullptr) {
      draft_.obstacle("a loop of a form that is not followed", loop.getHeader()->getTerminator());
      return;
    }
    told.latch = draft_.number_of(*loop.getLoopLatch());
    for (const llvm::BasicBlock* const block : loop.blocks()) told.blocks.push_back(draft_.number_of(*block));
    told.line = draft_.line_of(*loop.getHeader()->getTerminator());
    for (std::size_t i = 0; i < draft_.kernel().loops.size(); ++i) {
      if (loop.getParentLoop() != nullptr &&
          draft_.kernel().loops[i].header == draft_.number_of(*loop.getParentLoop()->getHeader())) {
        told.parent = static_cast<std::int32_t>(i);
      }
    }
    draft_.kernel().loops.push_back(std::move(told));
  }

  llvm::Function& function_;
  KernelDraft draft_;
  LoadLifter loads_;
  llvm::DominatorTree dominators_;
  llvm::LoopInfo loops_;
};

}  // namespace

SymbolicKernel lift_kernel(llvm::Function& kernel, const std::vector<std::string>& argument_names) {
  return Lifter(kernel, argument_names).lift();
}

}  // namespace fencepost::compiler
