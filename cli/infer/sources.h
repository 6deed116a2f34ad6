// The user's sources, as they are and annotated.
#pragma once

#include <string>
#include <vector>

#include "cli/base/checked_program.h"
#include "cli/infer/annotate.h"

namespace fencepost::cli::infer {

/// The source and its headers, but for those of the system and ours, as the compiler names them. Throws
/// std::runtime_error if the compiler cannot tell.
std::vector<std::string> files_of(const ProgramRequest& program);

/// A copy of `files` below `directory`, annotated, with the same folders between them. Returns where the first one is.
std::string copy_annotated(const std::vector<std::string>& files, const std::vector<AnnotationText>& annotations,
                           const std::string& directory, AnnotationLines lines);

}  // namespace fencepost::cli::infer
