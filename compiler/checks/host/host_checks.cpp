// The host's accesses, nearly all of which concern nobody.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "compiler/checks/checks.h"
#include "compiler/checks/detector_state.h"
#include "compiler/checks/host/host_checks.h"
#include "compiler/checks/host/host_loops.h"
#include "compiler/passes/analyses.h"
#include "compiler/passes/passes.h"
#include "sim/interface/inlined_checks.h"

namespace fencepost::compiler {
namespace {

using namespace inlined_checks;  // NOLINT: this file is about them

llvm::Value* load(llvm::IRBuilder<>& builder, const char* symbol, unsigned offset) {
  llvm::IntegerType* const word = builder.getInt64Ty();
  llvm::Constant* const variable = builder.GetInsertBlock()->getModule()->getOrInsertGlobal(symbol, word);
  llvm::cast<llvm::GlobalVariable>(variable)->setDSOLocal(true);
  return builder.CreateAlignedLoad(word, builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), variable, offset),
                                   llvm::Align(8));
}

/// The callback is called if the access is to device memory, or may be to what streams still use. `apart`: `i1`, or
/// null; where it holds the access is to neither.
void guard(llvm::CallInst& call, std::uint64_t bytes, llvm::Value* apart) {
  llvm::IRBuilder<> builder(&call);
  llvm::MDNode* const seldom = llvm::MDBuilder(call.getContext()).createUnlikelyBranchWeights();
  if (apart != nullptr) {
    llvm::Instruction* const asks =
        llvm::SplitBlockAndInsertIfThen(builder.CreateNot(apart), &call, /*Unreachable=*/false, seldom);
    call.moveBefore(asks);
    builder.SetInsertPoint(&call);
  }
  llvm::IntegerType* const word = builder.getInt64Ty();
  llvm::Value* const address = builder.CreatePtrToInt(call.getArgOperand(0), word);
  llvm::Constant* const more = llvm::ConstantInt::get(word, bytes - 1);
  const auto any_byte_in = [&](const char* bounds) {
    return builder.CreateICmpULT(builder.CreateSub(builder.CreateAdd(address, more), load(builder, bounds, 0)),
                                 builder.CreateAdd(load(builder, bounds, 8), more));
  };
  // Small ones do not begin before device memory and reach into it.
  llvm::Value* const of_device = bytes <= kMostPlainBytes
                                     ? builder.CreateICmpULT(builder.CreateSub(address, load(builder, kArenaBounds, 0)),
                                                             load(builder, kArenaBounds, 8))
                                     : any_byte_in(kArenaBounds);
  llvm::Value* const watched = any_byte_in(kHostWatch);
  llvm::Instruction* const then =
      llvm::SplitBlockAndInsertIfThen(builder.CreateOr(of_device, watched), &call, /*Unreachable=*/false, seldom);
  call.moveBefore(then);
  call.addFnAttr(llvm::Attribute::Cold);
}

}  // namespace

llvm::Value* is_of_nobody(llvm::IRBuilder<>& builder, llvm::Value* low, llvm::Value* high) {
  const auto is_apart_from = [&](const char* bounds) {
    llvm::Value* const begin = load(builder, bounds, 0);
    llvm::Value* const end = builder.CreateAdd(begin, load(builder, bounds, 8));
    return builder.CreateOr(builder.CreateICmpULE(high, begin), builder.CreateICmpULE(end, low));
  };
  return builder.CreateAnd(is_apart_from(kArenaBounds), is_apart_from(kHostWatch));
}

void inline_host_checks(llvm::Module& module) {
  Analyses analyses;
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || function.hasFnAttribute(kDeviceCode) || function.hasFnAttribute(kKernelEntry) ||
        function.hasFnAttribute(kUncheckedCode)) {
      continue;
    }
    constexpr std::uint64_t kMost = std::uint64_t{1} << 32;
    const std::vector<PlainCheck> checks = plain_checks(function, kMost);
    if (checks.empty()) continue;
    const auto apart = conditions_before_loops(function, checks, analyses.functions);
    analyses.functions.clear(function, function.getName());
    for (const auto& [call, bytes] : checks) {
      const auto known = apart.find(call);
      guard(*call, bytes, known != apart.end() ? known->second : nullptr);
    }
  }
}

}  // namespace fencepost::compiler
