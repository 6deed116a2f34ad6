#include "compiler/threads/body_survey.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "compiler/passes/atomic_functions.h"
#include "compiler/passes/builtin_variables.h"
#include "compiler/passes/passes.h"
#include "compiler/threads/frames.h"
#include "compiler/threads/thread_loops.h"

namespace fencepost::compiler {
namespace {

/// Functions in which other threads may run, but none past a barrier of the block.
bool may_yield(const llvm::CallBase& call) {
  const llvm::Function* const callee = call.getCalledFunction();
  if (callee != nullptr && callee->getName().starts_with("fencepost_ask_")) return true;
  if (callee != nullptr && callee->isDeclaration() && atomic_function(callee->getName())) return true;
  return callee != nullptr && callee->getName().starts_with("__tsan_") &&
         (callee->getName().contains("atomic") || callee->getName().contains("volatile"));
}

bool is_address_of_thread_idx(const llvm::CallBase& call) {
  const auto* const address = llvm::dyn_cast<llvm::IntrinsicInst>(&call);
  return address != nullptr && address->getIntrinsicID() == llvm::Intrinsic::threadlocal_address &&
         address->getArgOperand(0) == call.getModule()->getNamedGlobal(kThreadIdx);
}

/// All that is done with `pointer`, to threadIdx, is to read its parts, each known for one.
bool is_read_in_parts(const llvm::Value& pointer) {
  return llvm::all_of(pointer.users(), [](const llvm::User* user) {
    if (const auto* const load = llvm::dyn_cast<llvm::LoadInst>(user)) return part_of_thread_idx(*load).has_value();
    return llvm::isa<llvm::GetElementPtrInst>(user) && is_read_in_parts(*user);
  });
}

/// Of the launch's arguments, as far as `load` reads them; 0: it reads none.
std::uint64_t end_of_argument(const llvm::LoadInst& load) {
  const llvm::DataLayout& layout = load.getDataLayout();
  llvm::APInt offset(64, 0);
  const auto* const arguments =
      llvm::dyn_cast<llvm::CallBase>(load.getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, true));
  if (arguments == nullptr || arguments->getCalledFunction() == nullptr) return 0;
  if (arguments->getCalledFunction()->getName() != kArgumentsMarker || !load.hasMetadata(kFixed)) return 0;
  return offset.getZExtValue() + layout.getTypeStoreSize(load.getType());
}

}  // namespace

bool is_harmless(const llvm::CallBase& call) {
  if (llvm::isa<llvm::IntrinsicInst>(call) || call.isInlineAsm() || call.doesNotAccessMemory()) return true;
  const llvm::Function* const callee = call.getCalledFunction();
  if (callee == nullptr || !callee->isDeclaration()) return false;
  const llvm::StringRef name = callee->getName();
  return name.starts_with("fencepost_place_") || name == "fencepost_answer" || name == "fencepost_bit_field_store" ||
         (name.starts_with("__tsan_") && !name.contains("atomic") && !name.contains("volatile"));
}

BodySurvey survey_body(const llvm::Function& body) {
  BodySurvey survey;
  for (const llvm::Instruction& instruction : llvm::instructions(body)) {
    ++survey.size;
    if (const auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
      survey.argument_bytes = std::max(survey.argument_bytes, end_of_argument(*load));
    const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call == nullptr) continue;
    const llvm::Function* const callee = call->getCalledFunction();
    if (callee != nullptr && callee->getName() == kStopMarker) {
      const auto number = llvm::cast<llvm::ConstantInt>(call->getArgOperand(0))->getZExtValue();
      if (number != 0) survey.places[number] = call->getDebugLoc();
      continue;
    }
    if (callee != nullptr && callee->getName() == kRegionMarker) continue;
    if (is_address_of_thread_idx(*call)) survey.reads_thread_idx = survey.reads_thread_idx || !is_read_in_parts(*call);
    if (is_harmless(*call)) continue;
    survey.reads_thread_idx = survey.reads_thread_idx || !may_yield(*call);
    survey.is_constant = survey.is_constant && may_yield(*call);
  }
  return survey;
}

}  // namespace fencepost::compiler
