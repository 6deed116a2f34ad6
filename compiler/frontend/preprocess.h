// A source behind its preprocessor.
#pragma once

#include <optional>
#include <string>

#include "compiler/frontend/translation.h"

namespace fencepost::compiler {

/// The source as the side's preprocessor sees it, with line markers and, if `comments`, its comments. CUDA's keywords
/// stay as they are. Null after an error; with `errors_too` none is told, and there is what could be read. Of `-MD`
/// among the arguments the dependencies are written.
std::optional<std::string> preprocess(const Translation& translation, Side side, bool comments,
                                      bool errors_too = false);

}  // namespace fencepost::compiler
