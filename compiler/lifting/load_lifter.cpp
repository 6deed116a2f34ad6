#include "compiler/lifting/load_lifter.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/IntrinsicInst.h>

#include "compiler/lifting/lift_kernel.h"

namespace fencepost::compiler {
namespace {

/// The parameter whose member is read; null if it is not one that is passed as a copy.
const llvm::Argument* function_argument(const llvm::LoadInst& load) {
  return llvm::dyn_cast<llvm::Argument>(llvm::getUnderlyingObject(load.getPointerOperand(), 0));
}

}  // namespace

void LoadLifter::lift(const llvm::LoadInst& load) {
  const SymbolicPointer pointer = draft_.pointer_of(load.getPointerOperand());
  const SymbolicValue& object_value = draft_.value(pointer.object);
  const bool is_object = object_value.op == SymbolicOp::kObject;
  const std::int64_t object_number = object_value.number;
  if (const auto builtin = builtin_value(load)) {
    draft_.set_value(load, *builtin);
    return;
  }
  const SymbolicSpace space =
      is_object ? draft_.kernel().objects[static_cast<std::size_t>(object_number)].space : SymbolicSpace::kGlobal;
  if (is_object && space == SymbolicSpace::kConstant && function_argument(load) != nullptr) {
    lift_member(load, pointer);
    return;
  }
  const std::size_t before = draft_.kernel().accesses.size();
  draft_.access(load, load.isAtomic() ? SymbolicAccessKind::kAtomic : SymbolicAccessKind::kRead,
                load.getPointerOperand(), draft_.layout().getTypeStoreSize(load.getType()),
                load.hasMetadata(kVolatile));
  const bool told = draft_.kernel().accesses.size() > before;
  if (load.getType()->isPointerTy()) {
    // It may be any.
    draft_.set_pointer(load, draft_.opaque_pointer(load, "a pointer read from memory"));
    return;
  }
  if (is_object && space == SymbolicSpace::kLocal) {
    draft_.set_value(load, draft_.opaque(load, "read from a local array"));
    return;
  }
  SymbolicValue value = draft_.at(load, SymbolicOp::kLoad);
  value.number = told ? static_cast<std::int64_t>(before) : -1;
  value.operands = {pointer.object, pointer.offset};
  value.name = "read from memory";
  draft_.set_value(load, draft_.add(std::move(value)));
}

void LoadLifter::lift_member(const llvm::LoadInst& load, const SymbolicPointer& pointer) {
  const llvm::Argument& argument = *function_argument(load);
  llvm::APInt offset(64, 0);
  const llvm::Value* const base =
      load.getPointerOperand()->stripAndAccumulateConstantOffsets(draft_.layout(), offset, /*AllowNonInbounds=*/true);
  const std::string name = draft_.name_of(argument.getArgNo()) + " at byte " + std::to_string(offset.getZExtValue());
  if (base != &argument) {
    const SymbolicValue value = {.op = SymbolicOp::kFunction,
                                 .bits = KernelDraft::bits_of(load.getType()),
                                 .line = draft_.line_of(load),
                                 .block = draft_.number_of(*load.getParent()),
                                 .name = "member of " + draft_.name_of(argument.getArgNo()),
                                 .operands = {pointer.offset}};
    if (load.getType()->isPointerTy()) {
      const std::int32_t at_object = draft_.add(value);
      draft_.set_pointer(load, {at_object, draft_.constant(0, 64), 0, {}});
    } else {
      draft_.set_value(load, draft_.add(value));
    }
    return;
  }
  const auto key = std::make_pair(name, load.getType());
  const auto known = members_.find(key);
  if (load.getType()->isPointerTy()) {
    const std::int32_t made =
        known != members_.end() ? known->second : draft_.object(name, SymbolicSpace::kGlobal, 0, true);
    members_[key] = made;
    draft_.set_pointer(load, {made, draft_.constant(0, 64), 0, {}});
  } else {
    const std::int32_t made = known != members_.end() ? known->second
                                                      : draft_.add({.op = SymbolicOp::kParameter,
                                                                    .bits = KernelDraft::bits_of(load.getType()),
                                                                    .number = -1,
                                                                    .name = name});
    members_[key] = made;
    draft_.set_value(load, made);
  }
}

namespace {

/// A variable of the thread's own that is read, and where in it; null if it is none.
const llvm::GlobalVariable* thread_variable(const llvm::LoadInst& load, std::uint64_t& at_byte) {
  llvm::APInt offset(64, 0);
  const llvm::DataLayout& layout = load.getModule()->getDataLayout();
  const llvm::Value* base = load.getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, true);
  const auto* const place = llvm::dyn_cast<llvm::IntrinsicInst>(base);
  if (place != nullptr && place->getIntrinsicID() == llvm::Intrinsic::threadlocal_address)
    base = place->getArgOperand(0);
  const auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(base);
  at_byte = offset.getZExtValue();
  return variable != nullptr && variable->isThreadLocal() ? variable : nullptr;
}

}  // namespace

std::optional<Builtin> builtin_of(const llvm::LoadInst& load) {
  static const std::map<llvm::StringRef, SymbolicOp> kNames = {{"fencepost_thread_idx", SymbolicOp::kThreadIdx},
                                                               {"fencepost_block_idx", SymbolicOp::kBlockIdx},
                                                               {"fencepost_block_dim", SymbolicOp::kBlockDim},
                                                               {"fencepost_grid_dim", SymbolicOp::kGridDim}};
  std::uint64_t at_byte = 0;
  const llvm::GlobalVariable* const variable = thread_variable(load, at_byte);
  const auto known = variable == nullptr ? kNames.end() : kNames.find(variable->getName());
  if (known == kNames.end() || !load.getType()->isIntegerTy(32) || at_byte % 4 != 0 || at_byte > 8) return std::nullopt;
  return Builtin{known->second, static_cast<std::int64_t>(at_byte / 4)};
}

llvm::StringRef reads_special_register(const llvm::CallBase& call) {
  const auto* const code = llvm::dyn_cast<llvm::InlineAsm>(call.getCalledOperand());
  if (code == nullptr || !call.getType()->isIntegerTy(32) || !call.arg_empty()) return {};
  llvm::StringRef text = llvm::StringRef(code->getAsmString()).trim();
  text.consume_back(";");
  if (!text.consume_front("mov.u32") && !text.consume_front("mov.b32") && !text.consume_front("mov.s32")) return {};
  text = text.ltrim();
  if (!text.consume_front("$0,")) return {};
  text = text.trim();
  return text.consume_front("%") ? text : llvm::StringRef();
}

std::optional<Builtin> builtin_of(const llvm::CallBase& call) {
  static const std::map<llvm::StringRef, SymbolicOp> kNames = {{"tid", SymbolicOp::kThreadIdx},
                                                               {"ctaid", SymbolicOp::kBlockIdx},
                                                               {"ntid", SymbolicOp::kBlockDim},
                                                               {"nctaid", SymbolicOp::kGridDim}};
  const auto [name, letter] = reads_special_register(call).split('.');
  const auto known = kNames.find(name);
  if (known == kNames.end() || letter.size() != 1 || letter[0] < 'x' || letter[0] > 'z') return std::nullopt;
  return Builtin{known->second, letter[0] - 'x'};
}

std::optional<std::int32_t> LoadLifter::builtin_value(const llvm::LoadInst& load) {
  std::uint64_t at_byte = 0;
  const llvm::GlobalVariable* const variable = thread_variable(load, at_byte);
  if (variable == nullptr) return std::nullopt;
  const auto builtin = builtin_of(load);
  if (!builtin) return draft_.opaque(load, variable->getName().str());
  const auto [entry, is_new] = builtins_.try_emplace(*builtin, 0);
  if (is_new) entry->second = draft_.add({.op = builtin->first, .bits = 32, .number = builtin->second});
  return entry->second;
}

}  // namespace fencepost::compiler
