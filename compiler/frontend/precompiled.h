// The headers that every CUDA source begins with, parsed once.
#pragma once

#include <clang/Frontend/CompilerInvocation.h>

#include <string>
#include <vector>

#include "compiler/cache/cache_folder.h"
#include "compiler/frontend/translation.h"

namespace fencepost::compiler {

/// Precompiled headers while clang reads them: no other process removes them. If this is given up and not lost in a
/// crash, those that were new have proved to be readable.
class HeadersInUse {
 public:
  HeadersInUse() = default;
  HeadersInUse(HeadersInUse&&) = default;
  HeadersInUse& operator=(HeadersInUse&&) = delete;
  ~HeadersInUse();

  [[nodiscard]] bool empty() const { return locks_.empty(); }

  /// `unproved`: the file that says that they are new; empty if they are not.
  void add(compiler::FolderLock lock, const std::string& unproved);

 private:
  std::vector<compiler::FolderLock> locks_;
  std::vector<std::string> unproved_;
};

/// Has clang read a precompiled header in place of `-include cuda_runtime.h`, or of translation.header_files, if that
/// comes first: one for all sources with the same language, macros and warnings, in translation.cache, where it is made
/// if it is not there or one of its files has changed. Headers of the standard library, and of libraries in folders
/// that are given with -isystem, are read so from the second time on that a source begins with the same ones: by a
/// precompiled header that is built on the other. What cannot be made or kept, or has made clang crash, is parsed with
/// the source. The result, empty if nothing is precompiled, is to be kept until the source is parsed. Safe to be called
/// by several processes at a time.
HeadersInUse use_parsed_headers(clang::CompilerInvocation& invocation, const Translation& translation, Side side);

}  // namespace fencepost::compiler
