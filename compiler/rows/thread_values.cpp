#include "compiler/rows/thread_values.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Operator.h>

#include "compiler/passes/metadata.h"
#include "sim/interface/inlined_checks.h"

namespace fencepost::compiler {
namespace {

bool announces(const llvm::StoreInst& store) {
  const auto* const address = llvm::dyn_cast<llvm::IntrinsicInst>(store.getPointerOperand());
  return store.isVolatile() && address != nullptr &&
         address->getIntrinsicID() == llvm::Intrinsic::threadlocal_address &&
         address->getArgOperand(0) == store.getModule()->getNamedGlobal(inlined_checks::kCurrent);
}

const llvm::BranchInst* branch_of(const llvm::BasicBlock& block) {
  return llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
}

/// Of an access to what threads keep at barriers: which kind of it; else null.
const llvm::MDNode* kept_part(const llvm::Instruction& access) {
  const llvm::MDNode* const scopes = access.getMetadata(llvm::LLVMContext::MD_alias_scope);
  if (scopes == nullptr) return nullptr;
  for (const llvm::MDOperand& scope : scopes->operands()) {
    const auto* const node = llvm::cast<llvm::MDNode>(scope);
    const llvm::MDNode* const domain = llvm::AliasScopeNode(node).getDomain();
    const auto* const name = domain != nullptr && domain->getNumOperands() > 1
                                 ? llvm::dyn_cast<llvm::MDString>(domain->getOperand(1))
                                 : nullptr;
    if (name != nullptr && name->getString() == kFramesDomain) return node;
  }
  return nullptr;
}

/// In a loop that may be in rows: calls in it only tell of accesses.
bool may_write(const llvm::Instruction& instruction, const llvm::MDNode& part) {
  if (!instruction.mayWriteToMemory()) return false;
  if (llvm::isa<llvm::CallBase>(instruction) && !llvm::isa<llvm::MemIntrinsic>(instruction)) return false;
  if (const llvm::MDNode* const own = kept_part(instruction)) return own == &part;
  const llvm::MDNode* const elsewhere = instruction.getMetadata(llvm::LLVMContext::MD_noalias);
  return elsewhere == nullptr || !llvm::is_contained(elsewhere->operands(), &part);
}

/// The block that `block`, alone, decides with its predecessor whether it is come to; null: several decide.
const llvm::BasicBlock* dominator_it_follows(const RowCode& code, const llvm::BasicBlock& block) {
  const auto* const node = code.dominators.getNode(&block);
  const llvm::BasicBlock* const above = node->getIDom()->getBlock();
  return code.row.loop->contains(above) && code.ends.dominates(&block, above) ? above : nullptr;
}

}  // namespace

std::vector<llvm::StoreInst*> announcements(llvm::Function& function) {
  std::vector<llvm::StoreInst*> found;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
    if (store != nullptr && announces(*store)) found.push_back(store);
  }
  return found;
}

std::optional<ThreadRow> thread_row(llvm::StoreInst& announcement, const llvm::LoopInfo& loops) {
  llvm::Loop* const loop = loops.getLoopFor(announcement.getParent());
  if (loop == nullptr || loop->getHeader() != announcement.getParent()) return std::nullopt;
  if (!loop->isLoopSimplifyForm()) return std::nullopt;
  const llvm::BranchInst* const end = branch_of(*loop->getLoopLatch());
  if (end == nullptr || !end->isConditional() || end->getSuccessor(0) != loop->getHeader()) return std::nullopt;
  auto* const goes_on = llvm::dyn_cast<llvm::ICmpInst>(end->getCondition());
  if (goes_on == nullptr || goes_on->getPredicate() != llvm::ICmpInst::ICMP_ULT || !goes_on->hasOneUse())
    return std::nullopt;
  if (!loop->isLoopInvariant(goes_on->getOperand(1))) return std::nullopt;
  auto* const next = llvm::dyn_cast<llvm::BinaryOperator>(goes_on->getOperand(0));
  if (next == nullptr || next->getOpcode() != llvm::Instruction::Add) return std::nullopt;
  auto* const x = llvm::dyn_cast<llvm::PHINode>(next->getOperand(0));
  const auto* const step = llvm::dyn_cast<llvm::ConstantInt>(next->getOperand(1));
  if (x == nullptr || step == nullptr || !step->isOne() || x->getParent() != loop->getHeader()) return std::nullopt;
  if (!x->getType()->isIntegerTy(32)) return std::nullopt;
  if (x->getIncomingValueForBlock(loop->getLoopLatch()) != next) return std::nullopt;
  return ThreadRow{loop, x, goes_on, goes_on->getOperand(1), &announcement};
}

std::optional<const llvm::Loop*> inner_loop(const RowCode& code, const llvm::BasicBlock& block) {
  const llvm::Loop* const loop = code.loops.getLoopFor(&block);
  if (loop == code.row.loop) return nullptr;
  if (loop == nullptr || loop->getParentLoop() != code.row.loop) return std::nullopt;
  return loop;
}

const llvm::BasicBlock* entry_of(const RowCode& code, const llvm::BasicBlock& block) {
  const llvm::Loop* loop = code.loops.getLoopFor(&block);
  if (loop == code.row.loop || loop == nullptr) return &block;
  while (loop->getParentLoop() != code.row.loop) loop = loop->getParentLoop();
  return loop->getLoopPreheader();
}

bool ThreadValues::is_outside(const llvm::Value* value) const {
  const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(value);
  return instruction == nullptr || !area_.contains(instruction);
}

bool ThreadValues::can_be_copied(const llvm::Instruction& instruction) const {
  if (const auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    return load->hasMetadata(llvm::LLVMContext::MD_invariant_load) && is_outside(load->getPointerOperand()) &&
           llvm::isSafeToSpeculativelyExecute(load);
  }
  if (const auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
    return call->doesNotAccessMemory() && llvm::isSafeToSpeculativelyExecute(call);
  const bool is_arithmetic = llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::GetElementPtrInst, llvm::ICmpInst,
                                       llvm::SelectInst, llvm::FreezeInst>(instruction);
  return is_arithmetic && llvm::isSafeToSpeculativelyExecute(&instruction);
}

bool ThreadValues::varies(const llvm::Value* value) {
  if (is_outside(value) || (lines_ != nullptr && value == lines_->z)) return false;
  const auto& instruction = *llvm::cast<llvm::Instruction>(value);
  const auto [known, is_new] = varies_.try_emplace(value, true);
  if (!is_new) return known->second;
  const bool result = !can_be_copied(instruction) ||
                      llvm::any_of(instruction.operands(), [&](const llvm::Value* operand) { return varies(operand); });
  return varies_[value] = result;
}

bool ThreadValues::find_affine(llvm::Value* value, const llvm::Loop* inner) {
  if (is_counter(value) || !varies(value)) return true;
  if (++visits_ > kMostVisits) return false;
  auto* const instruction = llvm::cast<llvm::Instruction>(value);
  const auto operand = [&](unsigned i) { return instruction->getOperand(i); };
  const auto all = [&] {
    return llvm::all_of(instruction->operands(), [&](llvm::Value* part) { return find_affine(part, inner); });
  };
  if (auto* const phi = llvm::dyn_cast<llvm::PHINode>(instruction)) {
    if (inner == nullptr || phi->getParent() != inner->getHeader() || inner->getLoopPreheader() == nullptr)
      return false;
    if (!code_.evolution.isSCEVable(phi->getType())) return false;
    const auto* const counter = llvm::dyn_cast<llvm::SCEVAddRecExpr>(code_.evolution.getSCEV(phi));
    if (counter == nullptr || counter->getLoop() != inner || !counter->isAffine()) return false;
    if (!code_.evolution.isLoopInvariant(counter->getOperand(1), &area_)) return false;
    return find_affine(phi->getIncomingValueForBlock(inner->getLoopPreheader()), nullptr);
  }
  if (auto* const load = llvm::dyn_cast<llvm::LoadInst>(instruction)) return find_kept(*load);
  switch (instruction->getOpcode()) {
    case llvm::Instruction::Add:
    case llvm::Instruction::Sub:
      return all();
    case llvm::Instruction::Or:
      return llvm::cast<llvm::PossiblyDisjointInst>(instruction)->isDisjoint() && all();
    case llvm::Instruction::Xor: {  // ~a is -1 - a: what LLVM makes of n - a - 1.
      const auto* const mask = llvm::dyn_cast<llvm::ConstantInt>(operand(1));
      return mask != nullptr && mask->isMinusOne() && find_affine(operand(0), inner);
    }
    case llvm::Instruction::Mul:
      return (!varies(operand(0)) || !varies(operand(1))) && all();
    case llvm::Instruction::Shl:
      return llvm::isa<llvm::ConstantInt>(operand(1)) && find_affine(operand(0), inner);
    case llvm::Instruction::Trunc:
    case llvm::Instruction::PtrToInt:
    case llvm::Instruction::IntToPtr:
      return find_affine(operand(0), inner);
    case llvm::Instruction::SExt:
    case llvm::Instruction::ZExt:
      if (operand(0)->getType()->isIntegerTy(1) || !find_affine(operand(0), inner)) return false;
      if (!llvm::is_contained(extensions, instruction)) extensions.push_back(llvm::cast<llvm::CastInst>(instruction));
      return true;
    case llvm::Instruction::GetElementPtr: {
      const bool is_wide =
          llvm::all_of(llvm::cast<llvm::GEPOperator>(instruction)->indices(), [](const llvm::Use& index) {
            return llvm::isa<llvm::ConstantInt>(index) || index->getType()->isIntegerTy(64);
          });
      return is_wide && !instruction->getType()->isVectorTy() && all();
    }
    default:
      return false;
  }
}

/// Where each thread has an element, side by side (set_parts_apart), no other thread of the loop writes this one's. It
/// itself does after it has read it.
bool ThreadValues::find_kept(llvm::LoadInst& load) {
  if (lines_ != nullptr) return false;
  const llvm::MDNode* const part = kept_part(load);
  const bool is_number = load.getType()->isPointerTy() ||
                         (load.getType()->isIntegerTy() && llvm::isPowerOf2_32(load.getType()->getIntegerBitWidth()) &&
                          load.getType()->getIntegerBitWidth() >= 8 && load.getType()->getIntegerBitWidth() <= 64);
  if (part == nullptr || !is_number || !load.isSimple()) return false;
  if (code_.loops.getLoopFor(load.getParent()) != code_.row.loop) return false;
  if (!find_affine(load.getPointerOperand(), nullptr)) return false;
  for (const llvm::BasicBlock* const block : code_.row.loop->blocks()) {
    for (const llvm::Instruction& other : *block) {
      if (may_write(other, *part) && !code_.dominators.dominates(&load, &other)) return false;
    }
  }
  if (!llvm::is_contained(kept, &load)) kept.push_back(&load);
  return true;
}

bool ThreadValues::is_guarded(llvm::Value* value) {
  if (!varies(value)) return true;
  const auto [known, is_new] = guarded_.try_emplace(value, false);
  return is_new ? (guarded_[value] = find_guarded(value)) : known->second;
}

bool ThreadValues::find_guarded(llvm::Value* value) {
  auto* const instruction = llvm::cast<llvm::Instruction>(value);
  const llvm::Loop* const loop = code_.loops.getLoopFor(instruction->getParent());
  if (is_counter(instruction) || (loop != code_.row.loop && loop != &area_)) return false;
  if (auto* const phi = llvm::dyn_cast<llvm::PHINode>(instruction)) {
    if (phi->getParent() == code_.row.loop->getHeader()) return lines_ == nullptr;  // Carried from thread to thread.
    return is_reached_by_guards(phi->getParent()) &&
           llvm::all_of(phi->blocks(),
                        [&](const llvm::BasicBlock* block) {
                          return code_.loops.getLoopFor(block) == code_.row.loop && is_reached_by_guards(block);
                        }) &&
           llvm::all_of(phi->incoming_values(), [&](llvm::Value* incoming) { return is_guarded(incoming); });
  }
  if (auto* const compare = llvm::dyn_cast<llvm::ICmpInst>(instruction)) {
    const bool is_narrow = compare->getOperand(0)->getType()->isIntegerTy() &&
                           compare->getOperand(0)->getType()->getIntegerBitWidth() <= 64;
    if (is_narrow && is_affine(compare->getOperand(0), nullptr) && is_affine(compare->getOperand(1), nullptr)) {
      guards.push_back(compare);
      return true;
    }
  }
  return can_be_copied(*instruction) &&
         llvm::all_of(instruction->operands(), [&](llvm::Value* operand) { return is_guarded(operand); });
}

bool ThreadValues::is_reached_by_guards(const llvm::BasicBlock* block) {
  if (block == code_.row.loop->getHeader()) return true;
  const auto [known, is_new] = reached_.try_emplace(block, false);
  return is_new ? (reached_[block] = find_reached(block)) : known->second;
}

bool ThreadValues::find_reached(const llvm::BasicBlock* block) {
  if (code_.loops.getLoopFor(block) != code_.row.loop) return false;
  if (const llvm::BasicBlock* const above = dominator_it_follows(code_, *block)) {
    const llvm::BasicBlock* const entry = entry_of(code_, *above);
    return entry != nullptr && is_reached_by_guards(entry);
  }
  return llvm::all_of(llvm::predecessors(block), [&](const llvm::BasicBlock* before) {
    const llvm::BasicBlock* const entry = entry_of(code_, *before);
    if (entry == nullptr || !is_reached_by_guards(entry)) return false;
    if (entry != before) return code_.loops.getLoopFor(before)->getExitingBlock() != nullptr;
    const llvm::BranchInst* const branch = branch_of(*before);
    return branch != nullptr && (branch->isUnconditional() || is_guarded(branch->getCondition()));
  });
}

llvm::Value* ValueWriter::value(llvm::Value* of) {
  auto* const instruction = llvm::dyn_cast<llvm::Instruction>(of);
  if (instruction == nullptr || !area_.contains(instruction)) return of;
  if (const auto known = values_.find(of); known != values_.end()) return known->second;
  llvm::Value* result = nullptr;
  if (auto* const phi = llvm::dyn_cast<llvm::PHINode>(instruction)) {
    const llvm::Loop* const loop = code_.loops.getLoopFor(phi->getParent());
    if (loop != code_.row.loop) {  // An inner loop's counter.
      llvm::Value* const start = value(phi->getIncomingValueForBlock(loop->getLoopPreheader()));
      llvm::Value* const step = steps_.at(phi);
      llvm::Value* const way = builder_.CreateMul(builder_.CreateZExtOrTrunc(turn_, step->getType()), step);
      result = phi->getType()->isPointerTy() ? builder_.CreateGEP(builder_.getInt8Ty(), start, way)
                                             : builder_.CreateAdd(start, way);
    } else {
      for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
        llvm::Value* const incoming = value(phi->getIncomingValue(i));
        if (result == nullptr) {
          result = incoming;
          continue;
        }
        llvm::Value* const from = phi->getIncomingBlock(i);
        llvm::Value* const comes = builder_.CreateAnd(reaches(llvm::cast<llvm::BasicBlock>(from)),
                                                      goes(llvm::cast<llvm::BasicBlock>(from), phi->getParent()));
        result = builder_.CreateSelect(comes, incoming, result);
      }
    }
  } else {
    std::vector<llvm::Value*> operands;
    for (llvm::Value* const operand : instruction->operands()) operands.push_back(value(operand));
    llvm::Instruction* const copy = instruction->clone();
    for (unsigned i = 0; i < operands.size(); ++i) copy->setOperand(i, operands[i]);
    copy->dropPoisonGeneratingAnnotations();  // For threads that do not come to it.
    copy->setDebugLoc({});
    result = builder_.Insert(copy);
  }
  return values_[of] = result;
}

llvm::Value* ValueWriter::goes(const llvm::BasicBlock* from, const llvm::BasicBlock* to) {
  const llvm::BranchInst* const branch = branch_of(*from);
  if (branch->isUnconditional() || branch->getSuccessor(0) == branch->getSuccessor(1)) return builder_.getTrue();
  llvm::Value* const condition = value(branch->getCondition());
  return branch->getSuccessor(0) == to ? condition : builder_.CreateNot(condition);
}

llvm::Value* ValueWriter::reaches(const llvm::BasicBlock* block) {
  if (block == code_.row.loop->getHeader()) return builder_.getTrue();
  if (const auto known = reaches_.find(block); known != reaches_.end()) return known->second;
  llvm::Value* result = builder_.getFalse();
  if (const llvm::BasicBlock* const above = dominator_it_follows(code_, *block)) {
    result = reaches(entry_of(code_, *above));
  } else {
    for (const llvm::BasicBlock* const before : llvm::predecessors(block)) {
      const llvm::BasicBlock* const entry = entry_of(code_, *before);
      llvm::Value* const comes = entry == before ? goes(before, block) : builder_.getTrue();
      result = builder_.CreateOr(result, builder_.CreateAnd(reaches(entry), comes));
    }
  }
  return reaches_[block] = result;
}

}  // namespace fencepost::compiler
