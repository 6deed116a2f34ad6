#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Metadata.h>

#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/passes/passes.h"

namespace fencepost::compiler {
namespace {

constexpr llvm::StringLiteral kCheck = "fencepost.check";  ///< Marks the calls that may be dropped.

/// What x86-64 traps at is found by the detector, at the access's line; the access itself goes on.
const llvm::Align kNeverTraps(8);

/// A variable of this thread's own, or one that is never written.
bool is_private(const llvm::Value* pointer) {
  const llvm::Value* const object = llvm::getUnderlyingObject(pointer, 0);
  if (llvm::isa<llvm::AllocaInst>(object)) return true;
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(object)) return argument->hasByValAttr();
  const auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(object);
  if (variable == nullptr) return false;
  // threadIdx and its like are written by the engine alone.
  return variable->isConstant() ||
         (variable->isThreadLocal() && variable->isDeclaration() && variable->getName().starts_with("fencepost_") &&
          variable->getName() != "fencepost_dynamic_shared");
}
bool is_private_place(const llvm::Value* pointer) {
  const llvm::Value* object = llvm::getUnderlyingObject(pointer, 0);
  if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(object);
      call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::threadlocal_address) {
    object = call->getArgOperand(0);
  }
  return is_private(object);
}

class Instrumenter {
 public:
  explicit Instrumenter(llvm::Module& module)
      : module_(module),
        context_(module.getContext()),
        layout_(module.getDataLayout()),
        pointer_(llvm::PointerType::get(context_, 0)) {}

  void instrument(llvm::Function& function) {
    std::vector<llvm::Instruction*> instructions;
    for (llvm::Instruction& instruction : llvm::instructions(function)) instructions.push_back(&instruction);
    for (llvm::Instruction* const instruction : instructions) visit(*instruction);
  }

 private:
  void visit(llvm::Instruction& instruction) {
    if (auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      if (is_private_place(load->getPointerOperand())) return;
      if (load->isAtomic()) return atomic_load(*load);
      if (is_vtable(*load)) return check(*load, "__tsan_vptr_read", {load->getPointerOperand()});
      if (is_of_bit_field_store(*load)) {
        const std::uint64_t bytes = layout_.getTypeStoreSize(load->getType()).getFixedValue();
        check(*load, "fencepost_bit_field_store",
              {load->getPointerOperand(), llvm::ConstantInt::get(context_, llvm::APInt(64, bytes))});
      }
      access(*load, load->getPointerOperand(), load->getType(), load->getAlign(), load->isVolatile(), "read");
      load->setAlignment(std::min(load->getAlign(), kNeverTraps));
    } else if (auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      if (is_private_place(store->getPointerOperand())) return;
      if (store->isAtomic()) return atomic_store(*store);
      if (is_vtable(*store)) {
        return check(*store, "__tsan_vptr_update", {store->getPointerOperand(), store->getValueOperand()});
      }
      access(*store, store->getPointerOperand(), store->getValueOperand()->getType(), store->getAlign(),
             store->isVolatile(), "write");
      store->setAlignment(std::min(store->getAlign(), kNeverTraps));
    } else if (auto* const update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
      if (!is_private_place(update->getPointerOperand())) atomic_update(*update);
    } else if (auto* const exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
      if (!is_private_place(exchange->getPointerOperand())) compare_exchange(*exchange);
    } else if (auto* const memory = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) {
      if (auto* const transfer = llvm::dyn_cast<llvm::MemTransferInst>(memory)) {
        range(*memory, transfer->getSource(), transfer->getSourceAlign().valueOrOne(), "read");
      }
      range(*memory, memory->getDest(), memory->getDestAlign().valueOrOne(), "write");
      memory->setDestAlignment(std::min(memory->getDestAlign().valueOrOne(), kNeverTraps));
      if (auto* const transfer = llvm::dyn_cast<llvm::MemTransferInst>(memory)) {
        transfer->setSourceAlignment(std::min(transfer->getSourceAlign().valueOrOne(), kNeverTraps));
      }
    } else if (auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      copies(*call);
    }
  }

  /// The call itself copies what it passes by value.
  void copies(llvm::CallBase& call) {
    for (unsigned i = 0; i < call.arg_size(); ++i) {
      if (!call.isByValArgument(i) || is_private_place(call.getArgOperand(i))) continue;
      const std::uint64_t bytes = layout_.getTypeAllocSize(call.getParamByValType(i)).getFixedValue();
      sized(call, call.getArgOperand(i), bytes, call.getParamAlign(i).valueOrOne(), false, "read");
    }
  }

  /// The load of what is beside a bit-field that is stored, as clang writes it: the field's bits are cleared, and set.
  /// All of it has one place in the source. So has an assignment `x = x & ~15 | y` that a macro makes; of that, too, it
  /// is not told that x was not written.
  static bool is_of_bit_field_store(const llvm::LoadInst& load) {
    const auto next = [&load](const llvm::Value& value) -> const llvm::Instruction* {
      if (!value.hasOneUse()) return nullptr;
      const auto* const user = llvm::dyn_cast<llvm::Instruction>(value.user_back());
      const bool is_here = user != nullptr && user->getParent() == load.getParent();
      return is_here && user->getDebugLoc() == load.getDebugLoc() ? user : nullptr;
    };
    const llvm::Instruction* user = load.getDebugLoc() ? next(load) : nullptr;
    if (user == nullptr || user->getOpcode() != llvm::Instruction::And) return false;
    const auto* const kept = llvm::dyn_cast<llvm::ConstantInt>(user->getOperand(1));
    if (kept == nullptr || !(~kept->getValue()).isShiftedMask()) return false;
    user = next(*user);
    if (user != nullptr && user->getOpcode() == llvm::Instruction::Or) user = next(*user);
    const auto* const store = llvm::dyn_cast_or_null<llvm::StoreInst>(user);
    return store != nullptr && store->getPointerOperand() == load.getPointerOperand();
  }

  static bool is_vtable(const llvm::Instruction& instruction) {
    const llvm::MDNode* const type = instruction.getMetadata(llvm::LLVMContext::MD_tbaa);
    return type != nullptr && type->isTBAAVtableAccess();
  }

  void check(llvm::Instruction& before, const std::string& name, std::vector<llvm::Value*> arguments) {
    llvm::IRBuilder<> builder(&before);
    std::vector<llvm::Type*> types;
    for (const llvm::Value* argument : arguments) types.push_back(argument->getType());
    llvm::CallInst* const call = builder.CreateCall(function(name, builder.getVoidTy(), types), arguments);
    call->addFnAttr(llvm::Attribute::NoMerge);
    call->setMetadata(kCheck, llvm::MDNode::get(context_, {}));
  }

  llvm::FunctionCallee function(const std::string& name, llvm::Type* result, llvm::ArrayRef<llvm::Type*> types) {
    llvm::FunctionCallee callee = module_.getOrInsertFunction(name, llvm::FunctionType::get(result, types, false));
    if (auto* const declared = llvm::dyn_cast<llvm::Function>(callee.getCallee())) {
      declared->addFnAttr(llvm::Attribute::NoUnwind);
      declared->addFnAttr(llvm::Attribute::NoMerge);
    }
    return callee;
  }

  static bool has_callback(std::uint64_t bytes) {
    return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8 || bytes == 16;
  }

  void access(llvm::Instruction& instruction, llvm::Value* pointer, llvm::Type* type, llvm::Align alignment,
              bool is_volatile, const char* kind) {
    const llvm::TypeSize size = layout_.getTypeStoreSize(type);
    sized(instruction, pointer, size.getFixedValue(), alignment, is_volatile, kind);
  }

  void sized(llvm::Instruction& instruction, llvm::Value* pointer, std::uint64_t bytes, llvm::Align alignment,
             bool is_volatile, const std::string& kind) {
    if (!has_callback(bytes)) {
      auto* const count = llvm::ConstantInt::get(llvm::Type::getInt64Ty(context_), bytes);
      return check(instruction, "__tsan_" + kind + "_range", {pointer, count});
    }
    const bool aligned = alignment >= 8 || alignment.value() % bytes == 0;
    check(instruction,
          std::string("__tsan_") + (aligned ? "" : "unaligned_") + (is_volatile ? "volatile_" : "") + kind +
              std::to_string(bytes),
          {pointer});
  }

  /// One end of a copy of an object, or of a fill.
  void range(llvm::MemIntrinsic& memory, llvm::Value* pointer, llvm::Align alignment, const char* kind) {
    if (is_private_place(pointer)) return;
    if (const auto* length = llvm::dyn_cast<llvm::ConstantInt>(memory.getLength())) {
      if (length->isZero()) return;
      const std::uint64_t bytes = length->getZExtValue();
      if (has_callback(bytes) && alignment.value() % bytes == 0) {
        return sized(memory, pointer, bytes, alignment, false, kind);
      }
    }
    llvm::IRBuilder<> builder(&memory);
    if (std::string_view(kind) == "write" && alignment > kNeverTraps) {
      check(memory, "fencepost_aligned_store",
            {pointer, builder.CreateZExtOrTrunc(memory.getLength(), builder.getInt64Ty()),
             builder.getInt64(alignment.value())});
    }
    check(memory, std::string("__tsan_") + kind + "_range",
          {pointer, builder.CreateZExtOrTrunc(memory.getLength(), builder.getInt64Ty())});
  }

  // ---- atomic operations: as LLVM's ThreadSanitizer pass names them
  // --------------------------------------------------

  static int order(llvm::AtomicOrdering ordering) {
    switch (ordering) {
      case llvm::AtomicOrdering::Acquire:
        return 2;
      case llvm::AtomicOrdering::Release:
        return 3;
      case llvm::AtomicOrdering::AcquireRelease:
        return 4;
      case llvm::AtomicOrdering::SequentiallyConsistent:
        return 5;
      default:
        return 0;
    }
  }
  llvm::Value* order_value(llvm::AtomicOrdering ordering) {
    return llvm::ConstantInt::get(llvm::Type::getInt32Ty(context_), order(ordering));
  }

  /// The integer type that is as wide, if there is a call for it.
  llvm::IntegerType* word_of(llvm::Type* type) {
    const std::uint64_t bits = layout_.getTypeStoreSizeInBits(type).getFixedValue();
    if (bits != 8 && bits != 16 && bits != 32 && bits != 64) return nullptr;
    return llvm::IntegerType::get(context_, bits);
  }

  llvm::Value* bits(llvm::IRBuilder<>& builder, llvm::Value* value, llvm::Type* word) {
    return builder.CreateBitOrPointerCast(value, word);
  }

  llvm::CallInst* atomic_call(llvm::IRBuilder<>& builder, llvm::IntegerType* word, const std::string& operation,
                              llvm::Type* result, std::vector<llvm::Value*> arguments) {
    std::vector<llvm::Type*> types;
    for (const llvm::Value* argument : arguments) types.push_back(argument->getType());
    const std::string name = "__tsan_atomic" + std::to_string(word->getBitWidth()) + "_" + operation;
    llvm::CallInst* const call = builder.CreateCall(function(name, result, types), arguments);
    call->addFnAttr(llvm::Attribute::NoMerge);
    return call;
  }

  void atomic_load(llvm::LoadInst& load) {
    llvm::IntegerType* const word = word_of(load.getType());
    if (word == nullptr) return;
    llvm::IRBuilder<> builder(&load);
    llvm::Value* const value =
        atomic_call(builder, word, "load", word, {load.getPointerOperand(), order_value(load.getOrdering())});
    load.replaceAllUsesWith(bits(builder, value, load.getType()));
    load.eraseFromParent();
  }

  void atomic_store(llvm::StoreInst& store) {
    llvm::IntegerType* const word = word_of(store.getValueOperand()->getType());
    if (word == nullptr) return;
    llvm::IRBuilder<> builder(&store);
    atomic_call(
        builder, word, "store", builder.getVoidTy(),
        {store.getPointerOperand(), bits(builder, store.getValueOperand(), word), order_value(store.getOrdering())});
    store.eraseFromParent();
  }

  static const char* name_of(llvm::AtomicRMWInst::BinOp operation) {
    switch (operation) {
      case llvm::AtomicRMWInst::Xchg:
        return "exchange";
      case llvm::AtomicRMWInst::Add:
        return "fetch_add";
      case llvm::AtomicRMWInst::Sub:
        return "fetch_sub";
      case llvm::AtomicRMWInst::And:
        return "fetch_and";
      case llvm::AtomicRMWInst::Or:
        return "fetch_or";
      case llvm::AtomicRMWInst::Xor:
        return "fetch_xor";
      case llvm::AtomicRMWInst::Nand:
        return "fetch_nand";
      default:
        return nullptr;
    }
  }

  void atomic_update(llvm::AtomicRMWInst& update) {
    llvm::IntegerType* const word = word_of(update.getType());
    const char* const name = name_of(update.getOperation());
    if (word == nullptr || name == nullptr) return;
    llvm::IRBuilder<> builder(&update);
    llvm::Value* const old = atomic_call(
        builder, word, name, word,
        {update.getPointerOperand(), bits(builder, update.getValOperand(), word), order_value(update.getOrdering())});
    update.replaceAllUsesWith(bits(builder, old, update.getType()));
    update.eraseFromParent();
  }

  void compare_exchange(llvm::AtomicCmpXchgInst& exchange) {
    llvm::Type* const type = exchange.getCompareOperand()->getType();
    llvm::IntegerType* const word = word_of(type);
    if (word == nullptr) return;
    llvm::IRBuilder<> builder(&exchange);
    llvm::Value* const expected = bits(builder, exchange.getCompareOperand(), word);
    llvm::Value* const old =
        atomic_call(builder, word, "compare_exchange_val", word,
                    {exchange.getPointerOperand(), expected, bits(builder, exchange.getNewValOperand(), word),
                     order_value(exchange.getSuccessOrdering()), order_value(exchange.getFailureOrdering())});
    llvm::Value* result =
        builder.CreateInsertValue(llvm::PoisonValue::get(exchange.getType()), bits(builder, old, type), 0);
    result = builder.CreateInsertValue(result, builder.CreateICmpEQ(old, expected), 1);
    exchange.replaceAllUsesWith(result);
    exchange.eraseFromParent();
  }

  llvm::Module& module_;
  llvm::LLVMContext& context_;
  const llvm::DataLayout& layout_;
  llvm::PointerType* pointer_;
};

}  // namespace

void instrument_accesses(llvm::Module& module) {
  Instrumenter instrumenter(module);
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() && function.hasFnAttribute(llvm::Attribute::SanitizeThread)) {
      instrumenter.instrument(function);
    }
  }
}

void start_detector(llvm::Module& module, const std::string& program) {
  llvm::FunctionCallee start = module.getOrInsertFunction("__tsan_init", llvm::Type::getVoidTy(module.getContext()));
  llvm::appendToGlobalCtors(module, llvm::cast<llvm::Function>(start.getCallee()), 0);
  llvm::Constant* const text = llvm::ConstantDataArray::getString(module.getContext(), program);
  auto* const variable = new llvm::GlobalVariable(module, text->getType(), /*isConstant=*/true,
                                                  llvm::GlobalValue::WeakAnyLinkage, text, "fencepost_program");
  variable->setVisibility(llvm::GlobalValue::HiddenVisibility);
}

bool drop_local_accesses(llvm::Function& function) {
  bool dropped = false;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    const auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call == nullptr || !call->hasMetadata(kCheck) || !is_private_place(call->getArgOperand(0))) continue;
    instruction.eraseFromParent();
    dropped = true;
  }
  return dropped;
}

}  // namespace fencepost::compiler
