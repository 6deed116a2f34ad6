#include <llvm/ADT/SCCIterator.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/CallGraph.h>
#include <llvm/Analysis/InlineCost.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <map>

#include "compiler/passes/passes.h"

namespace fencepost::compiler {
namespace {

constexpr std::size_t kMostGrowth = 2000;  ///< Instructions that all copies of one function may add.

bool calls_itself(const llvm::CallGraphNode& node) {
  return llvm::any_of(node, [&](const llvm::CallGraphNode::CallRecord& call) { return call.second == &node; });
}

}  // namespace

void inline_device_calls(llvm::Module& module) {
  llvm::CallGraph graph(module);
  std::map<const llvm::Function*, std::size_t> calls;
  llvm::SmallPtrSet<const llvm::Function*, 16> kernels;  // They stay functions: what calls them has no lines.
  for (const llvm::Function& function : module) {
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call == nullptr || call->getCalledFunction() == nullptr) continue;
      ++calls[call->getCalledFunction()];
      if (function.hasFnAttribute(kKernelEntry)) kernels.insert(call->getCalledFunction());
    }
  }
  // Callees first: the size of a function is that with all that it takes in.
  std::map<const llvm::Function*, std::size_t> taken_in;
  for (auto component = llvm::scc_begin(&graph); !component.isAtEnd(); ++component) {
    llvm::Function* const function = component->front()->getFunction();
    if (component->size() != 1 || function == nullptr || function->isDeclaration()) continue;
    std::size_t size = 0;
    for (const llvm::Instruction& instruction : llvm::instructions(*function)) {
      const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const auto inner = call == nullptr ? taken_in.end() : taken_in.find(call->getCalledFunction());
      size += inner == taken_in.end() ? 1 : inner->second;
    }
    const auto count = calls.find(function);
    if (!function->hasFnAttribute(kDeviceCode) || kernels.contains(function)) continue;
    if (calls_itself(*component->front()) || count == calls.end()) continue;
    if ((count->second - 1) * size > kMostGrowth || !llvm::isInlineViable(*function).isSuccess()) continue;
    function->removeFnAttr(llvm::Attribute::NoInline);
    function->removeFnAttr(llvm::Attribute::OptimizeNone);
    function->addFnAttr(llvm::Attribute::AlwaysInline);
    taken_in[function] = size;
  }
}

}  // namespace fencepost::compiler
