// What lanes ask of their warp (sim/engine/warp.cpp): where the first lane of a loop has asked, the others leave what
// they bring in memory, and go on.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <vector>

#include "compiler/checks/checks.h"
#include "compiler/passes/builtin_variables.h"
#include "sim/interface/inlined_checks.h"

namespace fencepost::compiler {
namespace {

using namespace inlined_checks;  // NOLINT: this file is about them

class WarpOperationWriter {
 public:
  explicit WarpOperationWriter(llvm::Module& module) : module_(module), builder_(module.getContext()) {}

  /// `call` asks, with the operation's number as its last argument: 0 if lanes may ask for different things there.
  void ask(llvm::CallInst& call) {
    auto* const number = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(call.arg_size() - 1));
    if (number == nullptr || number->isZero()) return;
    builder_.SetInsertPoint(&call);
    llvm::Value* const is_known = builder_.CreateICmpEQ(load(builder_.getInt32Ty(), kAsked), number);
    llvm::Instruction* known = nullptr;
    llvm::Instruction* other = nullptr;
    llvm::SplitBlockAndInsertIfThenElse(is_known, &call, &known, &other,
                                        llvm::MDBuilder(module_.getContext()).createLikelyBranchWeights());
    llvm::BasicBlock* const behind = call.getParent();
    builder_.SetInsertPoint(known);
    const llvm::StringRef name = call.getCalledFunction()->getName();
    if (name == "fencepost_ask_shuffle") {
      bring(0, call.getArgOperand(2));
      bring(kLaneOrDelta, call.getArgOperand(3));
    } else if (name == "fencepost_ask_vote") {
      bring(0, builder_.CreateZExt(builder_.CreateIsNotNull(call.getArgOperand(2)), builder_.getInt64Ty()));
    }
    call.moveBefore(other);
    builder_.SetInsertPoint(behind, behind->begin());
    llvm::PHINode* const answered = builder_.CreatePHI(call.getType(), 2);
    call.replaceAllUsesWith(answered);
    answered->addIncoming(llvm::Constant::getNullValue(call.getType()), known->getParent());
    answered->addIncoming(&call, other->getParent());
  }

  /// `call` is for what the running thread is answered.
  void answer(llvm::CallInst& call) {
    builder_.SetInsertPoint(&call);
    call.replaceAllUsesWith(builder_.CreateLoad(
        call.getType(), builder_.CreateGEP(call.getType(), load(builder_.getPtrTy(), kResults), rank())));
    call.eraseFromParent();
  }

 private:
  llvm::Value* load(llvm::Type* type, unsigned offset) {
    llvm::Value* const current = builder_.CreateThreadLocalAddress(runtime_variable(module_, kCurrent, kCurrentBytes));
    return builder_.CreateLoad(type, builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), current, offset));
  }

  llvm::Value* rank() { return builder_.CreateZExt(load(builder_.getInt32Ty(), kThread), builder_.getInt64Ty()); }

  void bring(unsigned offset, llvm::Value* value) {
    llvm::Value* const operand = builder_.CreateGEP(builder_.getInt8Ty(), load(builder_.getPtrTy(), kOperands),
                                                    builder_.CreateMul(rank(), builder_.getInt64(kOperandBytes)));
    builder_.CreateStore(value, builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), operand, offset));
  }

  llvm::Module& module_;
  llvm::IRBuilder<> builder_;
};

}  // namespace

void inline_warp_operations(llvm::Module& module) {
  std::vector<llvm::CallInst*> asks, answers;
  for (llvm::Function& function : module) {
    const llvm::StringRef name = function.getName();
    const bool is_answer = name == "fencepost_answer";
    if (!function.isDeclaration() || (!is_answer && !name.starts_with("fencepost_ask_"))) continue;
    for (llvm::User* const user : function.users()) {
      auto* const call = llvm::dyn_cast<llvm::CallInst>(user);
      if (call != nullptr && call->getCalledFunction() == &function) (is_answer ? answers : asks).push_back(call);
    }
  }
  WarpOperationWriter writer(module);
  for (llvm::CallInst* const call : asks) writer.ask(*call);
  for (llvm::CallInst* const call : answers) writer.answer(*call);
}

}  // namespace fencepost::compiler
