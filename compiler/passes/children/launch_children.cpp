#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Metadata.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <map>
#include <string>
#include <vector>

#include "compiler/passes/metadata.h"
#include "compiler/passes/passes.h"
#include "sim/interface/kernel_table.h"

namespace fencepost::compiler {
namespace {

/// Of the runtime API, what is another function where a kernel calls it (sim/child).
constexpr llvm::StringLiteral kOwnInKernels[] = {
    "cudaDeviceSynchronize",
    "cudaGetLastError",
    "cudaPeekAtLastError",
    "cudaStreamCreateWithFlags",
    "cudaStreamDestroy",
    "cudaStreamWaitEvent",
    "cudaEventCreateWithFlags",
    "cudaEventRecord",
    "cudaEventRecordWithFlags",
    "cudaEventDestroy",
    "cudaMemcpyAsync",
    "cudaMemsetAsync",
    "cudaMalloc",
    "fencepost_cuda_malloc",
    "cudaFree",
    "cudaGraphLaunch",
    "cudaGetCurrentGraphExec",
};

using Kernels = std::map<llvm::Function*, const llvm::MDNode*>;

void add_kernels(llvm::Module& device, llvm::StringRef list_name, Kernels& kernels) {
  const llvm::NamedMDNode* const list = device.getNamedMetadata(list_name);
  for (unsigned i = 0; list != nullptr && i < list->getNumOperands(); ++i) {
    const llvm::MDNode& node = *list->getOperand(i);
    auto* const of = llvm::dyn_cast_or_null<llvm::ValueAsMetadata>(node.getOperand(0).get());
    if (of != nullptr) kernels[llvm::cast<llvm::Function>(of->getValue())] = &node;
  }
}

std::vector<llvm::CallBase*> calls_of(llvm::Function& function) {
  std::vector<llvm::CallBase*> calls;
  for (llvm::User* user : function.users()) {
    auto* const call = llvm::dyn_cast<llvm::CallBase>(user);
    if (call != nullptr && call->getCalledOperand() == &function &&
        !call->getFunction()->hasFnAttribute(kKernelEntry)) {
      calls.push_back(call);
    }
  }
  return calls;
}

/// The launch in place of a call of the kernel, to which clang hands the arguments.
class Launches {
 public:
  explicit Launches(llvm::Module& device)
      : device_(device),
        pointer_(llvm::PointerType::get(device.getContext(), 0)),
        word_(llvm::Type::getInt64Ty(device.getContext())) {}

  void replace(llvm::CallBase& call, const llvm::Function& kernel, const llvm::MDNode& node) {
    std::vector<std::uint64_t> at;
    std::uint64_t bytes = 0;
    for (unsigned i = 1; i < node.getNumOperands(); ++i) {
      const auto& parameter = *llvm::cast<llvm::MDNode>(node.getOperand(i));
      at.push_back(llvm::alignTo(bytes, llvm::Align(number(parameter, 2))));
      bytes = at.back() + number(parameter, 1);
    }
    llvm::IRBuilder<> at_entry(&*call.getFunction()->getEntryBlock().getFirstInsertionPt());
    llvm::AllocaInst* const arguments = at_entry.CreateAlloca(llvm::ArrayType::get(at_entry.getInt8Ty(), bytes + 1));
    arguments->setAlignment(llvm::Align(kArgumentAlignment));
    llvm::IRBuilder<> builder(&call);
    unsigned next = 0;
    for (unsigned i = 1; i < node.getNumOperands(); ++i) {
      const auto& parameter = *llvm::cast<llvm::MDNode>(node.getOperand(i));
      llvm::Value* const place = builder.CreateConstGEP1_64(builder.getInt8Ty(), arguments, at[i - 1]);
      put(builder, call, next, *llvm::cast<llvm::MDNode>(parameter.getOperand(5)), place, number(parameter, 1));
    }
    auto* const none = llvm::Type::getVoidTy(device_.getContext());
    const llvm::FunctionCallee launch =
        device_.getOrInsertFunction("fencepost_launch_child", none, pointer_, pointer_, pointer_, word_);
    builder.CreateCall(launch, {table(), name_of(kernel), arguments, llvm::ConstantInt::get(word_, bytes)});
    if (auto* const invoke = llvm::dyn_cast<llvm::InvokeInst>(&call)) {
      builder.CreateBr(invoke->getNormalDest());
      invoke->getUnwindDest()->removePredecessor(invoke->getParent());
    }
    call.eraseFromParent();
  }

 private:
  /// The mirror image of what kernel_entries.cpp does to pass an argument.
  void put(llvm::IRBuilder<>& builder, const llvm::CallBase& call, unsigned& next, const llvm::MDNode& how,
           llvm::Value* place, std::uint64_t bytes) {
    const llvm::StringRef word = llvm::cast<llvm::MDString>(how.getOperand(0))->getString();
    if (word == "ignored") return;
    if (word == "indirect" || word == "copied") {
      builder.CreateMemCpy(place, llvm::Align(1), call.getArgOperand(next++), llvm::Align(1), bytes);
      return;
    }
    // Registers hold more than the last bytes of a struct.
    const llvm::DataLayout& layout = device_.getDataLayout();
    for (unsigned part = 1; part < how.getNumOperands(); part += 2) {
      llvm::Value* const value = call.getArgOperand(next++);
      const std::uint64_t from = number(how, part + 1);
      const std::uint64_t size = layout.getTypeStoreSize(value->getType()).getFixedValue();
      llvm::Value* const to = builder.CreateConstGEP1_64(builder.getInt8Ty(), place, from);
      if (from + size <= bytes) {
        builder.CreateAlignedStore(value, to, llvm::Align(1));
        continue;
      }
      llvm::IRBuilder<> at_entry(&*builder.GetInsertBlock()->getParent()->getEntryBlock().getFirstInsertionPt());
      llvm::AllocaInst* const whole = at_entry.CreateAlloca(value->getType());
      builder.CreateStore(value, whole);
      builder.CreateMemCpy(to, llvm::Align(1), whole, whole->getAlign(), bytes - from);
    }
  }

  llvm::Constant* name_of(const llvm::Function& kernel) {
    llvm::Constant* const text = llvm::ConstantDataArray::getString(device_.getContext(), kernel.getName());
    return new llvm::GlobalVariable(device_, text->getType(), true, llvm::GlobalValue::PrivateLinkage, text);
  }
  /// The object's own: kernels may have the same names elsewhere.
  llvm::Constant* table() { return device_.getNamedGlobal("fencepost.table"); }

  llvm::Module& device_;
  llvm::PointerType* pointer_;
  llvm::IntegerType* word_;
};

/// The location as if the code of `inlined` stood at the call itself.
llvm::DILocation* flattened(llvm::DILocation* at, const llvm::DISubprogram* inlined, const llvm::DILocation* call) {
  if (at == nullptr) return nullptr;
  llvm::DILocation* const around = at->getInlinedAt();
  if (at->getScope()->getSubprogram() == inlined) {
    return llvm::DILocation::get(at->getContext(), at->getLine(), at->getColumn(), call->getScope(),
                                 call->getInlinedAt());
  }
  return llvm::DILocation::get(at->getContext(), at->getLine(), at->getColumn(), at->getScope(),
                               flattened(around, inlined, call));
}

/// The lambda around a launch (compiler/leniency/source_mends.h), which the user did not write, becomes part of the
/// function that it stands in.
void dissolve(llvm::Function& lambda) {
  for (llvm::CallBase* const call : calls_of(lambda)) {
    llvm::Function& caller = *call->getFunction();
    if (&caller == &lambda) continue;
    const llvm::DebugLoc at = call->getDebugLoc();
    llvm::DenseSet<const llvm::Instruction*> before;
    for (const llvm::Instruction& instruction : llvm::instructions(caller)) before.insert(&instruction);
    llvm::InlineFunctionInfo info;
    if (!llvm::InlineFunction(*call, info).isSuccess() || !at || lambda.getSubprogram() == nullptr) continue;
    for (llvm::Instruction& instruction : llvm::instructions(caller)) {
      if (before.contains(&instruction) || !instruction.getDebugLoc()) continue;
      if (llvm::DILocation* const flat = flattened(instruction.getDebugLoc(), lambda.getSubprogram(), at)) {
        instruction.setDebugLoc(flat);
      }
    }
  }
  if (lambda.use_empty()) lambda.eraseFromParent();
}

}  // namespace

void launch_children(llvm::Module& device) {
  Kernels kernels;
  add_kernels(device, "fencepost.kernels", kernels);
  add_kernels(device, "fencepost.launched", kernels);
  llvm::SetVector<llvm::Function*> lambdas;
  for (const auto& [kernel, node] : kernels) {
    for (llvm::CallBase* const call : calls_of(*kernel)) {
      if (call->getFunction()->getName().contains("ENKUlvE")) lambdas.insert(call->getFunction());
    }
  }
  for (llvm::Function* const lambda : lambdas) dissolve(*lambda);
  Launches launches(device);
  for (const auto& [kernel, node] : kernels) {
    for (llvm::CallBase* const call : calls_of(*kernel)) launches.replace(*call, *kernel, *node);
    if (kernel->isDeclaration() && kernel->use_empty()) kernel->eraseFromParent();
  }
  if (llvm::NamedMDNode* const list = device.getNamedMetadata("fencepost.launched")) list->eraseFromParent();
  std::vector<std::pair<std::string, std::string>> names = {
      {"__cudaPushCallConfiguration", "fencepost_child_configuration"}};
  for (const llvm::StringRef name : kOwnInKernels) {
    const llvm::Function* const function = device.getFunction(name);
    // Debug information may hold the last use of one that is only declared.
    if (function != nullptr && !function->use_empty())
      names.emplace_back(name.str(), ("fencepost_in_kernel_" + name).str());
  }
  redirect_calls(device, names);
}

}  // namespace fencepost::compiler
