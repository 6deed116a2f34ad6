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
#include "compiler/passes/passes.h"
#include "sim/interface/inlined_checks.h"

namespace fencepost::compiler {
namespace {

using namespace inlined_checks;  // NOLINT: this file is about them

/// The callback is called if the access is to device memory, or may be to what streams still use.
void guard(llvm::Module& module, llvm::CallInst& call, std::uint64_t bytes) {
  llvm::IRBuilder<> builder(&call);
  llvm::IntegerType* const word = builder.getInt64Ty();
  llvm::Value* const address = builder.CreatePtrToInt(call.getArgOperand(0), word);
  const auto load = [&](const char* symbol, unsigned offset) {
    llvm::Constant* const variable = module.getOrInsertGlobal(symbol, word);
    llvm::cast<llvm::GlobalVariable>(variable)->setDSOLocal(true);
    return builder.CreateAlignedLoad(word, builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), variable, offset),
                                     llvm::Align(8));
  };
  llvm::Constant* const more = llvm::ConstantInt::get(word, bytes - 1);
  const auto any_byte_in = [&](const char* bounds) {
    return builder.CreateICmpULT(builder.CreateSub(builder.CreateAdd(address, more), load(bounds, 0)),
                                 builder.CreateAdd(load(bounds, 8), more));
  };
  // Small ones do not begin before device memory and reach into it.
  llvm::Value* const of_device =
      bytes <= kMostPlainBytes
          ? builder.CreateICmpULT(builder.CreateSub(address, load(kArenaBounds, 0)), load(kArenaBounds, 8))
          : any_byte_in(kArenaBounds);
  llvm::Value* const watched = any_byte_in(kHostWatch);
  llvm::MDNode* const seldom = llvm::MDBuilder(module.getContext()).createUnlikelyBranchWeights();
  llvm::Instruction* const then =
      llvm::SplitBlockAndInsertIfThen(builder.CreateOr(of_device, watched), &call, /*Unreachable=*/false, seldom);
  call.moveBefore(then);
  call.addFnAttr(llvm::Attribute::Cold);
}

}  // namespace

void inline_host_checks(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || function.hasFnAttribute(kDeviceCode) || function.hasFnAttribute(kKernelEntry) ||
        function.hasFnAttribute(kUncheckedCode)) {
      continue;
    }
    constexpr std::uint64_t kMost = std::uint64_t{1} << 32;
    for (const auto& [call, bytes] : plain_checks(function, kMost)) guard(module, *call, bytes);
  }
}

}  // namespace fencepost::compiler
