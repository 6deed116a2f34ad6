// Uses LLVM's coroutines (llvm.org/docs/Coroutines.html, "Switched-Resume Lowering"); a barrier is where one suspends,
// as in continuation-based synchronisation (Meyer, Alpay, Hack, Fröning, Heuveline, IWOCL 2023).
#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Coroutines/CoroCleanup.h>
#include <llvm/Transforms/Coroutines/CoroEarly.h>
#include <llvm/Transforms/Coroutines/CoroSplit.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <vector>

#include "compiler/passes/passes.h"
#include "sim/interface/kernel_table.h"

namespace fencepost::compiler {
namespace {

constexpr const char* kResume = ".resume";  ///< Behind a coroutine's name: the half that LLVM makes of it.

constexpr llvm::StringLiteral kFrameMarker = "fencepost.frame";  ///< Called with the frame's size and alignment.

llvm::CallInst* call_to(llvm::Instruction& instruction, llvm::StringRef name) {
  auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  return call != nullptr && call->getCalledFunction() != nullptr && call->getCalledFunction()->getName() == name
             ? call
             : nullptr;
}

std::vector<llvm::CallInst*> calls_to(llvm::Function& function, llvm::StringRef name) {
  std::vector<llvm::CallInst*> calls;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (llvm::CallInst* const call = call_to(instruction, name)) calls.push_back(call);
  }
  return calls;
}

/// Makes a coroutine of a kernel and its entry. They are left without bodies.
class Coroutine {
 public:
  Coroutine(llvm::Function& run, llvm::CallInst& call)
      : module_(*run.getParent()),
        context_(run.getContext()),
        pointer_(llvm::PointerType::get(context_, 0)),
        builder_(context_),
        run_(run),
        call_(call),
        kernel_(*call.getCalledFunction()) {}

  llvm::Function& make() {
    // External until it is split: LLVM's call graph leaves out what nobody refers to.
    begin_ = llvm::Function::Create(llvm::FunctionType::get(pointer_, {pointer_, pointer_}, false),
                                    llvm::GlobalValue::ExternalLinkage, kernel_.getName() + ".begin", module_);
    begin_->setAttributes(llvm::AttributeList::get(context_, kernel_.getAttributes().getFnAttrs(), {}, {}));
    begin_->setPresplitCoroutine();
    begin_->addFnAttr(llvm::Attribute::CoroDestroyOnlyWhenComplete);
    begin_->removeFnAttr(llvm::Attribute::NoReturn);
    begin_->removeFnAttr(llvm::Attribute::MustProgress);
    begin_->removeFnAttr(llvm::Attribute::AlwaysInline);
    begin_->setSubprogram(kernel_.getSubprogram());
    kernel_.setSubprogram(nullptr);

    llvm::BasicBlock* const entry = llvm::BasicBlock::Create(context_, "", begin_);
    llvm::BasicBlock* const arguments = llvm::BasicBlock::Create(context_, "arguments", begin_);
    end_ = llvm::BasicBlock::Create(context_, "end", begin_);
    llvm::BasicBlock* const body = &kernel_.getEntryBlock();
    std::vector<llvm::Value*> values = take_arguments(*arguments);
    begin_->splice(end_->getIterator(), &kernel_);
    for (unsigned i = 0; i < values.size(); ++i) kernel_.getArg(i)->replaceAllUsesWith(values[i]);
    llvm::BranchInst::Create(body, arguments);
    move_variables(*arguments, *entry);
    move_variables(*body, *entry);

    // What the suspended thread tells: the place of the barrier where it waits; null when it has returned.
    builder_.SetInsertPoint(entry);
    place_ = builder_.CreateAlloca(pointer_);
    llvm::ConstantPointerNull* const null = llvm::ConstantPointerNull::get(pointer_);
    llvm::Value* const id = intrinsic(llvm::Intrinsic::coro_id, {}, {builder_.getInt32(0), place_, null, null});
    // The frame's size is known when it is split.
    llvm::FunctionCallee marker =
        module_.getOrInsertFunction(kFrameMarker, builder_.getVoidTy(), builder_.getInt64Ty(), builder_.getInt64Ty());
    builder_.CreateCall(marker, {intrinsic(llvm::Intrinsic::coro_size, {builder_.getInt64Ty()}, {}),
                                 intrinsic(llvm::Intrinsic::coro_align, {builder_.getInt64Ty()}, {})});
    llvm::Value* const frame = intrinsic(llvm::Intrinsic::coro_begin, {}, {id, begin_->getArg(1)});
    suspend(arguments);
    for (llvm::BasicBlock& block : *begin_) {
      if (&block == end_ || !llvm::isa<llvm::ReturnInst>(block.getTerminator())) continue;
      block.getTerminator()->eraseFromParent();
      builder_.SetInsertPoint(&block);
      builder_.CreateStore(null, place_);
      builder_.CreateBr(end_);
    }
    builder_.SetInsertPoint(end_);
    intrinsic(llvm::Intrinsic::coro_end, {}, {frame, builder_.getFalse(), llvm::ConstantTokenNone::get(context_)});
    builder_.CreateRet(frame);
    for (llvm::CallInst* const barrier : calls_to(*begin_, "__syncthreads")) wait_at(*barrier);
    return *begin_;
  }

 private:
  llvm::CallInst* intrinsic(llvm::Intrinsic::ID id, llvm::ArrayRef<llvm::Type*> types,
                            llvm::ArrayRef<llvm::Value*> arguments) {
    return builder_.CreateIntrinsic(id, types, arguments);
  }

  /// What the entry does before it calls the kernel.
  std::vector<llvm::Value*> take_arguments(llvm::BasicBlock& block) {
    llvm::ValueToValueMapTy copies;
    copies[run_.getArg(0)] = begin_->getArg(0);
    builder_.SetInsertPoint(&block);
    for (llvm::Instruction& instruction : *call_.getParent()) {
      if (&instruction == &call_) break;
      llvm::Instruction* const copy = instruction.clone();
      llvm::RemapInstruction(copy, copies, llvm::RF_IgnoreMissingLocals);
      builder_.Insert(copy);
      copies[&instruction] = copy;
    }
    std::vector<llvm::Value*> values;
    for (llvm::Value* const argument : call_.args()) {
      const auto copy = copies.find(argument);
      values.push_back(copy == copies.end() ? argument : static_cast<llvm::Value*>(copy->second));
    }
    return values;
  }

  static void move_variables(llvm::BasicBlock& from, llvm::BasicBlock& to) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(from)) {
      auto* const variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
      if (variable != nullptr && llvm::isa<llvm::Constant>(variable->getArraySize()))
        variable->moveBefore(to, to.end());
    }
  }

  /// Ends the block that is written with a suspension, behind which `next` follows.
  void suspend(llvm::BasicBlock* next) {
    llvm::Value* const how =
        intrinsic(llvm::Intrinsic::coro_suspend, {}, {llvm::ConstantTokenNone::get(context_), builder_.getFalse()});
    llvm::SwitchInst* const ways = builder_.CreateSwitch(how, end_, 2);
    ways->addCase(builder_.getInt8(0), next);
    ways->addCase(builder_.getInt8(1), end_);
  }

  /// The barrier's place is an address in the code, as that of a call would be.
  void wait_at(llvm::CallInst& barrier) {
    llvm::BasicBlock* const before = barrier.getParent();
    llvm::BasicBlock* const after = before->splitBasicBlock(barrier.getNextNode());
    before->getTerminator()->eraseFromParent();
    builder_.SetInsertPoint(before);
    builder_.SetCurrentDebugLocation(barrier.getDebugLoc());
    auto* const address = llvm::InlineAsm::get(llvm::FunctionType::get(pointer_, false),
                                               "leaq .Lfencepost_at_${:uid}(%rip), $0\n.Lfencepost_at_${:uid}:", "=r",
                                               /*hasSideEffects=*/true);
    llvm::CallInst* const place = builder_.CreateCall(address);
    place->addFnAttr(llvm::Attribute::Convergent);
    place->addFnAttr(llvm::Attribute::NoDuplicate);
    place->addFnAttr(llvm::Attribute::NoMerge);
    place->addFnAttr(llvm::Attribute::NoUnwind);
    builder_.CreateStore(place, place_);
    suspend(after);
    builder_.SetCurrentDebugLocation({});
    barrier.eraseFromParent();
  }

  llvm::Module& module_;
  llvm::LLVMContext& context_;
  llvm::PointerType* pointer_;
  llvm::IRBuilder<> builder_;
  llvm::Function& run_;
  llvm::CallInst& call_;
  llvm::Function& kernel_;
  llvm::Function* begin_ = nullptr;
  llvm::BasicBlock* end_ = nullptr;
  llvm::Value* place_ = nullptr;
};

struct Split {
  llvm::Function* kernel;
  llvm::Function* begin;
};

/// Splits the coroutines, and drops what only the other half of each needs.
void split(llvm::Module& module, const std::vector<Split>& splits) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  llvm::ModulePassManager passes;
  passes.addPass(llvm::CoroEarlyPass());
  passes.addPass(llvm::createModuleToPostOrderCGSCCPassAdaptor(llvm::CoroSplitPass(/*OptimizeFrame=*/true)));
  passes.addPass(llvm::CoroCleanupPass());
  passes.run(module, modules);

  llvm::FunctionPassManager tidy;
  tidy.addPass(llvm::SimplifyCFGPass(keep_calls()));
  tidy.addPass(llvm::InstCombinePass());
  tidy.addPass(llvm::EarlyCSEPass());
  tidy.addPass(llvm::SimplifyCFGPass(keep_calls()));
  for (const Split& split : splits) {
    for (llvm::Function* const half : {split.begin, module.getFunction(split.begin->getName().str() + kResume)})
      functions.invalidate(*half, tidy.run(*half, functions));
  }
}

/// Puts the coroutine where the table had the kernel.
void replace_kernel(llvm::Module& module, const Split& split) {
  llvm::Function& kernel = *split.kernel;
  const std::string name = kernel.getName().str();
  llvm::Function* const resume = module.getFunction(split.begin->getName().str() + kResume);
  llvm::CallInst* const marker = calls_to(*split.begin, kFrameMarker).at(0);
  llvm::IRBuilder<> builder(module.getContext());
  auto* const description =
      llvm::ConstantStruct::getAnon({split.begin, llvm::cast<llvm::Constant>(marker->getArgOperand(0)),
                                     llvm::cast<llvm::Constant>(marker->getArgOperand(1))});
  marker->eraseFromParent();
  module.getNamedGlobal(name + kFrameSuffix.str())->setInitializer(description);
  for (const char* const part : {".destroy", ".cleanup"}) {  // Threads that do not return are left where they are.
    llvm::Function* const unused = module.getFunction(split.begin->getName().str() + part);
    if (unused == nullptr) continue;
    unused->replaceAllUsesWith(llvm::ConstantPointerNull::get(llvm::PointerType::get(module.getContext(), 0)));
    unused->eraseFromParent();
  }
  resume->setCallingConv(llvm::CallingConv::C);
  kernel.replaceAllUsesWith(resume);
  resume->takeName(&kernel);
  kernel.eraseFromParent();
  llvm::stripDebugInfo(*split.begin);
  split.begin->setLinkage(llvm::GlobalValue::InternalLinkage);
}

}  // namespace

void split_kernels(llvm::Module& module) {
  std::vector<llvm::Function*> entries;
  for (llvm::Function& function : module) {
    if (function.hasFnAttribute(kKernelEntry)) entries.push_back(&function);
  }
  std::vector<Split> splits;
  for (llvm::Function* const run : entries) {
    llvm::CallInst* const call = kernel_call(*run);
    if (call == nullptr) continue;
    llvm::Function* const kernel = call->getCalledFunction();
    if (kernel->isDeclaration() || calls_to(*kernel, "__syncthreads").empty()) continue;
    splits.push_back({kernel, &Coroutine(*run, *call).make()});
    run->replaceAllUsesWith(llvm::ConstantPointerNull::get(run->getType()));
    run->eraseFromParent();
  }
  if (splits.empty()) return;
  split(module, splits);
  for (const Split& split : splits) replace_kernel(module, split);
}

}  // namespace fencepost::compiler
