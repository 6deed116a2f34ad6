#include "compiler/checks/known_arrays.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>

#include <tuple>

#include "compiler/passes/passes.h"

namespace fencepost::compiler {
namespace {

/// `{ i64 begin, i64 bytes }` of the array around the address, which stays what it is while the loop runs.
llvm::FunctionCallee array_around(llvm::Module& module) {
  llvm::LLVMContext& context = module.getContext();
  auto* const word = llvm::Type::getInt64Ty(context);
  llvm::AttrBuilder attributes(context);
  attributes.addAttribute(llvm::Attribute::NoUnwind);
  attributes.addAttribute(llvm::Attribute::WillReturn);
  attributes.addMemoryAttr(llvm::MemoryEffects::none());
  return module.getOrInsertFunction(
      "fencepost_array_around", llvm::AttributeList::get(context, llvm::AttributeList::FunctionIndex, attributes),
      llvm::StructType::get(word, word), llvm::PointerType::get(context, 0), llvm::Type::getInt32Ty(context));
}

/// The one thing that the address is some bytes away from; null if there are several.
llvm::Value* base_of(llvm::Value* address, llvm::LoopInfo& loops) {
  llvm::SmallVector<const llvm::Value*, 4> bases;
  llvm::getUnderlyingObjects(address, bases, &loops, 0);
  return bases.size() == 1 ? const_cast<llvm::Value*>(bases.front()) : nullptr;
}

/// The `__shared__` variable that this is. Dynamic shared memory, which has the size that the launch gives it, is only
/// declared.
llvm::GlobalVariable* shared_variable(llvm::Value* base) {
  auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(base);
  const bool is_one = variable != nullptr && !variable->isDeclaration() && variable->hasAttribute(kSharedVariable);
  return is_one ? variable : nullptr;
}

bool only_reads(const llvm::CallInst& access) {
  const llvm::StringRef callback = access.getCalledFunction()->getName();
  return callback.starts_with("__tsan_read") || callback.starts_with("__tsan_unaligned_read");
}

llvm::Loop* outermost_around(const llvm::BasicBlock& block, const llvm::LoopInfo& loops) {
  llvm::Loop* const loop = loops.getLoopFor(&block);
  return loop != nullptr ? loop->getOutermostLoop() : nullptr;
}

}  // namespace

KnownArrays::KnownArrays(llvm::Function& function, const std::vector<llvm::CallInst*>& accesses) {
  if (!function.hasFnAttribute(kThreadLoop)) return;  // A thread's own loops are too short to look something up.
  llvm::DominatorTree dominators(function);
  llvm::LoopInfo loops(dominators);
  const llvm::DataLayout& layout = function.getDataLayout();
  llvm::IRBuilder<> builder(function.getContext());
  std::map<std::tuple<llvm::Value*, llvm::Loop*, bool>, Array> found;
  for (llvm::CallInst* const access : accesses) {
    llvm::Value* const base = base_of(access->getArgOperand(0), loops);
    if (base == nullptr) continue;
    if (llvm::GlobalVariable* const variable = shared_variable(base)) {
      const std::uint64_t bytes = layout.getTypeAllocSize(variable->getValueType()).getFixedValue();
      arrays_[access] = {variable, builder.getInt64(bytes)};
      continue;
    }
    if (!llvm::isa<llvm::Argument, llvm::LoadInst, llvm::CallInst, llvm::GlobalVariable>(base) || is_shared(base)) {
      continue;
    }
    llvm::Loop* const loop = outermost_around(*access->getParent(), loops);
    if (loop == nullptr || loop->getLoopPreheader() == nullptr || !loop->isLoopInvariant(base)) continue;
    // A variable may be a constant; other pointers are hardly ever to one.
    const bool writes = !llvm::isa<llvm::GlobalVariable>(base) || !only_reads(*access);
    Array& array = found[{base, loop, writes}];
    if (array.begin == nullptr) {
      builder.SetInsertPoint(loop->getLoopPreheader()->getTerminator());
      llvm::Value* const around =
          builder.CreateCall(array_around(*function.getParent()), {base, builder.getInt32(writes ? 1 : 0)});
      array = {builder.CreateExtractValue(around, 0), builder.CreateExtractValue(around, 1)};
    }
    arrays_[access] = array;
  }
}

llvm::Value* KnownArrays::contains(llvm::IRBuilder<>& builder, const llvm::CallInst& access,
                                   std::uint64_t bytes) const {
  const auto at = arrays_.find(&access);
  if (at == arrays_.end()) return nullptr;
  const Array& array = at->second;
  llvm::Type* const word = builder.getInt64Ty();
  auto* const shared = llvm::dyn_cast<llvm::GlobalVariable>(array.begin);
  llvm::Value* const begin =
      shared != nullptr ? builder.CreatePtrToInt(builder.CreateThreadLocalAddress(shared), word) : array.begin;
  llvm::Value* const offset = builder.CreateSub(builder.CreatePtrToInt(access.getArgOperand(0), word), begin);
  llvm::Value* const places =
      builder.CreateBinaryIntrinsic(llvm::Intrinsic::usub_sat, array.bytes, builder.getInt64(bytes - 1));
  return builder.CreateICmpULT(offset, places);
}

}  // namespace fencepost::compiler
