#include "compiler/object/object_files.h"

#include <llvm/Object/Archive.h>
#include <llvm/Object/ObjectFile.h>

namespace fencepost::compiler {
namespace {

bool has_main(const llvm::object::Binary& binary) {
  const auto* const object = llvm::dyn_cast<llvm::object::ObjectFile>(&binary);
  if (object == nullptr || !object->isRelocatableObject()) return false;
  for (const llvm::object::SymbolRef& symbol : object->symbols()) {
    llvm::Expected<llvm::StringRef> name = symbol.getName();
    llvm::Expected<std::uint32_t> flags = symbol.getFlags();
    const bool readable = name && flags;
    if (readable && *name == "main" && (*flags & llvm::object::SymbolRef::SF_Undefined) == 0) return true;
    if (!name) llvm::consumeError(name.takeError());
    if (!flags) llvm::consumeError(flags.takeError());
  }
  return false;
}

bool has_main(const llvm::object::Archive& archive) {
  llvm::Error damage = llvm::Error::success();
  bool found = false;
  for (const llvm::object::Archive::Child& member : archive.children(damage)) {
    llvm::Expected<std::unique_ptr<llvm::object::Binary>> binary = member.getAsBinary();
    if (binary) {
      found = found || has_main(**binary);
    } else {
      llvm::consumeError(binary.takeError());
    }
  }
  llvm::consumeError(std::move(damage));
  return found;
}

}  // namespace

bool defines_main(const std::string& path) {
  llvm::Expected<llvm::object::OwningBinary<llvm::object::Binary>> file = llvm::object::createBinary(path);
  if (!file) {
    llvm::consumeError(file.takeError());
    return false;
  }
  const llvm::object::Binary& binary = *file->getBinary();
  const auto* const archive = llvm::dyn_cast<llvm::object::Archive>(&binary);
  return archive != nullptr ? has_main(*archive) : has_main(binary);
}

std::vector<std::string> relocatable_members(const std::string& path) {
  std::vector<std::string> marks;
  llvm::Expected<llvm::object::OwningBinary<llvm::object::Binary>> file = llvm::object::createBinary(path);
  if (!file) {
    llvm::consumeError(file.takeError());
    return marks;
  }
  if (const auto* const archive = llvm::dyn_cast<llvm::object::Archive>(file->getBinary())) {
    for (const llvm::object::Archive::Symbol& symbol : archive->symbols()) {
      if (symbol.getName().starts_with(llvm::StringRef(kRelocatableMark))) marks.push_back(symbol.getName().str());
    }
  }
  return marks;
}

}  // namespace fencepost::compiler
