#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <cctype>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "compiler/passes/passes.h"
#include "compiler/passes/source_file.h"
#include "compiler/ptx/translation.h"

namespace fencepost::compiler {
namespace {

constexpr llvm::StringLiteral kPrefix = "fencepost_asm_";

/// LLVM's `$0`, `${0:x}` and `$$` as the source has them: `%0` and `$`.
std::string source_text(llvm::StringRef text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '%') {
      result += "%%";
    } else if (c != '$' || i + 1 == text.size()) {
      result += c;
    } else if (text[++i] == '$') {
      result += '$';
    } else if (text[i] == '{') {
      const std::size_t end = std::min(text.find('}', i), text.size());
      result += '%';
      for (++i; i < end && text[i] != ':'; ++i) result += text[i];
      i = end;
    } else {
      result += '%';
      result += text[i];
    }
  }
  return result;
}

/// The operand that `text`, "%5…", begins with; none: it does not begin with one. `length`: how much it takes.
std::optional<std::size_t> operand_number(std::string_view text, std::size_t& length) {
  length = 1;
  std::size_t number = 0;
  while (length < text.size() && std::isdigit(static_cast<unsigned char>(text[length])) != 0) {
    number = 10 * number + static_cast<std::size_t>(text[length++] - '0');
  }
  return length > 1 ? std::optional(number) : std::nullopt;
}

/// Constants that are part of a word, `cta_group::%5` with "n"(2), as numbers. Others stay operands.
std::string with_constants(std::string_view text, const std::map<std::size_t, const llvm::ConstantInt*>& constants) {
  std::string result;
  for (std::size_t i = 0, length = 1; i < text.size(); i += length) {
    length = text.substr(i, 2) == "%%" ? 2 : 1;
    if (text[i] == '%' && length == 1 && !result.empty()) {
      const auto last = static_cast<unsigned char>(result.back());
      const std::optional<std::size_t> number = operand_number(text.substr(i), length);
      const auto constant = number ? constants.find(*number) : constants.end();
      if (constant != constants.end() && (std::isalnum(last) != 0 || last == '_' || last == '.' || last == ':')) {
        result += std::to_string(constant->second->getSExtValue());
        continue;
      }
    }
    result += text.substr(i, length);
  }
  return result;
}

/// The type of C++ with which the translation computes a value of `type`; empty if it has none.
std::string cpp_type(const llvm::Type* type) {
  if (type->isPointerTy()) return "void*";
  if (type->isFloatTy()) return "float";
  if (type->isDoubleTy()) return "double";
  if (type->isHalfTy()) return "_Float16";
  if (!type->isIntegerTy()) return "";
  switch (type->getIntegerBitWidth()) {
    case 8:
      return "unsigned char";
    case 16:
      return "unsigned short";
    case 32:
      return "unsigned int";
    case 64:
      return "unsigned long long";
    case 128:
      return "unsigned __int128";
    default:
      return "";
  }
}

/// One `call … asm`: its values by the numbers that the text has for them. Arguments are kept by their places in the
/// call: they change when the statements before it are replaced.
struct Statement {
  llvm::CallInst* call;
  std::string text;
  std::vector<llvm::Type*> outputs;
  std::vector<unsigned> inputs;                  ///< Those that the text numbers, behind the outputs.
  std::map<std::size_t, unsigned> first_values;  ///< Of outputs that are read, too.
  std::vector<std::size_t> registers;            ///< Of blocks that several statements of the function share.

  [[nodiscard]] llvm::Value* value(unsigned argument) const { return call->getArgOperand(argument); }
};

std::optional<Statement> read(llvm::CallInst& call) {
  const auto& assembly = *llvm::cast<llvm::InlineAsm>(call.getCalledOperand());
  Statement statement{&call, source_text(assembly.getAsmString()), {}, {}, {}, {}};
  std::vector<llvm::Type*> results;
  if (auto* const structure = llvm::dyn_cast<llvm::StructType>(call.getType())) {
    results.assign(structure->element_begin(), structure->element_end());
  } else if (!call.getType()->isVoidTy()) {
    results.push_back(call.getType());
  }
  std::map<std::size_t, const llvm::ConstantInt*> constants;
  unsigned argument = 0;
  for (const llvm::InlineAsm::ConstraintInfo& constraint : assembly.ParseConstraints()) {
    if (constraint.Type == llvm::InlineAsm::isClobber) continue;
    if (constraint.isIndirect || constraint.Type == llvm::InlineAsm::isLabel) return std::nullopt;
    if (constraint.Type == llvm::InlineAsm::isOutput) {
      if (statement.outputs.size() == results.size()) return std::nullopt;
      statement.outputs.push_back(results[statement.outputs.size()]);
      continue;
    }
    const std::string& code = constraint.Codes.empty() ? "" : constraint.Codes[0];
    if (!code.empty() && std::isdigit(static_cast<unsigned char>(code[0])) != 0) {
      statement.first_values[std::stoul(code)] = argument++;
    } else {
      const auto* const constant = llvm::dyn_cast<llvm::ConstantInt>(statement.value(argument));
      if (constant != nullptr && (code == "n" || code == "i")) {
        constants[statement.outputs.size() + statement.inputs.size()] = constant;
      }
      statement.inputs.push_back(argument++);
    }
  }
  statement.text = with_constants(statement.text, constants);
  return statement;
}

bool in_system_header(const llvm::DILocation* place) {
  return place != nullptr && llvm::StringRef(source_file(*place)).starts_with("/usr/include/");
}

class Lowering {
 public:
  Lowering(llvm::Module& module, const TranslateText& translate, bool refuses)
      : module_(module), context_(module.getContext()), translate_(translate), refuses_(refuses) {}

  bool run() {
    std::vector<llvm::CallInst*> calls;
    for (llvm::Function& function : module_) {
      for (llvm::Instruction& instruction : llvm::instructions(function)) {
        auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        if (call != nullptr && call->isInlineAsm()) calls.push_back(call);
      }
    }
    for (llvm::CallInst* const call : calls) take(*call);
    if (failed_) return false;
    if (source_.empty()) return true;
    std::unique_ptr<llvm::Module> helpers = translate_(source_);
    if (helpers == nullptr) return false;
    if (llvm::Linker::linkModules(module_, std::move(helpers))) llvm::report_fatal_error("inline PTX does not link");
    for (const auto& [statement, name] : statements_) replace(statement, *module_.getFunction(name));
    inline_helpers();
    for (const auto& each : numbers_) {
      module_.getFunction((kPrefix + std::to_string(each.second)).str())
          ->setLinkage(llvm::GlobalValue::InternalLinkage);
    }
    return true;
  }

 private:
  void take(llvm::CallInst& call) {
    const llvm::StringRef text = llvm::cast<llvm::InlineAsm>(call.getCalledOperand())->getAsmString();
    std::optional<Statement> statement = read(call);
    if (text.trim().empty()) return statement ? pass_on(*statement) : void();
    if (!statement) return stop_at(call, "an operand in memory");
    const llvm::DILocation* const place = call.getDebugLoc();
    const std::vector<std::string> names(statement->outputs.size() + statement->inputs.size());
    const PtxTranslation translation =
        translate_ptx(statement->text, names, blocks_[call.getFunction()], in_system_header(place));
    if (refuses_ && !translation.unsupported.empty()) return refuse(call, translation.unsupported.front());
    std::string parameters;
    bool in_registers = true;
    const auto add = [&](const std::string& type, const char* reference, std::size_t number) {
      in_registers = in_registers && !type.empty();
      parameters += (number == 0 ? "[[maybe_unused]] " : ", [[maybe_unused]] ") + type + reference + " fencepost_" +
                    std::to_string(number);
    };
    std::size_t number = 0;
    for (const llvm::Type* type : statement->outputs) add(cpp_type(type), "&", number++);
    for (const unsigned input : statement->inputs) add(cpp_type(statement->value(input)->getType()), "", number++);
    if (!in_registers) return stop_at(call, "an operand of a type without registers");
    for (const auto& [open, type] : translation.registers) {
      parameters += (parameters.empty() ? "" : ", ") + type + "& fencepost_open_" + std::to_string(open);
      statement->registers.push_back(open);
    }
    // Statements that say the same share a function, but no variable.
    const std::string own = translation.has_variables ? "/* " + std::to_string(statements_.size()) + " */ " : "";
    const std::string function = "(" + parameters + ") { " + own + translation.cpp + "}\n";
    const auto [known, is_new] = numbers_.emplace(function, numbers_.size());
    const std::string name = (kPrefix + std::to_string(known->second)).str();
    if (is_new) source_ += "extern \"C\" __attribute__((device, always_inline)) void " + name + function;
    statements_.emplace_back(*statement, name);
  }

  /// A compiler barrier: PTX's constraints ("+f") mean other registers on x86-64.
  static void pass_on(const Statement& statement) {
    llvm::CallInst& call = *statement.call;
    llvm::IRBuilder<> builder(&call);
    llvm::Value* result = call.getType()->isVoidTy() ? nullptr : llvm::Constant::getNullValue(call.getType());
    for (const auto& [output, argument] : statement.first_values) {
      llvm::Value* const value = builder.CreateBitOrPointerCast(statement.value(argument), statement.outputs[output]);
      if (!call.getType()->isStructTy()) {
        result = value;
      } else {
        result = builder.CreateInsertValue(result, value, static_cast<unsigned>(output));
      }
    }
    if (result != nullptr) call.replaceAllUsesWith(result);
    call.eraseFromParent();
  }

  /// A thread that comes to `call` stops there.
  void stop_at(llvm::CallInst& call, const std::string& what) {
    if (refuses_) return refuse(call, what);
    llvm::IRBuilder<> builder(&call);
    const llvm::FunctionCallee stop = module_.getOrInsertFunction(
        "fencepost_unsupported", llvm::FunctionType::get(builder.getVoidTy(), {builder.getPtrTy()}, false));
    builder.CreateCall(stop, {builder.CreateGlobalStringPtr("inline PTX (" + what + ")")});
    if (!call.getType()->isVoidTy()) call.replaceAllUsesWith(llvm::Constant::getNullValue(call.getType()));
    call.eraseFromParent();
  }

  void refuse(const llvm::CallInst& call, const std::string& what) {
    failed_ = true;
    if (const llvm::DILocation* const place = call.getDebugLoc()) {
      std::cerr << source_file(*place) + ":" + std::to_string(place->getLine()) + ": ";
    }
    std::cerr << "error: inline PTX (" + what +
                     ") is not supported by Fencepost: use the CUDA intrinsic or plain C++ instead\n";
  }

  void replace(const Statement& statement, llvm::Function& function) {
    llvm::CallInst& call = *statement.call;
    llvm::IRBuilder<> at_entry(&*call.getFunction()->getEntryBlock().getFirstInsertionPt());
    llvm::IRBuilder<> builder(&call);
    std::vector<llvm::Value*> arguments;
    for (std::size_t i = 0; i < statement.outputs.size(); ++i) {
      llvm::AllocaInst* const output = at_entry.CreateAlloca(statement.outputs[i]);
      if (const auto first = statement.first_values.find(i); first != statement.first_values.end()) {
        builder.CreateStore(statement.value(first->second), output);
      }
      arguments.push_back(output);
    }
    for (const unsigned input : statement.inputs) arguments.push_back(statement.value(input));
    for (const std::size_t open : statement.registers) {
      llvm::AllocaInst*& variable = open_registers_[{call.getFunction(), open}];
      // As large as any register is.
      if (variable == nullptr) variable = at_entry.CreateAlloca(builder.getInt128Ty());
      arguments.push_back(variable);
    }
    const llvm::FunctionType* const type = function.getFunctionType();
    for (unsigned i = 0; i < arguments.size(); ++i) {
      arguments[i] = builder.CreateBitOrPointerCast(arguments[i], type->getParamType(i));
    }
    helper_calls_.push_back(builder.CreateCall(&function, arguments));
    llvm::Value* result = nullptr;
    for (std::size_t i = 0; i < statement.outputs.size(); ++i) {
      llvm::Value* const value = builder.CreateLoad(statement.outputs[i], arguments[i]);
      if (!call.getType()->isStructTy()) {
        result = value;
        break;
      }
      if (result == nullptr) result = llvm::PoisonValue::get(call.getType());
      result = builder.CreateInsertValue(result, value, static_cast<unsigned>(i));
    }
    if (result != nullptr) call.replaceAllUsesWith(result);
    call.eraseFromParent();
  }

  /// Also where nothing is optimised: accesses are to be at the user's line, which what they are inlined into tells.
  void inline_helpers() {
    while (!helper_calls_.empty()) {
      llvm::CallBase* const call = helper_calls_.back();
      helper_calls_.pop_back();
      const llvm::Function* const callee = call->getCalledFunction();
      if (callee == nullptr || callee->isDeclaration() || !callee->hasFnAttribute(llvm::Attribute::AlwaysInline)) {
        continue;
      }
      llvm::InlineFunctionInfo inlined;
      if (!llvm::InlineFunction(*call, inlined).isSuccess()) continue;
      helper_calls_.insert(helper_calls_.end(), inlined.InlinedCallSites.begin(), inlined.InlinedCallSites.end());
    }
  }

  llvm::Module& module_;
  llvm::LLVMContext& context_;
  const TranslateText& translate_;
  const bool refuses_;
  std::vector<llvm::CallBase*> helper_calls_;
  std::string source_;
  std::map<std::string, std::size_t> numbers_;  ///< Of each different statement.
  std::vector<std::pair<Statement, std::string>> statements_;
  std::map<const llvm::Function*, PtxBlocks> blocks_;
  std::map<std::pair<const llvm::Function*, std::size_t>, llvm::AllocaInst*> open_registers_;
  bool failed_ = false;
};

}  // namespace

bool lower_inline_ptx(llvm::Module& module, const TranslateText& translate, bool refuses) {
  return Lowering(module, translate, refuses).run();
}

}  // namespace fencepost::compiler
