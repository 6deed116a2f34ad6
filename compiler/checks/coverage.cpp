#include <llvm/ADT/StringSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/Path.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <map>
#include <string>
#include <vector>

#include "compiler/checks/checks.h"
#include "compiler/passes/passes.h"

namespace fencepost::compiler {
namespace {

std::string path_of(const llvm::DIFile& file) {
  if (llvm::sys::path::is_absolute(file.getFilename())) return file.getFilename().str();
  return (file.getDirectory() + "/" + file.getFilename()).str();
}

bool lies_in(const std::string& path, const std::string& folder) {
  if (!folder.ends_with('*')) return llvm::StringRef(path).starts_with(folder);
  const llvm::StringRef parent = llvm::StringRef(folder).drop_back();
  return llvm::StringRef(path).starts_with(parent) && path.find('/', parent.size()) == std::string::npos;
}

/// Where threads come to end, as at a failed assertion.
bool is_dead_end(const llvm::BasicBlock& block) { return llvm::isa<llvm::UnreachableInst>(block.getTerminator()); }

class CoverageMarks {
 public:
  CoverageMarks(llvm::Module& module, const std::vector<std::string>& library_folders)
      : module_(module), byte_(llvm::Type::getInt8Ty(module.getContext())), folders_(library_folders) {
    if (const llvm::NamedMDNode* const list = module.getNamedMetadata("fencepost.kernels")) {
      for (const llvm::MDNode* node : list->operands()) {
        if (const auto* const value = llvm::dyn_cast_or_null<llvm::ValueAsMetadata>(node->getOperand(0).get())) {
          kernels_.insert(value->getValue()->getName());
        }
      }
    }
    // As many as are needed; replaced in the end.
    flags_ = new llvm::GlobalVariable(module, byte_, false, llvm::GlobalValue::InternalLinkage,
                                      llvm::ConstantInt::get(byte_, 0), "fencepost.coverage");
  }

  void run() {
    for (llvm::Function& function : module_) {
      const bool of_device =
          function.hasFnAttribute(kDeviceCode) && function.hasFnAttribute(llvm::Attribute::SanitizeThread);
      if (!function.isDeclaration() && of_device) mark(function);
    }
    finish();
  }

 private:
  void mark(llvm::Function& function) {
    const llvm::DISubprogram* const source = function.getSubprogram();
    if (source == nullptr || source->getFile() == nullptr) return;
    const std::string path = path_of(*source->getFile());
    for (const std::string& folder : folders_) {
      if (lies_in(path, folder)) return;
    }
    std::map<unsigned, std::vector<unsigned>> lines;
    std::string branches;
    const unsigned entry = count_;
    std::vector<llvm::BasicBlock*> blocks;
    end_line_ = end_column_ = 0;
    for (llvm::BasicBlock& block : function) {
      if (const llvm::Instruction& last = *block.getTerminator();
          llvm::isa<llvm::ReturnInst>(last) && last.getDebugLoc()) {
        end_line_ = last.getDebugLoc().getLine();
        end_column_ = last.getDebugLoc().getCol();
      }
      if (&block == &function.getEntryBlock() || !llvm::pred_empty(&block)) blocks.push_back(&block);
    }
    for (llvm::BasicBlock* const block : blocks) {
      const unsigned flag = count_++;
      for (const unsigned line : lines_of(*block, *source)) lines[line].push_back(flag);
      branches += branch_of(*block, *source);
      llvm::BasicBlock::iterator at = block->getFirstInsertionPt();
      if (at == block->end()) continue;
      while (llvm::isa<llvm::AllocaInst>(*at)) ++at;
      llvm::IRBuilder<> builder(block, at);
      set(builder, builder.getInt64(flag));
    }
    if (lines.empty()) return;
    const bool is_kernel = kernels_.contains(function.getName());
    text_ += "F\t" + std::to_string(source->getLine()) + "\t" + std::to_string(entry) + "\t" + (is_kernel ? "1" : "0") +
             "\t" + source->getName().str() + "\t" + source->getFile()->getDirectory().str() + "\t" + path + "\n";
    for (const auto& [line, flags] : lines) {
      text_ += "L\t" + std::to_string(line);
      for (const unsigned flag : flags) text_ += "\t" + std::to_string(flag);
      text_ += "\n";
    }
    text_ += branches;
  }

  /// The closing brace is no line of its own.
  [[nodiscard]] bool is_end(const llvm::DebugLoc& place) const {
    return place && place.getLine() == end_line_ && place.getCol() == end_column_;
  }

  /// Lines of the function's own file that the block does something for: not where it only goes on, or returns.
  [[nodiscard]] std::vector<unsigned> lines_of(const llvm::BasicBlock& block,
                                               const llvm::DISubprogram& function) const {
    std::vector<unsigned> lines;
    for (const llvm::Instruction& instruction : block) {
      const auto* const jump = llvm::dyn_cast<llvm::BranchInst>(&instruction);
      const bool does_nothing = instruction.isDebugOrPseudoInst() || instruction.isLifetimeStartOrEnd() ||
                                llvm::isa<llvm::AllocaInst, llvm::ReturnInst, llvm::UnreachableInst>(instruction) ||
                                (jump != nullptr && jump->isUnconditional());
      const llvm::DebugLoc& place = instruction.getDebugLoc();
      if (does_nothing || is_end(place)) continue;
      const unsigned line = line_of(instruction.getDebugLoc(), function);
      if (line != 0 && (lines.empty() || lines.back() != line)) lines.push_back(line);
    }
    return lines;
  }

  static unsigned line_of(const llvm::DebugLoc& place, const llvm::DISubprogram& function) {
    if (!place || place->getInlinedAt() != nullptr || place->getFile() != function.getFile()) return 0;
    return place.getLine();
  }

  /// What is told of a conditional branch: which ways were taken, by a flag each.
  std::string branch_of(llvm::BasicBlock& block, const llvm::DISubprogram& function) {
    llvm::Instruction& last = *block.getTerminator();
    const unsigned line = line_of(last.getDebugLoc(), function);
    if (line == 0 || last.getNumSuccessors() < 2 || is_end(last.getDebugLoc())) return {};
    for (const llvm::BasicBlock* const next : llvm::successors(&block)) {
      if (is_dead_end(*next)) return {};
    }
    const std::string place = "B\t" + std::to_string(line) + "\t" + std::to_string(last.getDebugLoc().getCol());
    llvm::IRBuilder<> builder(&last);
    if (auto* const branch = llvm::dyn_cast<llvm::BranchInst>(&last)) {
      const unsigned flag = count_;
      count_ += 2;
      set(builder, builder.CreateSelect(branch->getCondition(), builder.getInt64(flag), builder.getInt64(flag + 1)));
      return place + "\t" + std::to_string(flag) + "\t" + std::to_string(flag + 1) + "\n";
    }
    auto* const choice = llvm::dyn_cast<llvm::SwitchInst>(&last);
    if (choice == nullptr) return {};
    const unsigned flag = count_;
    count_ += choice->getNumCases() + 1;
    llvm::Value* which = builder.getInt64(flag + choice->getNumCases());  // The default.
    std::string text = place;
    unsigned number = 0;
    for (const auto one : choice->cases()) {
      llvm::Value* const is = builder.CreateICmpEQ(choice->getCondition(), one.getCaseValue());
      which = builder.CreateSelect(is, builder.getInt64(flag + number), which);
      text += "\t" + std::to_string(flag + number++);
    }
    set(builder, which);
    return text + "\t" + std::to_string(flag + number) + "\n";
  }

  /// Other threads may do so at the same time; nothing puts two of these together, or leaves one out.
  void set(llvm::IRBuilder<>& builder, llvm::Value* flag) {
    llvm::StoreInst* const store =
        builder.CreateStore(builder.getInt8(1), builder.CreateInBoundsGEP(byte_, flags_, flag));
    store->setAtomic(llvm::AtomicOrdering::Monotonic);
    store->setAlignment(llvm::Align(1));
  }

  void finish() {
    auto* const type = llvm::ArrayType::get(byte_, count_ == 0 ? 1 : count_);
    auto* const flags = new llvm::GlobalVariable(module_, type, false, llvm::GlobalValue::InternalLinkage,
                                                 llvm::ConstantAggregateZero::get(type), "fencepost.coverage.flags");
    flags_->replaceAllUsesWith(flags);
    flags_->eraseFromParent();
    if (text_.empty()) return;
    llvm::LLVMContext& context = module_.getContext();
    llvm::Constant* const words = llvm::ConstantDataArray::getString(context, text_);
    auto* const text = new llvm::GlobalVariable(module_, words->getType(), true, llvm::GlobalValue::PrivateLinkage,
                                                words, "fencepost.coverage.text");
    auto* const pointer = llvm::PointerType::get(context, 0);
    const llvm::FunctionCallee add = module_.getOrInsertFunction(
        "fencepost_add_coverage", llvm::FunctionType::get(llvm::Type::getVoidTy(context), {pointer, pointer}, false));
    auto* const begin = llvm::Function::Create(llvm::FunctionType::get(llvm::Type::getVoidTy(context), false),
                                               llvm::GlobalValue::InternalLinkage, "fencepost.coverage.begin", module_);
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", begin));
    builder.CreateCall(add, {text, flags});
    builder.CreateRetVoid();
    llvm::appendToGlobalCtors(module_, begin, 0);
  }

  llvm::Module& module_;
  llvm::Type* byte_;
  const std::vector<std::string>& folders_;
  llvm::StringSet<> kernels_;
  llvm::GlobalVariable* flags_ = nullptr;
  unsigned count_ = 0;
  unsigned end_line_ = 0, end_column_ = 0;  // Of the function that is marked.
  std::string text_;
};

}  // namespace

void mark_coverage(llvm::Module& module, const std::vector<std::string>& library_folders) {
  CoverageMarks(module, library_folders).run();
}

}  // namespace fencepost::compiler
