#include "compiler/threads/frames.h"

#include <llvm/ADT/DepthFirstIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "compiler/passes/metadata.h"
#include "sim/interface/kernel_table.h"

namespace fencepost::compiler {
namespace {

/// Where in the frame `pointer` points; nullopt if elsewhere, or if that is not known.
std::optional<std::uint64_t> offset_in(const llvm::Value& frame, const llvm::Value& pointer,
                                       const llvm::DataLayout& layout) {
  llvm::APInt offset(64, 0);
  if (pointer.stripAndAccumulateConstantOffsets(layout, offset, false) != &frame) return std::nullopt;
  return offset.getZExtValue();
}

/// `user` of a slot of type `type` reads it, or puts a value there that all threads have.
bool keeps_uniform(const llvm::User& user, const llvm::Value& slot, const llvm::Type& type) {
  if (type.isAggregateType()) return false;
  if (const auto* const load = llvm::dyn_cast<llvm::LoadInst>(&user))
    return load->isSimple() && load->getType() == &type;
  const auto* const store = llvm::dyn_cast<llvm::StoreInst>(&user);
  if (store == nullptr || !store->isSimple() || store->getPointerOperand() != &slot) return false;
  const auto* const value = llvm::dyn_cast<llvm::Instruction>(store->getValueOperand());
  return value != nullptr && value->getType() == &type && value->hasMetadata(kUniform);
}

/// All that is done with `pointer` is to read or write what is there.
bool is_accessed_alone(const llvm::Value& pointer) {
  return llvm::all_of(pointer.users(), [&](const llvm::User* user) {
    if (const auto* const load = llvm::dyn_cast<llvm::LoadInst>(user)) return load->isSimple();
    if (const auto* const store = llvm::dyn_cast<llvm::StoreInst>(user))
      return store->isSimple() && store->getPointerOperand() == &pointer;
    const auto* const part = llvm::dyn_cast<llvm::GetElementPtrInst>(user);
    return part != nullptr && part->hasAllConstantIndices() && is_accessed_alone(*part);
  });
}

}  // namespace

std::vector<FramePart> frame_parts(llvm::Function& go_on) {
  const llvm::DataLayout& layout = go_on.getParent()->getDataLayout();
  std::map<std::uint64_t, std::uint64_t> bytes;
  for (const llvm::User* const user : go_on.getArg(0)->users()) {
    const auto* const part = llvm::dyn_cast<llvm::GetElementPtrInst>(user);
    if (part == nullptr || !llvm::isa<llvm::StructType>(part->getSourceElementType())) return {};
    if (part->getNumIndices() != 2 || !part->hasAllConstantIndices() || !is_accessed_alone(*part)) return {};
    const auto offset = offset_in(*go_on.getArg(0), *part, layout);
    const std::uint64_t size = layout.getTypeAllocSize(part->getResultElementType()).getFixedValue();
    if (!offset || layout.getABITypeAlign(part->getResultElementType()).value() > kFrameGroup) return {};
    std::uint64_t& known = bytes[*offset];
    known = std::max(known, size);
  }
  std::vector<FramePart> parts;
  for (const auto& [offset, size] : bytes) parts.push_back({offset, size});
  std::ranges::stable_sort(parts, std::greater(), &FramePart::bytes);
  std::uint64_t begin = 0;
  for (FramePart& part : parts) {
    part.begin = begin;
    begin += part.bytes;
  }
  return parts;
}

RegionNumber mark_regions(llvm::Function& go_on) {
  llvm::BasicBlock* block = &go_on.getEntryBlock();
  while (llvm::BasicBlock* const next = block->getUniqueSuccessor()) block = next;
  auto* const ways = llvm::dyn_cast<llvm::SwitchInst>(block->getTerminator());
  const auto* const number = ways != nullptr ? llvm::dyn_cast<llvm::LoadInst>(ways->getCondition()) : nullptr;
  if (number == nullptr) return {};
  llvm::LLVMContext& context = go_on.getContext();
  auto* const type = llvm::Type::getInt32Ty(context);
  const llvm::FunctionCallee mark =
      go_on.getParent()->getOrInsertFunction(kRegionMarker, llvm::Type::getVoidTy(context), type);
  for (const auto& way : ways->cases()) {
    llvm::IRBuilder<> builder(way.getCaseSuccessor(), way.getCaseSuccessor()->getFirstInsertionPt());
    builder.CreateCall(mark, {llvm::ConstantInt::get(type, way.getCaseValue()->getZExtValue())})
        ->addFnAttr(llvm::Attribute::NoDuplicate);
  }
  const llvm::DataLayout& layout = go_on.getParent()->getDataLayout();
  return {offset_in(*go_on.getArg(0), *number->getPointerOperand(), layout).value(),
          layout.getTypeStoreSize(number->getType()).getFixedValue()};
}

// LLVM addresses each part by its number in the frame's type.
UniformSlots::UniformSlots(llvm::Function& go_on) {
  llvm::Argument& frame = *go_on.getArg(0);
  std::map<std::uint64_t, bool> slots;
  for (llvm::User* const user : frame.users()) {
    auto* const slot = llvm::dyn_cast<llvm::GetElementPtrInst>(user);
    if (slot == nullptr || !llvm::isa<llvm::StructType>(slot->getSourceElementType())) continue;
    if (slot->getNumIndices() != 2 || !slot->hasAllConstantIndices()) continue;
    const auto offset = offset_in(frame, *slot, go_on.getParent()->getDataLayout());
    const bool uniform = llvm::all_of(slot->users(), [slot](const llvm::User* access) {
      return keeps_uniform(*access, *slot, *slot->getResultElementType());
    });
    bool& so_far = slots.emplace(offset.value(), true).first->second;
    so_far = so_far && uniform;
  }
  for (const auto& [offset, uniform] : slots) {
    if (uniform) offsets_.insert(offset);
  }
}

void UniformSlots::read_before(llvm::Instruction& before, llvm::Value* of_first, const llvm::Value& frame,
                               llvm::ArrayRef<llvm::BasicBlock*> blocks) const {
  if (offsets_.empty()) return;
  const llvm::DataLayout& layout = before.getModule()->getDataLayout();
  std::map<std::uint64_t, std::set<const llvm::BasicBlock*>> is_written;  // On entry of these.
  std::map<std::uint64_t, std::vector<llvm::StoreInst*>> stores;
  std::vector<std::pair<llvm::LoadInst*, std::uint64_t>> loads;
  for (llvm::BasicBlock* const block : blocks) {
    for (llvm::Instruction& instruction : *block) {
      auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
      auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
      if (load == nullptr && store == nullptr) continue;
      const auto offset = offset_in(frame, *llvm::getLoadStorePointerOperand(&instruction), layout);
      if (!offset || !offsets_.contains(*offset)) continue;
      if (load != nullptr) {
        loads.emplace_back(load, *offset);
      } else {
        stores[*offset].push_back(store);
        for (llvm::BasicBlock* const next : llvm::successors(block))
          is_written[*offset].insert(llvm::df_begin(next), llvm::df_end(next));
      }
    }
  }
  std::map<std::uint64_t, llvm::Value*> values;
  llvm::IRBuilder<> builder(&before);
  for (const auto& [load, offset] : loads) {
    if (is_written[offset].contains(load->getParent())) continue;
    const bool behind_store = llvm::any_of(stores[offset], [at = load](const llvm::StoreInst* store) {
      return store->getParent() == at->getParent() && store->comesBefore(at);
    });
    if (behind_store) continue;
    llvm::Value*& value = values[offset];
    if (value == nullptr) {
      value = builder.CreateAlignedLoad(
          load->getType(), builder.CreateConstGEP1_64(builder.getInt8Ty(), of_first, offset), load->getAlign());
    }
    load->replaceAllUsesWith(value);
    load->eraseFromParent();
  }
}

void keep_whole_bytes(llvm::Value& element) {
  const auto is_part_of_byte = [](const llvm::Type& type) {
    return type.isIntegerTy() && type.getIntegerBitWidth() % 8 != 0;
  };
  for (llvm::User* const user : llvm::make_early_inc_range(element.users())) {
    if (!llvm::isa<llvm::LoadInst, llvm::StoreInst>(user)) continue;
    llvm::Type* const type = llvm::getLoadStoreType(user);
    if (!is_part_of_byte(*type)) continue;
    auto* const access = llvm::cast<llvm::Instruction>(user);
    llvm::IRBuilder<> builder(access);
    llvm::Type* const bytes = builder.getIntNTy(llvm::alignTo(type->getIntegerBitWidth(), 8U));
    if (auto* const store = llvm::dyn_cast<llvm::StoreInst>(access)) {
      builder.CreateAlignedStore(builder.CreateZExt(store->getValueOperand(), bytes), &element, store->getAlign());
    } else {
      auto* const load = llvm::cast<llvm::LoadInst>(access);
      load->replaceAllUsesWith(builder.CreateTrunc(builder.CreateAlignedLoad(bytes, &element, load->getAlign()), type));
    }
    access->eraseFromParent();
  }
}

void set_parts_apart(llvm::Function& function, llvm::ArrayRef<std::vector<llvm::Value*>> elements) {
  if (elements.empty()) return;
  llvm::MDBuilder builder(function.getContext());
  llvm::MDNode* const domain = builder.createAnonymousAliasScopeDomain(kFramesDomain);
  std::vector<llvm::Metadata*> scopes;
  std::map<const llvm::Value*, std::size_t> part_of;
  for (std::size_t part = 0; part < elements.size(); ++part) {
    scopes.push_back(builder.createAnonymousAliasScope(domain));
    for (const llvm::Value* const element : elements[part]) part_of[element] = part;
  }
  const auto list_of = [&](llvm::ArrayRef<llvm::Metadata*> list) {
    return llvm::MDNode::get(function.getContext(), list);
  };
  llvm::MDNode* const all = list_of(scopes);
  std::vector<std::pair<llvm::MDNode*, llvm::MDNode*>> own_and_others;
  for (std::size_t part = 0; part < scopes.size(); ++part) {
    std::vector<llvm::Metadata*> others = scopes;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(part));
    own_and_others.emplace_back(list_of(scopes[part]), list_of(others));
  }
  const auto add = [](llvm::Instruction& instruction, unsigned kind, llvm::MDNode* more) {
    instruction.setMetadata(kind, llvm::MDNode::concatenate(instruction.getMetadata(kind), more));
  };
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (!instruction.mayReadOrWriteMemory() || instruction.isFenceLike()) continue;
    const llvm::Value* const address = llvm::getLoadStorePointerOperand(&instruction);
    const auto part = address != nullptr ? part_of.find(address) : part_of.end();
    if (part == part_of.end()) {
      add(instruction, llvm::LLVMContext::MD_noalias, all);
      continue;
    }
    const auto& [own, others] = own_and_others[part->second];
    add(instruction, llvm::LLVMContext::MD_alias_scope, own);
    add(instruction, llvm::LLVMContext::MD_noalias, others);
  }
}

}  // namespace fencepost::compiler
