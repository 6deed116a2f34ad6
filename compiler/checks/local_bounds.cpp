#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <map>
#include <optional>
#include <vector>

#include "compiler/checks/checks.h"
#include "compiler/passes/passes.h"
#include "compiler/passes/source_file.h"
#include "sim/interface/local_variable.h"

namespace fencepost::compiler {
namespace {

constexpr std::uint64_t kMostBytes = 4096;  ///< Of an access that is led elsewhere: kScratchBytes of the runtime.

/// One use of a pointer to a local variable.
struct LocalAccess {
  llvm::Instruction* instruction;
  unsigned operand;  ///< The pointer.
  llvm::AllocaInst* object;
  std::uint64_t bytes;
  bool writes;
};

class LocalBounds {
 public:
  explicit LocalBounds(llvm::Module& module)
      : module_(module), layout_(module.getDataLayout()), pointer_(llvm::PointerType::get(module.getContext(), 0)) {}

  void check(llvm::Function& function) {
    std::vector<LocalAccess> accesses;
    for (llvm::Instruction& instruction : llvm::instructions(function)) find(instruction, accesses);
    for (const LocalAccess& access : accesses) guard(access);
  }

  void check_copies(llvm::Function& function) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (call == nullptr || call->getCalledFunction() == nullptr || call->arg_size() < 3) continue;
      // Calls, as the source has them: clang makes none of its own of what kernels call.
      const llvm::StringRef name = call->getCalledFunction()->getName();
      const bool copies = name == "memcpy" || name == "memmove";
      if (!copies && name != "memset") continue;
      limit(*call, 0, true);
      if (copies) limit(*call, 1, false);
    }
  }

 private:
  void limit(llvm::CallInst& copy, unsigned operand, bool writes) {
    const auto* const length = llvm::dyn_cast<llvm::ConstantInt>(copy.getArgOperand(2));
    llvm::APInt offset(64, 0);
    auto* const object = llvm::dyn_cast<llvm::AllocaInst>(
        copy.getArgOperand(operand)->stripAndAccumulateConstantOffsets(layout_, offset, true));
    if (length == nullptr || object == nullptr || offset.isNegative()) return;
    const std::optional<llvm::TypeSize> room = object->getAllocationSize(layout_);
    if (!room || room->isScalable() || offset.getZExtValue() >= room->getFixedValue()) return;
    const std::uint64_t left = room->getFixedValue() - offset.getZExtValue();
    if (length->getZExtValue() <= left || length->getZExtValue() > kMostBytes) return;
    llvm::IRBuilder<> builder(&copy);
    llvm::IntegerType* const word = builder.getInt64Ty();
    builder
        .CreateCall(outside_local(), {llvm::ConstantPointerNull::get(pointer_), llvm::ConstantInt::get(word, offset),
                                      describe(*object, room->getFixedValue()),
                                      builder.getInt64(length->getZExtValue()), builder.getInt32(writes ? 1 : 0)})
        ->addFnAttr(llvm::Attribute::NoMerge);
    copy.setArgOperand(2, llvm::ConstantInt::get(length->getType(), left));
  }

  llvm::FunctionCallee outside_local() {
    llvm::Type* const word = llvm::Type::getInt64Ty(module_.getContext());
    return module_.getOrInsertFunction("fencepost_outside_local", pointer_, pointer_, word, pointer_, word,
                                       llvm::Type::getInt32Ty(module_.getContext()));
  }

  void find(llvm::Instruction& instruction, std::vector<LocalAccess>& accesses) {
    if (const auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      add(instruction, llvm::LoadInst::getPointerOperandIndex(), size(load->getType()), false, accesses);
    } else if (const auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      add(instruction, llvm::StoreInst::getPointerOperandIndex(), size(store->getValueOperand()->getType()), true,
          accesses);
    } else if (const auto* const memory = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) {
      const auto* const length = llvm::dyn_cast<llvm::ConstantInt>(memory->getLength());
      if (length == nullptr) return;
      add(instruction, 0, length->getZExtValue(), true, accesses);
      if (llvm::isa<llvm::MemTransferInst>(memory)) add(instruction, 1, length->getZExtValue(), false, accesses);
    }
  }

  void add(llvm::Instruction& instruction, unsigned operand, std::uint64_t bytes, bool writes,
           std::vector<LocalAccess>& accesses) {
    llvm::Value* const pointer = instruction.getOperand(operand);
    auto* const object = llvm::dyn_cast<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer, 0));
    if (object == nullptr || bytes == 0 || bytes > kMostBytes) return;
    const std::optional<llvm::TypeSize> room = object->getAllocationSize(layout_);
    if (!room || room->isScalable()) return;
    llvm::APInt offset(64, 0);
    if (pointer->stripAndAccumulateConstantOffsets(layout_, offset, true) == object && !offset.isNegative() &&
        offset.getZExtValue() + bytes <= room->getFixedValue()) {
      return;
    }
    accesses.push_back({&instruction, operand, object, bytes, writes});
  }

  void guard(const LocalAccess& access) {
    llvm::Value* const pointer = access.instruction->getOperand(access.operand);
    const std::uint64_t room = access.object->getAllocationSize(layout_)->getFixedValue();
    llvm::IRBuilder<> builder(access.instruction);
    llvm::IntegerType* const word = builder.getInt64Ty();
    llvm::Value* const offset =
        builder.CreateSub(builder.CreatePtrToInt(pointer, word), builder.CreatePtrToInt(access.object, word));
    llvm::Value* const outside = access.bytes > room
                                     ? static_cast<llvm::Value*>(builder.getTrue())
                                     : builder.CreateICmpUGT(offset, builder.getInt64(room - access.bytes));
    llvm::MDNode* const unlikely = llvm::MDBuilder(module_.getContext()).createUnlikelyBranchWeights();
    llvm::BasicBlock* const before = access.instruction->getParent();
    llvm::Instruction* const end = llvm::SplitBlockAndInsertIfThen(outside, access.instruction, false, unlikely);
    llvm::IRBuilder<> cold(end);
    cold.SetCurrentDebugLocation(access.instruction->getDebugLoc());
    llvm::Constant* const description = describe(*access.object, room);
    // An access that may begin within the object reads what is there.
    const bool straddles = !access.writes && access.bytes > element_bytes(*access.object);
    llvm::Value* const object =
        straddles ? static_cast<llvm::Value*>(access.object) : llvm::ConstantPointerNull::get(pointer_);
    llvm::CallInst* const elsewhere = cold.CreateCall(
        outside_local(), {object, offset, description, cold.getInt64(access.bytes), cold.getInt32(access.writes)});
    elsewhere->addFnAttr(llvm::Attribute::NoMerge);
    elsewhere->addParamAttr(0, llvm::Attribute::NoCapture);
    elsewhere->addParamAttr(0, llvm::Attribute::ReadOnly);
    llvm::IRBuilder<> after(access.instruction);
    llvm::PHINode* const safe = after.CreatePHI(pointer_, 2);
    safe->addIncoming(pointer, before);
    safe->addIncoming(elsewhere, end->getParent());
    access.instruction->setOperand(access.operand, safe);
  }

  llvm::Constant* describe(llvm::AllocaInst& object, std::uint64_t room) {
    llvm::Constant*& known = described_[&object];
    if (known != nullptr) return known;
    llvm::StringRef name;
    std::string file;
    std::uint64_t line = 0;
    for (const llvm::DbgVariableRecord* record : llvm::findDVRDeclares(&object)) {
      name = record->getVariable()->getName();
      file = source_file(*record->getVariable());
      line = record->getVariable()->getLine();
    }
    llvm::IntegerType* const word = llvm::Type::getInt64Ty(module_.getContext());
    const auto number = [&](std::uint64_t value) { return llvm::ConstantInt::get(word, value); };
    llvm::Constant* const value = llvm::ConstantStruct::getAnon(
        {text(name), text(file), number(line), number(room), number(element_bytes(object))});
    known = new llvm::GlobalVariable(module_, value->getType(), true, llvm::GlobalValue::PrivateLinkage, value,
                                     "fencepost.local");
    return known;
  }

  llvm::Constant* text(llvm::StringRef value) {
    llvm::Constant*& known = texts_[value.str()];
    if (known == nullptr) {
      llvm::Constant* const bytes = llvm::ConstantDataArray::getString(module_.getContext(), value);
      known = new llvm::GlobalVariable(module_, bytes->getType(), true, llvm::GlobalValue::PrivateLinkage, bytes,
                                       "fencepost.text");
    }
    return known;
  }

  std::uint64_t element_bytes(const llvm::AllocaInst& object) const {
    llvm::Type* element = object.getAllocatedType();
    while (element->isArrayTy()) element = element->getArrayElementType();
    return size(element);
  }

  std::uint64_t size(llvm::Type* type) const { return layout_.getTypeStoreSize(type).getFixedValue(); }

  llvm::Module& module_;
  const llvm::DataLayout& layout_;
  llvm::PointerType* pointer_;
  std::map<const llvm::AllocaInst*, llvm::Constant*> described_;
  std::map<std::string, llvm::Constant*> texts_;
};

}  // namespace

void check_local_bounds(llvm::Module& module) {
  LocalBounds bounds(module);
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() && function.hasFnAttribute(kDeviceCode)) bounds.check(function);
  }
}

void check_local_copies(llvm::Module& module) {
  LocalBounds bounds(module);
  for (llvm::Function& function : module) {
    if (!function.isDeclaration()) bounds.check_copies(function);
  }
}

}  // namespace fencepost::compiler
