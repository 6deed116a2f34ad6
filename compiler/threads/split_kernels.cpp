// Uses LLVM's coroutines (llvm.org/docs/Coroutines.html, "Switched-Resume Lowering"); a barrier is where one suspends,
// as in continuation-based synchronisation (Meyer, Alpay, Hack, Fröning, Heuveline, IWOCL 2023).
#include "compiler/threads/split_kernels.h"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/Transforms/Coroutines/CoroCleanup.h>
#include <llvm/Transforms/Coroutines/CoroEarly.h>
#include <llvm/Transforms/Coroutines/CoroSplit.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "compiler/passes/analyses.h"
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

/// An operation for which the lanes of a warp wait for each other, and the runtime's function by which a thread asks
/// for it (sim/device/barriers.cpp): true if it has been answered. It has one argument more, see number_of().
struct WarpOperation {
  llvm::StringLiteral name, ask;
  unsigned request;  ///< A bit for each argument that says what is asked for, not what the lane brings. 0: not known.
};
constexpr WarpOperation kWarpOperations[] = {
    {"fencepost_shuffle", "fencepost_ask_shuffle", 0b10011},
    {"fencepost_vote", "fencepost_ask_vote", 0b011},
    {"fencepost_warp_gather", "fencepost_ask_gather", 0},
    {"__syncwarp", "fencepost_ask_sync", 0b1},
};

/// That the runtime knows the operation by; 0 if lanes that come to it may ask for different things.
unsigned number_of(const WarpOperation& operation, const llvm::CallInst& call, unsigned number) {
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    if ((operation.request >> i & 1U) != 0 && !llvm::isa<llvm::ConstantInt>(call.getArgOperand(i))) return 0;
  }
  return operation.request != 0 ? number : 0;
}

std::vector<llvm::CallInst*> calls_to(llvm::Function& function, llvm::StringRef name) {
  std::vector<llvm::CallInst*> calls;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (llvm::CallInst* const call = call_to(instruction, name)) calls.push_back(call);
  }
  return calls;
}

/// Nothing is done with what `pointer` points to but to read it.
bool is_only_read(const llvm::Value& pointer) {
  return llvm::all_of(pointer.users(), [&](const llvm::User* user) {
    if (llvm::isa<llvm::LoadInst, llvm::DbgInfoIntrinsic>(user)) return true;
    if (const auto* const copy = llvm::dyn_cast<llvm::MemTransferInst>(user)) return copy->getRawDest() != &pointer;
    return llvm::isa<llvm::GetElementPtrInst>(user) && is_only_read(*user);
  });
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

  [[nodiscard]] bool waits() const { return !calls_to(kernel_, "__syncthreads").empty() || has_of_warp(); }
  [[nodiscard]] bool has_of_warp() const {
    return llvm::any_of(kWarpOperations,
                        [&](const WarpOperation& operation) { return !calls_to(kernel_, operation.name).empty(); });
  }

  llvm::Function& make() {
    const bool waits = this->waits();
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
    std::vector<llvm::CallInst*> all = barriers;
    for (const WarpOperation& operation : kWarpOperations) {
      for (llvm::CallInst* const call : calls_to(*begin_, operation.name)) all.push_back(call);
    }
    mark_uniform_values(*begin_, all);
    unsigned number = 0;
    for (llvm::CallInst* const barrier : barriers) wait_at(*barrier, ++number);
    for (const WarpOperation& operation : kWarpOperations) {
      for (llvm::CallInst* const call : calls_to(*begin_, operation.name)) ask_for(*call, operation, ++number);
    }
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
    for (unsigned i = 0; i < call_.arg_size(); ++i) {
      const auto copy = copies.find(call_.getArgOperand(i));
      llvm::Value* const value =
          copy == copies.end() ? call_.getArgOperand(i) : static_cast<llvm::Value*>(copy->second);
      llvm::Type* const of_thread = kernel_.getParamByValType(i);
      const bool is_shared = of_thread == nullptr || is_only_read(*kernel_.getArg(i));
      values.push_back(is_shared ? value : copy_of(*value, *of_thread, kernel_.getParamAlign(i).valueOrOne()));
    }
    return values;
  }

  /// The thread's own, as a call would make it of what it passes by value.
  llvm::Value* copy_of(llvm::Value& original, llvm::Type& type, llvm::Align alignment) {
    llvm::AllocaInst* const copy = builder_.CreateAlloca(&type);
    copy->setAlignment(alignment);
    builder_.CreateMemCpy(copy, alignment, &original, alignment, module_.getDataLayout().getTypeAllocSize(&type));
    return copy;
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
    llvm::BasicBlock* const after = llvm::SplitBlock(before, barrier.getNextNode());
    before->getTerminator()->eraseFromParent();
    stop(*before, after, number, barrier.getDebugLoc());
    barrier.eraseFromParent();
  }

  void stop(llvm::BasicBlock& at, llvm::BasicBlock* next, unsigned number, const llvm::DebugLoc& location) {
    builder_.SetInsertPoint(&at);
    builder_.CreateCall(stop_, {builder_.getInt32(number)})->setDebugLoc(location);
    suspend(next);
  }

  /// The thread asks, stops unless it is answered at once, and takes the answer.
  void ask_for(llvm::CallInst& operation, const WarpOperation& known, unsigned number) {
    llvm::BasicBlock* const before = operation.getParent();
    llvm::BasicBlock* const after = llvm::SplitBlock(before, operation.getNextNode());
    llvm::BasicBlock* const waits = llvm::BasicBlock::Create(context_, "", begin_, after);
    before->getTerminator()->eraseFromParent();
    builder_.SetInsertPoint(before);
    builder_.SetCurrentDebugLocation(operation.getDebugLoc());
    std::vector<llvm::Value*> arguments(operation.arg_begin(), operation.arg_end());
    arguments.push_back(builder_.getInt32(number_of(known, operation, number)));
    std::vector<llvm::Type*> types;
    types.reserve(arguments.size());
    for (const llvm::Value* const argument : arguments) types.push_back(argument->getType());
    const llvm::FunctionCallee asks =
        module_.getOrInsertFunction(known.ask, llvm::FunctionType::get(builder_.getInt8Ty(), types, false));
    llvm::CallInst* const asked = builder_.CreateCall(asks, arguments);
    for (unsigned i = 0; i < operation.arg_size(); ++i) {
      for (const auto kind : {llvm::Attribute::ZExt, llvm::Attribute::SExt}) {
        if (operation.paramHasAttr(i, kind)) asked->addParamAttr(i, kind);
      }
    }
    asked->addFnAttr(llvm::Attribute::NoMerge);
    builder_.CreateCondBr(builder_.CreateIsNull(asked), waits, after);
    stop(*waits, after, number | kOfWarp, operation.getDebugLoc());
    builder_.SetInsertPoint(after, after->getFirstInsertionPt());
    if (!operation.getType()->isVoidTy()) {
      const llvm::FunctionCallee answer = module_.getOrInsertFunction("fencepost_answer", builder_.getInt64Ty());
      operation.replaceAllUsesWith(builder_.CreateTrunc(builder_.CreateCall(answer), operation.getType()));
    }
    builder_.SetCurrentDebugLocation({});
    operation.eraseFromParent();
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
  bool has_of_warp;
};

/// Splits the coroutines.
void split(llvm::Module& module) {
  Analyses analyses;
  llvm::ModulePassManager passes;
  passes.addPass(llvm::CoroEarlyPass());
  passes.addPass(llvm::createModuleToPostOrderCGSCCPassAdaptor(
      llvm::CoroSplitPass(can_be_computed_again, /*OptimizeFrame=*/true)));
  passes.addPass(llvm::CoroCleanupPass());
  passes.run(module, analyses.modules);
}

/// Where a coroutine suspends, it compares how it came there. Each way knows: the comparison becomes a choice of
/// results.
void compare_on_each_way(llvm::Function& go_on) {
  const llvm::DataLayout& layout = go_on.getParent()->getDataLayout();
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(go_on))) {
    auto* const compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction);
    auto* const to = compare != nullptr ? llvm::dyn_cast<llvm::Constant>(compare->getOperand(1)) : nullptr;
    if (to == nullptr) continue;
    const auto fold = [&](llvm::Value* known) {
      return llvm::ConstantFoldCompareInstOperands(compare->getPredicate(), llvm::cast<llvm::Constant>(known), to,
                                                   layout);
    };
    if (llvm::isa<llvm::Constant>(compare->getOperand(0))) {
      compare->replaceAllUsesWith(fold(compare->getOperand(0)));
      compare->eraseFromParent();
      continue;
    }
    auto* const value = llvm::dyn_cast<llvm::PHINode>(compare->getOperand(0));
    if (value == nullptr || !llvm::all_of(value->incoming_values(), llvm::IsaPred<llvm::ConstantInt>)) continue;
    llvm::PHINode* const result =
        llvm::PHINode::Create(compare->getType(), value->getNumIncomingValues(), "", value->getIterator());
    for (unsigned i = 0; i < value->getNumIncomingValues(); ++i)
      result->addIncoming(fold(value->getIncomingValue(i)), value->getIncomingBlock(i));
    compare->replaceAllUsesWith(result);
    compare->eraseFromParent();
  }
}

/// Puts the loop over threads where the table had the kernel.
llvm::Function& replace_kernel(llvm::Module& module, const Split& split, std::size_t most_in_loops,
                               FunctionOptimiser& optimiser) {
  llvm::Function& kernel = *split.kernel;
  const std::string name = kernel.getName().str();
  const std::string begin = split.begin->getName().str();
  auto* const word = llvm::Type::getInt64Ty(module.getContext());
  std::uint64_t bytes = 0, alignment = 1;
  RegionNumber region;
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
    region = mark_regions(*go_on);
    compare_on_each_way(*go_on);
    optimiser.simplify(*go_on);
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

  const ThreadLoopCode code = make_thread_loop({go_on, bytes, region, most_in_loops}, name + ".loop");
  llvm::Function& loop = *code.loop;
  llvm::Constant* parts = llvm::ConstantPointerNull::get(llvm::PointerType::get(module.getContext(), 0));
  if (!code.parts.empty()) {
    std::vector<std::uint64_t> part_bytes;
    for (const FramePart& part : code.parts) part_bytes.push_back(part.bytes);
    llvm::Constant* const list = llvm::ConstantDataArray::get(module.getContext(), part_bytes);
    parts = new llvm::GlobalVariable(module, list->getType(), true, llvm::GlobalValue::PrivateLinkage, list,
                                     name + ".parts");
  }
  kernel.replaceAllUsesWith(&loop);
  loop.takeName(&kernel);
  kernel.eraseFromParent();
  module.getNamedGlobal(name + kThreadsSuffix.str())
      ->setInitializer(llvm::ConstantStruct::getAnon(
          {&loop, llvm::ConstantInt::get(word, code.frame_bytes),
           llvm::ConstantInt::get(word, std::max<std::uint64_t>(alignment, kFrameGroup)),
           llvm::ConstantInt::get(word, code.region.offset), llvm::ConstantInt::get(word, code.region.bytes),
           llvm::ConstantInt::get(word, split.has_of_warp ? 1 : 0), parts,
           llvm::ConstantInt::get(word, code.parts.size())}));
  return loop;
}

}  // namespace

void split_kernels(llvm::Module& module, std::size_t most_in_loops) {
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
    Body body(*run, *call);
    const bool has_of_warp = body.has_of_warp();
    splits.push_back({kernel, &body.make(), has_of_warp});
    run->replaceAllUsesWith(llvm::ConstantPointerNull::get(run->getType()));
    run->eraseFromParent();
  }
  if (splits.empty()) return;
  split(module);
  std::vector<llvm::Function*> loops;
  loops.reserve(splits.size());
  FunctionOptimiser optimiser;
  for (const Split& split : splits) loops.push_back(&replace_kernel(module, split, most_in_loops, optimiser));
  for (llvm::Function* const loop : loops) optimiser.run_checked(*loop);  // Checks, or what stands for them, may come.
}

void optimise_thread_loops(llvm::Module& module) {
  FunctionOptimiser optimiser;
  for (llvm::Function& function : module) {
    if (function.hasFnAttribute(kThreadLoop)) optimiser.run(function);
  }
}

}  // namespace fencepost::compiler
