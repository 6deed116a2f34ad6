// What only computes, in functions that have very much of it: an operation of two numbers of 16 bits is some fifty
// instructions, and an unrolled loop over such numbers would be hundreds of thousands.
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <map>
#include <utility>
#include <vector>

#include "compiler/passes/passes.h"

namespace fencepost::compiler {
namespace {

constexpr std::size_t kMostCopied = 4000;  ///< Instructions that copies of computations may add to one function.
constexpr std::size_t kLeastApart = 12;    ///< Instructions of a computation that is worth a call.

bool is_always_inline(const llvm::Function& function) {
  return !function.isDeclaration() && function.hasFnAttribute(llvm::Attribute::AlwaysInline);
}

llvm::Function* called_by(const llvm::Instruction& instruction) {
  const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call == nullptr ? nullptr : call->getCalledFunction();
}

/// How much the functions of a module that are always inline become, and how often. What calls itself counts once.
class Copies {
 public:
  /// Instructions, with all that is put into it.
  std::size_t size(const llvm::Function& function) {
    const auto [place, is_new] = sizes_.try_emplace(&function, 0);
    if (!is_new) return place->second;
    std::size_t size = 0;
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      const llvm::Function* const callee = called_by(instruction);
      size += callee != nullptr && is_always_inline(*callee) ? this->size(*callee) : 1;
    }
    return sizes_[&function] = size;
  }

  /// Calls of it, in all places that they are put into.
  std::size_t count(const llvm::Function& function) {
    const auto [place, is_new] = counts_.try_emplace(&function, 0);
    if (!is_new) return place->second;
    std::size_t count = 0;
    for (const llvm::User* const user : function.users()) {
      const auto* const call = llvm::dyn_cast<llvm::CallBase>(user);
      if (call == nullptr || call->getCalledFunction() != &function) continue;
      count += is_always_inline(*call->getFunction()) ? this->count(*call->getFunction()) : 1;
    }
    return counts_[&function] = count;
  }

 private:
  std::map<const llvm::Function*, std::size_t> sizes_, counts_;
};

/// By its type: it takes values, no places, and returns one.
bool may_compute(const llvm::Function& function) {
  const auto is_place = [](const llvm::Type* type) { return type->isPointerTy() || type->isVoidTy(); };
  return !is_place(function.getReturnType()) && !function.isVarArg() &&
         llvm::none_of(function.getFunctionType()->params(), is_place);
}

bool only_computes(const llvm::Function& function) {
  return llvm::none_of(llvm::instructions(function), [](const llvm::Instruction& instruction) {
    if (llvm::isa<llvm::DbgInfoIntrinsic>(instruction)) return false;
    if (llvm::isa<llvm::CallBase>(instruction) && !llvm::isa<llvm::IntrinsicInst>(instruction)) return true;
    return instruction.mayReadOrWriteMemory() || llvm::isa<llvm::AllocaInst>(instruction);
  });
}

/// All that is always inline, but what calls itself only once.
void take_in_calls(llvm::Function& function) {
  struct Call {
    llvm::CallBase* call;
    std::vector<const llvm::Function*> within;  ///< The functions that were put here before, and stand around it.
  };
  std::vector<Call> calls;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (called_by(instruction) != nullptr) calls.push_back({llvm::cast<llvm::CallBase>(&instruction), {&function}});
  }
  while (!calls.empty()) {
    auto [call, within] = std::move(calls.back());
    calls.pop_back();
    const llvm::Function* const callee = call->getCalledFunction();
    if (callee == nullptr || !is_always_inline(*callee) || llvm::is_contained(within, callee)) continue;
    llvm::InlineFunctionInfo inlined;
    if (!llvm::InlineFunction(*call, inlined, /*MergeAttributes=*/true).isSuccess()) continue;
    within.push_back(callee);
    for (llvm::CallBase* const further : inlined.InlinedCallSites) calls.push_back({further, within});
  }
}

}  // namespace

llvm::PreservedAnalyses KeepComputationsApart::run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
  Copies copies;
  std::vector<llvm::Function*> candidates;
  for (llvm::Function& function : module) {
    if (is_always_inline(function) && may_compute(function) &&
        copies.count(function) * copies.size(function) > kMostCopied)
      candidates.push_back(&function);
  }
  if (candidates.empty()) return llvm::PreservedAnalyses::all();
  auto& of_functions = analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  std::map<const llvm::Function*, std::size_t> sizes;  // Of computations.
  for (llvm::Function* const function : candidates) {
    take_in_calls(*function);
    do {
      of_functions.invalidate(*function, llvm::PreservedAnalyses::none());
      of_functions.invalidate(*function, locals_to_registers().run(*function, of_functions));
    } while (drop_local_accesses(*function));
    const std::size_t size = function->getInstructionCount();
    if (size >= kLeastApart && only_computes(*function)) sizes[function] = size;
  }
  std::vector<llvm::CallBase*> calls;
  const auto find_calls = [&](llvm::Function& function) {
    std::size_t size = 0;
    calls.clear();
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      const auto called = sizes.find(called_by(instruction));
      if (called == sizes.end()) continue;
      size += called->second;
      calls.push_back(llvm::cast<llvm::CallBase>(&instruction));
    }
    return size;
  };
  for (llvm::Function& function : module) {
    find_calls(function);
    for (llvm::CallBase* const call : calls) call->addFnAttr(llvm::Attribute::NoInline);
  }
  llvm::AlwaysInlinerPass().run(module, analyses);
  for (llvm::Function& function : module) {
    const bool is_long = find_calls(function) > kMostCopied;
    for (llvm::CallBase* const call : calls) {
      if (is_long) {
        call->setDoesNotAccessMemory();
        call->setDoesNotThrow();
      } else {
        call->removeFnAttr(llvm::Attribute::NoInline);
      }
    }
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace fencepost::compiler
