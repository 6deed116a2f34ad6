#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Metadata.h>

#include <set>
#include <vector>

#include "compiler/passes/metadata.h"
#include "compiler/passes/passes.h"
#include "compiler/passes/thread_order.h"
#include "sim/interface/kernel_table.h"

namespace fencepost::compiler {
namespace {

llvm::StringRef text(const llvm::MDNode& node, unsigned i) {
  return llvm::cast<llvm::MDString>(node.getOperand(i))->getString();
}

class Entries {
 public:
  Entries(llvm::Module& module, bool checked)
      : module_(module),
        checked_(checked),
        context_(module.getContext()),
        order_(module),
        pointer_(llvm::PointerType::get(context_, 0)),
        word_(llvm::Type::getInt64Ty(context_)) {}

  void make() {
    std::vector<llvm::Constant*> entries;
    if (const llvm::NamedMDNode* const list = module_.getNamedMetadata("fencepost.kernels")) {
      std::set<const llvm::Metadata*> known;  // One that was declared first is listed again.
      for (const llvm::MDNode* node : list->operands()) {
        if (known.insert(node->getOperand(0).get()).second) entries.push_back(entry(*node));
      }
    }
    std::vector<llvm::Constant*> variables;
    if (const llvm::NamedMDNode* const list = module_.getNamedMetadata("fencepost.variables")) {
      for (const llvm::MDNode* node : list->operands()) {
        if (node->getOperand(0) != nullptr) variables.push_back(variable(*node));
      }
    }
    llvm::Constant* const table = llvm::ConstantStruct::getAnon(
        {llvm::ConstantInt::get(word_, kKernelTableVersion), array(entries),
         llvm::ConstantInt::get(word_, entries.size()), array(variables),
         llvm::ConstantInt::get(word_, variables.size()), llvm::ConstantInt::get(word_, warp_size_of(module_)),
         llvm::ConstantInt::get(word_, architecture_of(module_))});
    new llvm::GlobalVariable(module_, table->getType(), true, llvm::GlobalValue::ExternalLinkage, table,
                             "fencepost.table");
  }

 private:
  llvm::Constant* entry(const llvm::MDNode& node) {
    auto* const kernel =
        llvm::cast<llvm::Function>(llvm::cast<llvm::ValueAsMetadata>(node.getOperand(0).get())->getValue());
    const std::vector<std::uint64_t> at = offsets(node);
    std::vector<llvm::Constant*> parameters;
    for (unsigned i = 1; i < node.getNumOperands(); ++i) {
      const auto& parameter = *llvm::cast<llvm::MDNode>(node.getOperand(i));
      const auto word = [this](std::uint64_t value) { return llvm::ConstantInt::get(word_, value); };
      parameters.push_back(llvm::ConstantStruct::getAnon({string(text(parameter, 0)), word(number(parameter, 1)),
                                                          word(at[i - 1]), word(number(parameter, 3)),
                                                          word(number(parameter, 4)), string(text(parameter, 7))}));
    }
    const llvm::StringRef symbol = kernel->getName();
    const unsigned flags = (order_.orders_threads(*kernel) ? unsigned{kOrdersThreads} : 0) |
                           (order_.looks_at_others(*kernel) ? unsigned{kLooksAtOthers} : 0) |
                           (order_.learns_of_others(*kernel) ? unsigned{kLearnsOfOthers} : 0) |
                           (checked_ ? 0 : unsigned{kNotChecked});
    const std::vector<std::uint64_t> cluster = told("fencepost.clusters", *kernel, 3);
    const std::uint64_t most_threads = told("fencepost.launch_bounds", *kernel, 1).front();
    return llvm::ConstantStruct::getAnon(
        {string(symbol), run(*kernel, node), kernel, array(parameters),
         llvm::ConstantInt::get(word_, parameters.size()), llvm::ConstantInt::get(word_, flags), threads(symbol),
         unchecked(symbol), llvm::ConstantDataArray::get(context_, cluster),
         llvm::ConstantInt::get(word_, most_threads), writes(symbol), shared_bytes(symbol)});
  }

  /// What a list says of the kernel, if anything; else zeros.
  std::vector<std::uint64_t> told(llvm::StringRef list_name, const llvm::Function& kernel, std::size_t count) {
    std::vector<std::uint64_t> numbers(count);
    const llvm::NamedMDNode* const list = module_.getNamedMetadata(list_name);
    for (unsigned i = 0; list != nullptr && i < list->getNumOperands(); ++i) {
      const llvm::MDNode& node = *list->getOperand(i);
      const auto* const of = llvm::dyn_cast_or_null<llvm::ValueAsMetadata>(node.getOperand(0).get());
      if (of == nullptr || of->getValue() != &kernel) continue;
      for (unsigned d = 0; d < count; ++d) numbers[d] = number(node, d + 1);
    }
    return numbers;
  }

  /// None yet: split_kernels() may add them.
  llvm::Constant* threads(llvm::StringRef symbol) {
    auto* const none = llvm::ConstantAggregateZero::get(
        llvm::StructType::get(pointer_, word_, word_, word_, word_, word_, pointer_, word_));
    return new llvm::GlobalVariable(module_, none->getType(), true, llvm::GlobalValue::PrivateLinkage, none,
                                    symbol + kThreadsSuffix);
  }

  /// Not known yet: tell_written_arguments() may say more.
  llvm::Constant* writes(llvm::StringRef symbol) {
    auto* const type = llvm::StructType::get(pointer_, word_);
    llvm::Constant* const unknown = llvm::ConstantStruct::get(
        type, {llvm::ConstantPointerNull::get(pointer_), llvm::ConstantInt::get(word_, kAnythingWritten)});
    return new llvm::GlobalVariable(module_, type, true, llvm::GlobalValue::PrivateLinkage, unknown,
                                    symbol + kWritesSuffix);
  }

  /// Not known yet: tell_shared_bytes() says.
  llvm::Constant* shared_bytes(llvm::StringRef symbol) {
    return new llvm::GlobalVariable(module_, word_, true, llvm::GlobalValue::PrivateLinkage,
                                    llvm::ConstantInt::get(word_, 0), symbol + kSharedBytesSuffix);
  }

  /// None yet: add_unchecked_kernels() may add it.
  llvm::Constant* unchecked(llvm::StringRef symbol) {
    auto* const none = llvm::ConstantAggregateZero::get(llvm::StructType::get(pointer_, pointer_));
    return new llvm::GlobalVariable(module_, none->getType(), true, llvm::GlobalValue::PrivateLinkage, none,
                                    symbol + kUncheckedSuffix + ".code");
  }

  /// Where each parameter lies in a launch's arguments.
  static std::vector<std::uint64_t> offsets(const llvm::MDNode& node) {
    std::vector<std::uint64_t> offsets;
    std::uint64_t end = 0;
    for (unsigned i = 1; i < node.getNumOperands(); ++i) {
      const auto& parameter = *llvm::cast<llvm::MDNode>(node.getOperand(i));
      offsets.push_back(llvm::alignTo(end, llvm::Align(number(parameter, 2))));
      end = offsets.back() + number(parameter, 1);
    }
    return offsets;
  }

  llvm::Constant* variable(const llvm::MDNode& node) {
    auto* const variable =
        llvm::cast<llvm::GlobalVariable>(llvm::cast<llvm::ValueAsMetadata>(node.getOperand(0).get())->getValue());
    const std::uint64_t bytes = module_.getDataLayout().getTypeAllocSize(variable->getValueType()).getFixedValue();
    return llvm::ConstantStruct::getAnon({string(variable->getName()), variable, llvm::ConstantInt::get(word_, bytes),
                                          llvm::ConstantInt::get(word_, number(node, 1))});
  }

  llvm::Constant* string(llvm::StringRef value) {
    llvm::Constant* const bytes = llvm::ConstantDataArray::getString(context_, value);
    return hidden(bytes);
  }
  llvm::Constant* array(const std::vector<llvm::Constant*>& elements) {
    if (elements.empty()) return llvm::ConstantPointerNull::get(pointer_);
    return hidden(llvm::ConstantArray::get(llvm::ArrayType::get(elements[0]->getType(), elements.size()), elements));
  }
  llvm::Constant* hidden(llvm::Constant* value) {
    return new llvm::GlobalVariable(module_, value->getType(), true, llvm::GlobalValue::PrivateLinkage, value);
  }

  llvm::Function* run(llvm::Function& kernel, const llvm::MDNode& node) {
    auto* const type = llvm::FunctionType::get(llvm::Type::getVoidTy(context_), {pointer_}, false);
    auto* const run =
        llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, kernel.getName() + ".run", module_);
    run->addFnAttr("frame-pointer", "all");
    run->addFnAttr(kKernelEntry);
    run->addFnAttr(llvm::Attribute::NoInline);
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context_, "", run));
    const std::vector<std::uint64_t> at = offsets(node);
    std::vector<llvm::Value*> arguments;
    for (unsigned i = 1; i < node.getNumOperands(); ++i) {
      const auto& parameter = *llvm::cast<llvm::MDNode>(node.getOperand(i));
      const auto& place = *llvm::cast<llvm::MDNode>(parameter.getOperand(5));
      llvm::Value* const address = builder.CreateConstGEP1_64(builder.getInt8Ty(), run->getArg(0), at[i - 1]);
      pass(builder, arguments, place, address, number(parameter, 1), llvm::Align(number(parameter, 2)));
    }
    llvm::CallInst* const call = builder.CreateCall(&kernel, arguments);
    call->setCallingConv(kernel.getCallingConv());
    call->setAttributes(kernel.getAttributes().removeFnAttributes(context_));
    builder.CreateRetVoid();
    return run;
  }

  static void pass(llvm::IRBuilder<>& builder, std::vector<llvm::Value*>& arguments, const llvm::MDNode& place,
                   llvm::Value* address, std::uint64_t bytes, llvm::Align alignment) {
    const llvm::StringRef how = text(place, 0);
    if (how == "ignored") return;
    if (how == "indirect") return arguments.push_back(address);
    // The thread's own copy; an argument passed in registers may be read as a word that is longer than it.
    llvm::Type* const byte = builder.getInt8Ty();
    std::uint64_t room = (bytes + 15) / 16 * 16;
    llvm::AllocaInst* const copy = builder.CreateAlloca(llvm::ArrayType::get(byte, room));
    copy->setAlignment(std::max(alignment, llvm::Align(16)));
    builder.CreateMemCpy(copy, copy->getAlign(), address, alignment, bytes);
    if (how == "copied") return arguments.push_back(copy);
    for (unsigned part = 1; part < place.getNumOperands(); part += 2) {
      llvm::Type* const type = llvm::cast<llvm::ValueAsMetadata>(place.getOperand(part).get())->getType();
      arguments.push_back(builder.CreateLoad(type, builder.CreateConstGEP1_64(byte, copy, number(place, part + 1))));
    }
  }

  llvm::Module& module_;
  const bool checked_;
  llvm::LLVMContext& context_;
  ThreadOrder order_;
  llvm::PointerType* pointer_;
  llvm::IntegerType* word_;
};

}  // namespace

void make_kernel_entries(llvm::Module& module, bool checked) { Entries(module, checked).make(); }

llvm::CallInst* kernel_call(llvm::Function& entry) {
  for (llvm::Instruction& instruction : llvm::instructions(entry)) {
    auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call != nullptr && call->getCalledFunction() != nullptr && !call->getCalledFunction()->isIntrinsic())
      return call;
  }
  return nullptr;
}

}  // namespace fencepost::compiler
