#include "compiler/object/code_object.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/BinaryFormat/ELF.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/Base64.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/IPO/Internalize.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <cstddef>
#include <cstring>
#include <filesystem>
#include <set>

#include "compiler/passes/passes.h"
#include "sim/code/code_object.h"

namespace fencepost::compiler {

namespace {

/// clang's name of the host's function of a kernel, `_Z21__device_stub__scalei`, without what it adds.
std::string kernel_name(std::string name) {
  static constexpr llvm::StringLiteral kStub = "__device_stub__";
  const std::size_t at = name.find(kStub);
  if (at == std::string::npos) return name;
  std::size_t digits = at;
  while (digits > 0 && llvm::isDigit(name[digits - 1])) --digits;
  if (digits == at) return name.erase(at, kStub.size());  // extern "C"
  const unsigned long length = std::stoul(name.substr(digits, at - digits)) - kStub.size();
  return name.replace(digits, at + kStub.size() - digits, std::to_string(length));
}

std::string lowered_names(const llvm::Module& module) {
  static constexpr llvm::StringLiteral kPrefix = "fencepost_name_";
  std::string lines;
  for (const llvm::GlobalVariable& variable : module.globals()) {
    if (!variable.getName().starts_with(kPrefix) || !variable.hasInitializer()) continue;
    const auto* const named = llvm::dyn_cast<llvm::GlobalValue>(variable.getInitializer()->stripPointerCasts());
    if (named == nullptr) continue;
    lines += variable.getName().substr(kPrefix.size()).str() + " " + kernel_name(named->getName().str()) + "\n";
  }
  return lines;
}

/// Of the files that functions here come from, but for the system's, and ours.
std::set<std::string> user_sources(const llvm::Module& module) {
  llvm::DebugInfoFinder finder;
  finder.processModule(module);
  std::set<std::string> paths;
  for (const llvm::DISubprogram* const function : finder.subprograms()) {
    if (function->getFile() == nullptr) continue;
    const std::filesystem::path name = function->getFile()->getFilename().str();
    const std::filesystem::path path =
        (std::filesystem::path(function->getFile()->getDirectory().str()) / name).lexically_normal();
    const std::string text = path.string();
    if (!path.is_absolute() || text.starts_with("/usr/") || text.find("/include/fencepost") != std::string::npos)
      continue;
    paths.insert(text);
  }
  return paths;
}

/// What the device code of other objects may refer to: functions, by their suffix, and the variables that are listed in
/// the table.
void add_device_names(llvm::Module& module, const llvm::GlobalVariable& table,
                      std::set<const llvm::GlobalValue*>& names) {
  for (const llvm::GlobalValue& value : module.global_values()) {
    if (value.getName().ends_with(kDeviceSuffix)) names.insert(&value);
  }
  std::vector<const llvm::Constant*> constants = {table.getInitializer()};
  std::set<const llvm::Constant*> visited;
  while (!constants.empty()) {
    const llvm::Constant* const constant = constants.back();
    constants.pop_back();
    if (!visited.insert(constant).second) continue;
    if (const auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(constant)) {
      if (variable->hasLocalLinkage()) {
        if (variable->hasInitializer()) constants.push_back(variable->getInitializer());  // A list of the table's.
      } else {
        names.insert(variable);
      }
      continue;
    }
    if (llvm::isa<llvm::Function>(constant)) continue;
    for (const llvm::Use& operand : constant->operands()) constants.push_back(llvm::cast<llvm::Constant>(operand));
  }
}

/// In a section that is not loaded, which only assembly can make.
void add_sources(llvm::Module& module) {
  constexpr std::size_t kMost = std::size_t{4} << 20;
  std::string bytes;
  for (const std::string& path : user_sources(module)) {
    const auto text = llvm::MemoryBuffer::getFile(path);
    if (!text || (*text)->getBufferSize() > kMost - std::min(kMost, bytes.size())) continue;
    if ((*text)->getBuffer().contains('\0')) continue;
    bytes += path + '\0' + (*text)->getBuffer().str() + '\0';
  }
  if (bytes.empty()) return;
  std::string assembly = std::string(".section ") + kCodeObjectSources + ",\"\",@progbits\n.byte ";
  for (const char byte : bytes) assembly += std::to_string(static_cast<unsigned char>(byte)) + ",";
  assembly.back() = '\n';
  module.appendModuleInlineAsm(assembly + ".text");
}

}  // namespace

std::string make_code_object(llvm::Module& module, bool relocatable) {
  std::string names = lowered_names(module);
  // The host's constructors, among them the one that registers kernels, and what it wants to be kept.
  for (const char* const list : {"llvm.global_ctors", "llvm.global_dtors", "llvm.used", "llvm.compiler.used"}) {
    if (llvm::GlobalVariable* const variable = module.getGlobalVariable(list)) variable->eraseFromParent();
  }
  llvm::GlobalVariable* const table = module.getGlobalVariable("fencepost.table", true);
  if (table == nullptr) llvm::report_fatal_error("device code without a table");
  table->setName(kCodeObjectTable);
  table->setLinkage(llvm::GlobalValue::ExternalLinkage);
  table->setVisibility(llvm::GlobalValue::HiddenVisibility);
  std::set<const llvm::GlobalValue*> seen = {table};
  if (relocatable) add_device_names(module, *table, seen);
  llvm::internalizeModule(module, [&](const llvm::GlobalValue& value) { return seen.contains(&value); });
  llvm::Constant* const words =
      llvm::ConstantDataArray::getString(module.getContext(), FENCEPOST_CODE_OBJECT_WORDS, /*AddNull=*/false);
  auto* const mark = new llvm::GlobalVariable(module, words->getType(), true, llvm::GlobalValue::InternalLinkage, words,
                                              "fencepost.words");
  mark->setSection(kCodeObjectSection);
  llvm::appendToUsed(module, {mark});
  add_sources(module);
  llvm::ModuleAnalysisManager analyses;
  llvm::PassBuilder().registerModuleAnalyses(analyses);
  llvm::GlobalDCEPass().run(module, analyses);
  return names;
}

void seal_code_object(std::span<char> object) {
  const std::uint64_t sum = code_object_sum(std::as_bytes(object));
  std::memcpy(&object[offsetof(llvm::ELF::Elf64_Ehdr, e_entry)], &sum, sizeof sum);
}

std::string code_object_text(const std::string& object) {
  std::string text(kTextTitle);
  text += "\n// No GPU runs it, and it is no PTX: programs linked by Fencepost load it (cuModuleLoad).\n";
  text += ".version 8.7\n.target sm_90\n.address_size 64\n";
  const std::string base64 = llvm::encodeBase64(object);
  for (std::size_t at = 0; at < base64.size(); at += kTextColumns) {
    text += std::string(kTextPrefix) + base64.substr(at, kTextColumns) + "\n";
  }
  return text;
}

}  // namespace fencepost::compiler
