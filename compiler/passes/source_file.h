// A source's name, as messages give it.
#pragma once

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>

#include <string>

namespace fencepost::compiler {

/// The file that `node`, of debug information, speaks of: relative to the working folder if it lies below, else
/// absolute. Clang's own name is relative to whatever folder the two have in common.
template <class Node>
std::string source_file(const Node& node) {
  const llvm::StringRef name = node.getFilename();
  if (llvm::sys::path::is_absolute(name)) return name.str();
  llvm::SmallString<256> path(node.getDirectory());
  llvm::sys::path::append(path, name);
  llvm::SmallString<256> here;
  if (llvm::sys::fs::current_path(here)) return std::string(path);
  if (!here.ends_with("/")) here += '/';
  llvm::StringRef below = path;
  below.consume_front(here);
  return below.str();
}

}  // namespace fencepost::compiler
