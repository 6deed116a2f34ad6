// The headers that every CUDA source begins with, parsed once.
#pragma once

#include <clang/Frontend/CompilerInvocation.h>

#include <vector>

#include "compiler/cache/cache_folder.h"
#include "compiler/frontend/translation.h"

namespace fencepost::compiler {

/// Has clang read a precompiled header in place of `-include cuda_runtime.h`, or of translation.header_files, if that
/// comes first: one for all sources with the same language, macros and warnings, in translation.cache, where it is made
/// if it is not there or one of its files has changed. Headers of the standard library, and of libraries in folders
/// that are given with -isystem, are read so from the second time on that a source begins with the same ones: by a
/// precompiled header that is built on the other. What cannot be made or kept is parsed with the source. The locks,
/// none if nothing is precompiled, are to be kept until the source is parsed. Safe to be called by several processes at
/// a time.
std::vector<compiler::FolderLock> use_parsed_headers(clang::CompilerInvocation& invocation,
                                                     const Translation& translation, Side side);

}  // namespace fencepost::compiler
