// A CUDA source to an object file of the host's: what fencepost-nvcc does with each .cu file.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "compiler/translation.h"

namespace fencepost::compiler {

struct Request {
  Translation translation;
  std::string object;  ///< The file to write.
  std::string keep;    ///< If not empty: a prefix for the IR before and behind each step.
  bool relocatable = false;  ///< -rdc=true: device code of other objects may use this one's.
  bool check = true;   ///< False: without the calls of the detector.
  bool profile = false;    ///< With a call of the detector at the begin of each basic block.
  /// Functions that are called by another name: `from` to `to`, if the object does not define `from` itself.
  std::vector<std::pair<std::string, std::string>> redirections;
};

/// False if the source has errors; they were told. Throws std::runtime_error if the object cannot be written.
bool compile(const Request& request);

/// The source as the side's preprocessor sees it, with line markers and, if `comments`, its comments. CUDA's keywords
/// stay as they are. Null after an error.
std::optional<std::string> preprocess(const Translation& translation, Side side, bool comments);

}  // namespace fencepost::compiler
