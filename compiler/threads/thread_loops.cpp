// Work-item loops: each region between barriers runs for one thread after the other (Jääskeläinen et al., pocl, Int. J.
// of Parallel Programming 43, 2015; Meyer et al., IWOCL 2023). The regions come from LLVM's split of a coroutine.
#include "compiler/threads/thread_loops.h"

#include <llvm/ADT/DepthFirstIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "compiler/passes/builtin_variables.h"
#include "compiler/passes/passes.h"
#include "compiler/threads/body_survey.h"
#include "compiler/threads/frames.h"
#include "sim/interface/inlined_checks.h"
#include "sim/interface/kernel_table.h"

namespace fencepost::compiler {
namespace {

class ThreadLoopWriter {
 public:
  ThreadLoopWriter(const ThreadBody& body, const llvm::Twine& name)
      : body_(*body.go_on),
        body_description_(body),
        frame_bytes_(body.frame_bytes),
        module_(*body_.getParent()),
        context_(body_.getContext()),
        pointer_(llvm::PointerType::get(context_, 0)),
        int_(llvm::Type::getInt32Ty(context_)),
        builder_(context_),
        loop_(llvm::Function::Create(llvm::FunctionType::get(pointer_, {pointer_, pointer_}, false),
                                     llvm::GlobalValue::InternalLinkage, name, module_)),
        survey_(survey_body(body_)),
        slots_(body_),
        parts_(frame_bytes_ != 0 ? frame_parts(body_) : std::vector<FramePart>{}) {
    loop_->setAttributes(llvm::AttributeList::get(context_, body_.getAttributes().getFnAttrs(), {}, {}));
    for (const auto unwanted :
         {llvm::Attribute::NoReturn, llvm::Attribute::MustProgress, llvm::Attribute::WillReturn,
          llvm::Attribute::AlwaysInline, llvm::Attribute::Memory, llvm::Attribute::SanitizeThread})
      loop_->removeFnAttr(unwanted);
    loop_->setSubprogram(body_.getSubprogram());
    body_.setSubprogram(nullptr);
  }

  ThreadLoopCode make() {
    loop_->addFnAttr(kThreadLoop);
    if (survey_.is_constant) loop_->addFnAttr(kFixedInLoop);
    begin();
    const std::map<std::uint64_t, llvm::BasicBlock*> regions = take_regions();
    std::vector<llvm::BasicBlock*> original;
    for (llvm::BasicBlock& block : body_) original.push_back(&block);
    loop_->splice(loop_->end(), &body_);
    builder_.SetInsertPoint(start_);
    // A barrier of a function that waits on the stack is told by where it is called: there must be one of each call.
    if (regions.size() > 1 && survey_.is_constant && size_of(regions) <= body_description_.most_in_loops) {
      auto* const type = builder_.getIntNTy(static_cast<unsigned>(8 * body_description_.region.bytes));
      llvm::Value* const frame = frame_of(first_);
      llvm::Value* const number = builder_.CreateAlignedLoad(
          type, builder_.CreateConstGEP1_64(builder_.getInt8Ty(), frame, body_description_.region.offset),
          llvm::Align(1));
      place_parts(*frame, *first_);
      llvm::BasicBlock* const none = new_block();
      llvm::SwitchInst* const which = builder_.CreateSwitch(number, none);
      for (const auto& [region, begin] : regions)
        which->addCase(llvm::ConstantInt::get(type, region), add_region(original, begin));
      builder_.SetInsertPoint(none);
      builder_.CreateUnreachable();
    } else {
      llvm::BasicBlock* const only = add_region(original, nullptr);
      builder_.SetInsertPoint(start_);
      builder_.CreateBr(only);
    }
    for (llvm::BasicBlock* const block : original) block->dropAllReferences();
    for (llvm::BasicBlock* const block : original) block->eraseFromParent();
    end();
    set_parts_apart(*loop_, part_elements_);
    body_.replaceAllUsesWith(llvm::ConstantPointerNull::get(pointer_));  // LLVM keeps a list of a coroutine's parts.
    body_.eraseFromParent();
    ThreadLoopCode code{loop_, frame_bytes_, body_description_.region, parts_};
    if (parts_.empty()) return code;
    code.frame_bytes = parts_.back().begin + parts_.back().bytes;
    for (const FramePart& part : parts_) {
      if (part.offset == code.region.offset) code.region.offset = part.begin;
    }
    return code;
  }

 private:
  llvm::BasicBlock* new_block() { return llvm::BasicBlock::Create(context_, "", loop_); }

  /// The blocks where threads go on, by the number that their frames then have.
  std::map<std::uint64_t, llvm::BasicBlock*> take_regions() {
    std::map<std::uint64_t, llvm::CallInst*> marks;
    for (llvm::Instruction& instruction : llvm::instructions(body_)) {
      auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (call == nullptr || call->getCalledFunction() == nullptr) continue;
      if (call->getCalledFunction()->getName() != kRegionMarker) continue;
      marks[llvm::cast<llvm::ConstantInt>(call->getArgOperand(0))->getZExtValue()] = call;
    }
    std::map<std::uint64_t, llvm::BasicBlock*> regions;
    for (const auto& [number, mark] : marks) {
      llvm::BasicBlock* const before = mark->getParent();
      const bool begins = mark == &*before->getFirstInsertionPt();
      regions[number] = begins ? before : llvm::SplitBlock(before, mark);
    }
    for (const auto& [number, mark] : marks) mark->eraseFromParent();
    return regions;
  }

  /// Instructions that a thread may come to from where the regions begin, those of several counted for each.
  static std::size_t size_of(const std::map<std::uint64_t, llvm::BasicBlock*>& regions) {
    std::size_t size = 0;
    for (const auto& [number, begin] : regions) {
      for (const llvm::BasicBlock* const block : llvm::depth_first(begin)) size += block->size();
    }
    return size;
  }

  llvm::Value* field(std::size_t offset, llvm::Type* type) {
    return builder_.CreateAlignedLoad(type, state_at(offset), llvm::Align(4));
  }
  llvm::Value* state_at(std::size_t offset) {
    return builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), loop_->getArg(1), offset);
  }

  void begin() {
    if (survey_.argument_bytes != 0)
      loop_->addParamAttr(0, llvm::Attribute::getWithDereferenceableBytes(context_, survey_.argument_bytes));
    loop_->addParamAttr(0, llvm::Attribute::getWithAlignment(context_, llvm::Align(kArgumentAlignment)));
    entry_ = new_block();
    start_ = new_block();
    tell_ = new_block();
    builder_.SetInsertPoint(entry_);
    stopped_at_ = builder_.CreateAlloca(int_);
    frames_ = field(offsetof(ThreadLoop, frames), pointer_);
    first_ = field(offsetof(ThreadLoop, first), int_);
    end_ = field(offsetof(ThreadLoop, end), int_);
    x_ = field(offsetof(ThreadLoop, x), int_);
    y_ = field(offsetof(ThreadLoop, y), int_);
    z_ = field(offsetof(ThreadLoop, z), int_);
    width_ = field(offsetof(ThreadLoop, width), int_);
    height_ = field(offsetof(ThreadLoop, height), int_);
    if (!parts_.empty()) {
      llvm::Value* const capacity =
          builder_.CreateZExt(field(offsetof(ThreadLoop, capacity), int_), builder_.getInt64Ty());
      for (const FramePart& part : parts_)
        part_arrays_.push_back(builder_.CreateInBoundsGEP(
            builder_.getInt8Ty(), frames_, builder_.CreateNUWMul(capacity, builder_.getInt64(part.begin))));
    }
    // Static variables of a thread: each next one's are in the same memory.
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(body_))) {
      auto* const variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
      if (variable != nullptr && llvm::isa<llvm::Constant>(variable->getArraySize()))
        variable->moveBefore(*entry_, entry_->begin());
    }
    builder_.SetInsertPoint(tell_);
    place_ = builder_.CreatePHI(int_, 4);
    place_->addIncoming(place_asked_for(), entry_);
  }

  /// What was asked for, where no thread is to run.
  llvm::Value* place_asked_for() {
    const llvm::IRBuilderBase::InsertPointGuard guard(builder_);
    builder_.SetInsertPoint(entry_);
    llvm::Value* const asked = field(offsetof(ThreadLoop, place), int_);
    builder_.CreateCondBr(builder_.CreateICmpEQ(first_, end_), tell_, start_);
    return asked;
  }

  llvm::Value* frame_of(llvm::Value* rank) {
    if (frame_bytes_ == 0) return llvm::ConstantPointerNull::get(pointer_);
    llvm::Value* const wide = builder_.CreateZExt(rank, builder_.getInt64Ty());
    return builder_.CreateInBoundsGEP(builder_.getInt8Ty(), frames_,
                                      builder_.CreateNUWMul(wide, builder_.getInt64(frame_bytes_)));
  }

  /// What was found in `frame`, of the thread `rank`, is found among its kind, for all threads side by side.
  void place_parts(llvm::Value& frame, llvm::Value& rank) {
    if (parts_.empty()) return;
    const llvm::DataLayout& layout = module_.getDataLayout();
    for (llvm::User* const user : llvm::make_early_inc_range(frame.users())) {
      auto* const address = llvm::cast<llvm::GetElementPtrInst>(user);
      llvm::APInt offset(64, 0);
      [[maybe_unused]] const bool is_constant = address->accumulateConstantOffset(layout, offset);
      assert(is_constant && "frame_parts() looked at it");
      const auto part = llvm::find_if(parts_, [&](const FramePart& p) { return p.offset == offset.getZExtValue(); });
      assert(part != parts_.end());
      llvm::IRBuilder<> builder(address);
      llvm::Value* const element =
          builder.CreateInBoundsGEP(llvm::ArrayType::get(builder.getInt8Ty(), part->bytes),
                                    part_arrays_[static_cast<std::size_t>(part - parts_.begin())],
                                    builder.CreateZExt(&rank, builder.getInt64Ty()));
      address->replaceAllUsesWith(element);
      address->eraseFromParent();
      keep_whole_bytes(*element);
      part_elements_.resize(parts_.size());
      part_elements_[static_cast<std::size_t>(part - parts_.begin())].push_back(element);
    }
  }

  /// A loop over the threads that go on at `begin`, or, if that is null, where each one's frame says, by a copy of the
  /// body. Returns its first block.
  llvm::BasicBlock* add_region(const std::vector<llvm::BasicBlock*>& original, llvm::BasicBlock* begin) {
    const llvm::IRBuilderBase::InsertPointGuard guard(builder_);
    llvm::BasicBlock* const before = new_block();
    llvm::BasicBlock* const row = new_block();
    llvm::BasicBlock* const thread = new_block();
    llvm::BasicBlock* const behind = new_block();
    llvm::BasicBlock* const next_thread = new_block();
    llvm::BasicBlock* const next_row = new_block();
    llvm::Value* const one = builder_.getInt32(1);

    builder_.SetInsertPoint(before);
    llvm::Value* const base_before = builder_.CreateSub(first_, x_);
    llvm::Value* const frame_before = frame_of(first_);
    llvm::Instruction* const jump = builder_.CreateBr(row);

    // A row of threads: those that differ in threadIdx.x alone.
    builder_.SetInsertPoint(row);
    llvm::PHINode* const base = builder_.CreatePHI(int_, 2);
    llvm::PHINode* const from = builder_.CreatePHI(int_, 2);
    llvm::PHINode* const y = builder_.CreatePHI(int_, 2);
    llvm::PHINode* const z = builder_.CreatePHI(int_, 2);
    llvm::PHINode* const place_of_last_row = builder_.CreatePHI(int_, 2);
    llvm::PHINode* const is_later_row = builder_.CreatePHI(builder_.getInt1Ty(), 2);
    llvm::Value* const to =
        builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, width_, builder_.CreateSub(end_, base));
    builder_.CreateBr(thread);

    builder_.SetInsertPoint(thread);
    llvm::PHINode* const x = builder_.CreatePHI(int_, 2);
    llvm::PHINode* const place_before = builder_.CreatePHI(int_, 2);  // Of the thread before, if there is one.
    llvm::PHINode* const is_later = builder_.CreatePHI(builder_.getInt1Ty(), 2);
    llvm::Value* const rank = builder_.CreateNUWAdd(base, x);
    announce(rank, x, y, z);
    llvm::Value* const frame = frame_of(rank);

    // The body.
    llvm::ValueToValueMapTy copies;
    copies[body_.getArg(0)] = frame_bytes_ != 0 ? frame : static_cast<llvm::Value*>(loop_->getArg(0));
    llvm::SmallVector<llvm::BasicBlock*, 32> blocks;
    for (llvm::BasicBlock* const block : original) {
      llvm::BasicBlock* const copy = llvm::CloneBasicBlock(block, copies, "", loop_);
      copies[block] = copy;
      blocks.push_back(copy);
    }
    llvm::remapInstructionsInBlocks(blocks, copies);
    if (begin != nullptr) {
      llvm::BasicBlock* block = blocks.front();
      while (llvm::BasicBlock* const next = block->getUniqueSuccessor()) block = next;
      auto* const target = llvm::cast<llvm::BasicBlock>(copies[begin]);
      bool was_there = false;
      for (llvm::BasicBlock* const successor : llvm::successors(block)) {
        const bool stays = successor == target && !was_there;
        was_there = was_there || stays;
        if (!stays) successor->removePredecessor(block);
      }
      block->getTerminator()->eraseFromParent();
      llvm::BranchInst::Create(target, block);
    }
    builder_.CreateBr(blocks.front());
    std::set<std::uint64_t> places;
    bool calls_others = false;  // From here to where they stop.
    for (llvm::BasicBlock* const block : llvm::to_vector(llvm::depth_first(blocks.front()))) {
      finish_copy(*block, x, y, z, behind, places);
      calls_others = calls_others || llvm::any_of(*block, [](const llvm::Instruction& instruction) {
                       const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
                       return call != nullptr && !is_harmless(*call);
                     });
    }
    if (begin != nullptr) slots_.read_before(*jump, frame_before, *frame, blocks);
    if (frame_bytes_ != 0) {
      place_parts(*frame_before, *first_);
      place_parts(*frame, *rank);
    }

    // The loop ends where a thread stops elsewhere than the one before it, of this row or of the last.
    builder_.SetInsertPoint(behind);
    llvm::Value* const place = builder_.CreateLoad(int_, stopped_at_);
    llvm::Value* ends = builder_.getFalse();
    if (places.size() > 1) ends = builder_.CreateLogicalAnd(is_later, builder_.CreateICmpNE(place, place_before));
    const auto tell_others = [&](llvm::Value* others) {
      builder_.CreateAlignedStore(others, state_at(offsetof(ThreadLoop, place)), llvm::Align(4));
    };
    if (calls_others) {
      // It must be known where the others stand if a thread of this loop waits on the stack.
      llvm::BasicBlock* const note = new_block();
      llvm::BasicBlock* const noted = new_block();
      builder_.CreateCondBr(builder_.CreateICmpEQ(rank, first_), note, noted);
      builder_.SetInsertPoint(note);
      tell_others(place);
      builder_.CreateBr(noted);
      builder_.SetInsertPoint(noted);
      llvm::Value* const together = builder_.CreateAlignedLoad(int_, state_at(offsetof(ThreadLoop, together)),
                                                               llvm::Align(4), /*isVolatile=*/true);
      ends = builder_.CreateOr(ends, builder_.CreateIsNull(together));
    }
    llvm::BasicBlock* const stop = new_block();
    llvm::BasicBlock* const done = new_block();
    builder_.CreateCondBr(ends, stop, next_thread);
    builder_.SetInsertPoint(stop);
    if (!calls_others) tell_others(place_before);
    builder_.CreateAlignedStore(builder_.getInt32(0), state_at(offsetof(ThreadLoop, together)), llvm::Align(4));
    builder_.CreateBr(tell_);
    place_->addIncoming(place, stop);
    builder_.SetInsertPoint(done);
    if (!calls_others) tell_others(place);
    builder_.CreateBr(tell_);
    place_->addIncoming(place, done);

    builder_.SetInsertPoint(next_thread);
    llvm::Value* const next_x = builder_.CreateNUWAdd(x, one);
    builder_.CreateCondBr(builder_.CreateICmpULT(next_x, to), thread, next_row);
    x->addIncoming(from, row);
    x->addIncoming(next_x, next_thread);
    place_before->addIncoming(place_of_last_row, row);
    place_before->addIncoming(place, next_thread);
    is_later->addIncoming(is_later_row, row);
    is_later->addIncoming(builder_.getTrue(), next_thread);

    builder_.SetInsertPoint(next_row);
    llvm::Value* const next_base = builder_.CreateAdd(base, width_);
    llvm::Value* const y_after = builder_.CreateAdd(y, one);
    llvm::Value* const is_layer_done = builder_.CreateICmpEQ(y_after, height_);
    const auto follow = [&](llvm::PHINode* phi, llvm::Value* first, llvm::Value* next) {
      phi->addIncoming(first, before);
      phi->addIncoming(next, next_row);
    };
    follow(base, base_before, next_base);
    follow(from, x_, builder_.getInt32(0));
    follow(y, y_, builder_.CreateSelect(is_layer_done, builder_.getInt32(0), y_after));
    follow(z, z_, builder_.CreateAdd(z, builder_.CreateZExt(is_layer_done, int_)));
    follow(place_of_last_row, builder_.getInt32(0), place);
    follow(is_later_row, builder_.getFalse(), builder_.getTrue());
    builder_.CreateCondBr(builder_.CreateICmpULT(next_base, end_), row, done);
    return before;
  }

  /// Tells the runtime which thread runs: before all that may fail.
  void announce(llvm::Value* rank, llvm::Value* x, llvm::Value* y, llvm::Value* z) {
    builder_.CreateAlignedStore(rank, address_of_current(), llvm::Align(4), /*isVolatile=*/true);
    if (!survey_.reads_thread_idx) return;
    llvm::Value* const variable = builder_.CreateThreadLocalAddress(runtime_variable(module_, kThreadIdx.data(), 12));
    unsigned offset = 0;
    for (llvm::Value* const part : {x, y, z}) {
      builder_.CreateAlignedStore(part, builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), variable, offset),
                                  llvm::Align(4));
      offset += 4;
    }
  }

  llvm::Value* address_of_current() {
    return builder_.CreateThreadLocalAddress(
        runtime_variable(module_, inlined_checks::kCurrent, inlined_checks::kCurrentBytes));
  }

  /// What stands for something else in the body becomes it.
  void finish_copy(llvm::BasicBlock& block, llvm::Value* x, llvm::Value* y, llvm::Value* z, llvm::BasicBlock* behind,
                   std::set<std::uint64_t>& places) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(block)) {
      if (auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
        const llvm::Function* const callee = call->getCalledFunction();
        if (callee == nullptr) continue;
        if (callee->getName() == kArgumentsMarker) {
          call->replaceAllUsesWith(loop_->getArg(0));
          call->eraseFromParent();
        } else if (callee->getName() == kStopMarker) {
          new llvm::StoreInst(call->getArgOperand(0), stopped_at_, call->getIterator());
          places.insert(llvm::cast<llvm::ConstantInt>(call->getArgOperand(0))->getZExtValue());
          call->eraseFromParent();
        }
      } else if (auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
        if (const auto part = part_of_thread_idx(*load)) {
          load->replaceAllUsesWith(*part == 0 ? x : *part == 1 ? y : z);
          load->eraseFromParent();
        } else if (survey_.is_constant && (load->hasMetadata(kFixed) || is_of_block(*load))) {
          load->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(context_, {}));
        }
      } else if (llvm::isa<llvm::ReturnInst>(instruction)) {
        llvm::BranchInst::Create(behind, instruction.getIterator());
        instruction.eraseFromParent();
      }
    }
  }

  /// Behind the loops: the address of where the last thread has stopped, one for each barrier, as that of a call would
  /// be.
  void end() {
    builder_.SetInsertPoint(tell_);
    builder_.CreateAlignedStore(place_, state_at(offsetof(ThreadLoop, last)), llvm::Align(4));
    llvm::BasicBlock* const returned = new_block();
    llvm::SwitchInst* const which = builder_.CreateSwitch(place_, returned);
    builder_.SetInsertPoint(returned);
    builder_.CreateRet(llvm::ConstantPointerNull::get(pointer_));
    for (const auto& [number, location] : survey_.places) {
      llvm::BasicBlock* const block = new_block();
      which->addCase(builder_.getInt32(static_cast<unsigned>(number)), block);
      builder_.SetInsertPoint(block);
      builder_.SetCurrentDebugLocation(location);
      auto* const address = llvm::InlineAsm::get(llvm::FunctionType::get(pointer_, false),
                                                 "leaq .Lfencepost_at_${:uid}(%rip), $0\n.Lfencepost_at_${:uid}:", "=r",
                                                 /*hasSideEffects=*/true);
      llvm::CallInst* const place = builder_.CreateCall(address);
      for (const auto attribute : {llvm::Attribute::Convergent, llvm::Attribute::NoDuplicate, llvm::Attribute::NoMerge,
                                   llvm::Attribute::NoUnwind})
        place->addFnAttr(attribute);
      builder_.CreateRet(place);
      builder_.SetCurrentDebugLocation({});
    }
    llvm::removeUnreachableBlocks(*loop_);
  }

  llvm::Function& body_;
  const ThreadBody& body_description_;
  std::uint64_t frame_bytes_;
  llvm::Module& module_;
  llvm::LLVMContext& context_;
  llvm::PointerType* pointer_;
  llvm::IntegerType* int_;
  llvm::IRBuilder<> builder_;
  llvm::Function* loop_;

  BodySurvey survey_;
  UniformSlots slots_;
  std::vector<FramePart> parts_;
  std::vector<llvm::Value*> part_arrays_;                 ///< Where each begins.
  std::vector<std::vector<llvm::Value*>> part_elements_;  ///< Of each, all that are named.

  llvm::BasicBlock* entry_ = nullptr;
  llvm::BasicBlock* start_ = nullptr;
  llvm::BasicBlock* tell_ = nullptr;
  llvm::AllocaInst* stopped_at_ = nullptr;
  llvm::PHINode* place_ = nullptr;
  llvm::Value* frames_ = nullptr;
  llvm::Value* first_ = nullptr;
  llvm::Value* end_ = nullptr;
  llvm::Value *x_ = nullptr, *y_ = nullptr, *z_ = nullptr, *width_ = nullptr, *height_ = nullptr;
};

}  // namespace

ThreadLoopCode make_thread_loop(const ThreadBody& body, const llvm::Twine& name) {
  return ThreadLoopWriter(body, name).make();
}

}  // namespace fencepost::compiler
