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
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <vector>

#include "compiler/threads/split_kernels.h"

#include "compiler/passes/function_optimiser.h"
#include "compiler/passes/passes.h"
#include "compiler/threads/kept_values.h"
#include "compiler/threads/thread_loops.h"
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

/// Makes of a kernel and its entry what one thread does, with marks where it stops: a coroutine if it waits at
/// barriers. They are left without bodies.
class Body {
 public:
  Body(llvm::Function& run, llvm::CallInst& call)
      : module_(*run.getParent()),
        context_(run.getContext()),
        pointer_(llvm::PointerType::get(context_, 0)),
        builder_(context_),
        run_(run),
        call_(call),
        kernel_(*call.getCalledFunction()),
        arguments_(module_.getOrInsertFunction(kArgumentsMarker, pointer_)),
        stop_(module_.getOrInsertFunction(kStopMarker, builder_.getVoidTy(), builder_.getInt32Ty())) {
    auto* const arguments = llvm::cast<llvm::Function>(arguments_.getCallee());
    arguments->setDoesNotAccessMemory();
    arguments->setDoesNotThrow();
    llvm::cast<llvm::Function>(stop_.getCallee())->setDoesNotThrow();
  }

  llvm::Function& make() {
    const bool waits = !calls_to(kernel_, "__syncthreads").empty();
    // External until it is split: LLVM's call graph leaves out what nobody refers to.
    begin_ = llvm::Function::Create(
        llvm::FunctionType::get(waits ? static_cast<llvm::Type*>(pointer_) : builder_.getVoidTy(), {pointer_}, false),
        llvm::GlobalValue::ExternalLinkage, kernel_.getName() + ".begin", module_);
    begin_->setAttributes(llvm::AttributeList::get(context_, kernel_.getAttributes().getFnAttrs(), {}, {}));
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
    for (llvm::BasicBlock& block : *begin_) {
      if (!llvm::isa_and_nonnull<llvm::ReturnInst>(block.getTerminator())) continue;
      block.getTerminator()->eraseFromParent();
      builder_.SetInsertPoint(&block);
      builder_.CreateCall(stop_, {builder_.getInt32(0)});
      builder_.CreateBr(end_);
    }
    waits ? suspend_at_barriers(*entry, *arguments) : run_through(*entry, *arguments);
    return *begin_;
  }

 private:
  void run_through(llvm::BasicBlock& entry, llvm::BasicBlock& arguments) {
    llvm::BranchInst::Create(&arguments, &entry);
    builder_.SetInsertPoint(end_);
    builder_.CreateRetVoid();
  }

  void suspend_at_barriers(llvm::BasicBlock& entry, llvm::BasicBlock& arguments) {
    begin_->setPresplitCoroutine();
    begin_->addFnAttr(llvm::Attribute::CoroDestroyOnlyWhenComplete);
    builder_.SetInsertPoint(&entry);
    llvm::ConstantPointerNull* const null = llvm::ConstantPointerNull::get(pointer_);
    // Nothing is in it; LLVM cannot describe coroutines for debuggers without.
    llvm::Value* const promise = builder_.CreateAlloca(builder_.getInt8Ty());
    llvm::Value* const id = intrinsic(llvm::Intrinsic::coro_id, {}, {builder_.getInt32(0), promise, null, null});
    // The frame's size is known when it is split.
    llvm::FunctionCallee marker =
        module_.getOrInsertFunction(kFrameMarker, builder_.getVoidTy(), builder_.getInt64Ty(), builder_.getInt64Ty());
    builder_.CreateCall(marker, {intrinsic(llvm::Intrinsic::coro_size, {builder_.getInt64Ty()}, {}),
                                 intrinsic(llvm::Intrinsic::coro_align, {builder_.getInt64Ty()}, {})});
    llvm::Value* const frame = intrinsic(llvm::Intrinsic::coro_begin, {}, {id, begin_->getArg(0)});
    suspend(&arguments);
    builder_.SetInsertPoint(end_);
    intrinsic(llvm::Intrinsic::coro_end, {}, {frame, builder_.getFalse(), llvm::ConstantTokenNone::get(context_)});
    builder_.CreateRet(frame);
    const std::vector<llvm::CallInst*> barriers = calls_to(*begin_, "__syncthreads");
    for (llvm::CallInst* const barrier : barriers) llvm::SplitBlock(barrier->getParent(), barrier->getNextNode());
    read_again(*begin_);
    mark_uniform_values(*begin_, barriers);
    unsigned number = 0;
    for (llvm::CallInst* const barrier : barriers) wait_at(*barrier, ++number);
  }

  llvm::CallInst* intrinsic(llvm::Intrinsic::ID id, llvm::ArrayRef<llvm::Type*> types,
                            llvm::ArrayRef<llvm::Value*> arguments) {
    return builder_.CreateIntrinsic(id, types, arguments);
  }

  /// What the entry does before it calls the kernel.
  std::vector<llvm::Value*> take_arguments(llvm::BasicBlock& block) {
    llvm::ValueToValueMapTy copies;
    builder_.SetInsertPoint(&block);
    copies[run_.getArg(0)] = builder_.CreateCall(arguments_);
    for (llvm::Instruction& instruction : *call_.getParent()) {
      if (&instruction == &call_) break;
      llvm::Instruction* const copy = instruction.clone();
      llvm::RemapInstruction(copy, copies, llvm::RF_IgnoreMissingLocals);
      builder_.Insert(copy);
      copies[&instruction] = copy;
      llvm::APInt offset(64, 0);
      const auto* const load = llvm::dyn_cast<llvm::LoadInst>(copy);
      if (load != nullptr && load->getPointerOperand()->stripAndAccumulateConstantOffsets(
                                 module_.getDataLayout(), offset, true) == copies[run_.getArg(0)]) {
        copy->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(context_, {}));
        copy->setMetadata(kFixed, llvm::MDNode::get(context_, {}));
      }
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

  void wait_at(llvm::CallInst& barrier, unsigned number) {
    llvm::BasicBlock* const before = barrier.getParent();
    llvm::BasicBlock* const after = before->getSingleSuccessor();
    before->getTerminator()->eraseFromParent();
    builder_.SetInsertPoint(before);
    builder_.CreateCall(stop_, {builder_.getInt32(number)})->setDebugLoc(barrier.getDebugLoc());
    suspend(after);
    barrier.eraseFromParent();
  }

  llvm::Module& module_;
  llvm::LLVMContext& context_;
  llvm::PointerType* pointer_;
  llvm::IRBuilder<> builder_;
  llvm::Function& run_;
  llvm::CallInst& call_;
  llvm::Function& kernel_;
  llvm::FunctionCallee arguments_, stop_;
  llvm::Function* begin_ = nullptr;
  llvm::BasicBlock* end_ = nullptr;
};

struct Split {
  llvm::Function* kernel;
  llvm::Function* begin;
};

/// Splits the coroutines.
void split(llvm::Module& module) {
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
}

/// Puts the loop over threads where the table had the kernel.
llvm::Function& replace_kernel(llvm::Module& module, const Split& split) {
  llvm::Function& kernel = *split.kernel;
  const std::string name = kernel.getName().str();
  const std::string begin = split.begin->getName().str();
  auto* const word = llvm::Type::getInt64Ty(module.getContext());
  std::uint64_t bytes = 0, alignment = 1, start = 0;
  llvm::Function* go_on = module.getFunction(begin + kResume);
  if (go_on == nullptr) {
    go_on = split.begin;
  } else {
    llvm::CallInst* const marker = calls_to(*split.begin, kFrameMarker).at(0);
    const auto constant = [&](unsigned i) {
      return llvm::cast<llvm::ConstantInt>(marker->getArgOperand(i))->getZExtValue();
    };
    alignment = std::max<std::uint64_t>(constant(1), alignof(std::max_align_t));
    bytes = llvm::alignTo(constant(0), alignment);
    start = region_offset(*go_on);
    go_on->setCallingConv(llvm::CallingConv::C);
    const auto drop = [&](const std::string& unused) {
      llvm::Function* const function = module.getFunction(unused);
      if (function == nullptr) return;
      function->replaceAllUsesWith(llvm::ConstantPointerNull::get(llvm::PointerType::get(module.getContext(), 0)));
      function->eraseFromParent();
    };
    drop(begin);  // Where a thread begins is told by its frame.
    for (const char* const part : {".destroy", ".cleanup"}) drop(begin + part);
    if (llvm::GlobalVariable* const list = module.getNamedGlobal(begin + ".resumers"); list != nullptr) {
      list->replaceAllUsesWith(llvm::ConstantPointerNull::get(llvm::PointerType::get(module.getContext(), 0)));
      list->eraseFromParent();
    }
  }
  llvm::Function& loop = make_thread_loop({go_on, bytes}, name + ".loop");
  kernel.replaceAllUsesWith(&loop);
  loop.takeName(&kernel);
  kernel.eraseFromParent();
  module.getNamedGlobal(name + kThreadsSuffix.str())
      ->setInitializer(llvm::ConstantStruct::getAnon({&loop, llvm::ConstantInt::get(word, bytes),
                                                      llvm::ConstantInt::get(word, alignment),
                                                      llvm::ConstantInt::get(word, start)}));
  return loop;
}

}  // namespace

void split_kernels(llvm::Module& module, bool checked) {
  std::vector<llvm::Function*> entries;
  for (llvm::Function& function : module) {
    if (function.hasFnAttribute(kKernelEntry)) entries.push_back(&function);
  }
  std::vector<Split> splits;
  for (llvm::Function* const run : entries) {
    llvm::CallInst* const call = kernel_call(*run);
    if (call == nullptr) continue;
    llvm::Function* const kernel = call->getCalledFunction();
    if (kernel->isDeclaration()) continue;
    splits.push_back({kernel, &Body(*run, *call).make()});
    run->replaceAllUsesWith(llvm::ConstantPointerNull::get(run->getType()));
    run->eraseFromParent();
  }
  if (splits.empty()) return;
  split(module);
  FunctionOptimiser optimiser;
  for (const Split& split : splits) {
    llvm::Function& loop = replace_kernel(module, split);
    if (checked && !loop.hasFnAttribute(kUncheckedCode)) {
      optimiser.run_checked(loop);
    } else {
      optimiser.run(loop);
    }
  }
}

}  // namespace fencepost::compiler
