// What is added to a preprocessed CUDA source before clang compiles it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compiler/annotate/annotate_contracts.h"
#include "compiler/source/mapped_source.h"

namespace fencepost::compiler {

struct AnnotateOptions {
  bool record_locals = false;  ///< See compiler/annotate/annotate_scopes.h.
  bool contracts = false;      ///< See compiler/annotate/annotate_contracts.h. The text has its comments.
  std::string_view headers{};  ///< What is in front of the source, preprocessed: it, too, has names.
};

struct Annotated {
  std::string text;
  std::vector<AnnotationWarning> warnings;
};

/// `preprocessed` with the line markers of our own headers marked as those of system headers, so that clang warns of
/// nothing in them.
std::string mark_system_headers(std::string_view preprocessed, std::string_view system_directory);

/// A source whose headers may be parsed once for all that have the same.
struct SplitSource {
  std::string headers;  ///< What is included in front of the source; empty if something of the user's is there, too.
  std::string source;   ///< The rest.
};

/// Of text that mark_system_headers() has made.
SplitSource split_headers(std::string preprocessed);

/// The text has its line markers, and CUDA's keywords as they are spelled. Every character of it stays on its line.
Annotated annotate(const MappedSource& source, const AnnotateOptions& options);

}  // namespace fencepost::compiler
