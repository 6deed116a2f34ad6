#include "compiler/rows/row_list.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>

#include "compiler/passes/passes.h"
#include "sim/interface/inlined_checks.h"

namespace fencepost::compiler {
namespace {

llvm::Value* field_at(llvm::IRBuilder<>& builder, llvm::Value* of, std::size_t offset) {
  return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), of, offset);
}

}  // namespace

RowList::RowList(llvm::Function& function, const RowAccesses& accesses)
    : accesses_(accesses), module_(*function.getParent()), is_checked_(!function.hasFnAttribute(kUncheckedCode)) {
  llvm::IRBuilder<> entry(&function.getEntryBlock(), function.getEntryBlock().begin());
  list_ = entry.CreateAlloca(llvm::ArrayType::get(entry.getInt8Ty(), sizeof(AccessRow) * accesses.rows.size()));
  list_->setAlignment(llvm::Align(alignof(AccessRow)));
  threads_ = entry.CreateAlloca(llvm::ArrayType::get(entry.getInt8Ty(), sizeof(RowThreads)));
  threads_->setAlignment(llvm::Align(alignof(RowThreads)));
}

llvm::Value* RowList::row(llvm::IRBuilder<>& builder, std::size_t number) {
  return field_at(builder, list_, number * sizeof(AccessRow));
}

void RowList::write(llvm::IRBuilder<>& builder, std::size_t number, const Addresses& addresses, llvm::Value* turns) {
  const PlaceCheck& check = accesses_.rows[number].check;
  const auto store = [&](std::size_t offset, llvm::Value* value) {
    builder.CreateAlignedStore(value, field_at(builder, list_, number * sizeof(AccessRow) + offset), llvm::Align(4));
  };
  llvm::Value* const begin = builder.CreatePtrToInt(addresses.first, builder.getInt64Ty());
  const auto step_to = [&](llvm::Value* next) -> llvm::Value* {
    if (next == nullptr) return builder.getInt64(0);
    return builder.CreateSub(builder.CreatePtrToInt(next, builder.getInt64Ty()), begin);
  };
  store(offsetof(AccessRow, address), begin);
  store(offsetof(AccessRow, thread_step), step_to(addresses.second));
  store(offsetof(AccessRow, step), step_to(addresses.second_turn));
  if (addresses.second_line != nullptr) store(offsetof(AccessRow, line_step), step_to(addresses.second_line));
  store(offsetof(AccessRow, count), turns);
  store(offsetof(AccessRow, place),
        check.place != nullptr ? check.place : llvm::ConstantPointerNull::get(builder.getPtrTy()));
  store(offsetof(AccessRow, bytes), builder.getInt32(static_cast<unsigned>(check.bytes)));
  store(offsetof(AccessRow, writes), builder.getInt32(check.writes ? 1 : 0));
}

void RowList::write_threads(llvm::IRBuilder<>& builder, llvm::Value* first, llvm::Value* count, llvm::Value* lines) {
  const auto store = [&](std::size_t offset, llvm::Value* value) {
    builder.CreateAlignedStore(value, field_at(builder, threads_, offset), llvm::Align(4));
  };
  store(offsetof(RowThreads, first), first);
  store(offsetof(RowThreads, count), count);
  store(offsetof(RowThreads, lines), lines);
}

llvm::Value* RowList::ask(llvm::IRBuilder<>& builder) {
  llvm::Type* const pointer = builder.getPtrTy();
  return builder.CreateCall(module_.getOrInsertFunction(is_checked_ ? "fencepost_rows_begin" : "fencepost_rows_owned",
                                                        builder.getInt32Ty(), pointer, builder.getInt64Ty(), pointer),
                            {list_, builder.getInt64(accesses_.rows.size()), threads_});
}

}  // namespace fencepost::compiler
