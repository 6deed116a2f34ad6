// A CUDA source to an object file of the host's: what fencepost-nvcc does with each .cu file.
#pragma once

#include <optional>
#include <string>

#include "compiler/frontend/translation.h"

namespace fencepost::compiler {

struct Request {
  Translation translation;
  std::string object;         ///< The file to write.
  std::string keep;           ///< If not empty: a prefix of files with the IR behind each step.
  bool print_passes = false;  ///< Print the kernels' IR behind each step that changed it, on stderr.
  bool relocatable = false;   ///< -rdc=true: device code of other objects may use this one's.
  bool check = true;          ///< False: without the calls of the detector.
  bool debug = false;         ///< -G: not optimised, so that a debugger finds each local variable in memory.
  bool profile = false;       ///< With a call of the detector at the begin of each basic block.
};

/// False if the source has errors; they were told. Throws std::runtime_error if the object cannot be written.
bool compile(const Request& request);

/// The source as the side's preprocessor sees it, with line markers and, if `comments`, its comments. CUDA's keywords
/// stay as they are. Null after an error; with `errors_too` none is told, and there is what could be read. Of `-MD`
/// among the arguments the dependencies are written.
std::optional<std::string> preprocess(const Translation& translation, Side side, bool comments,
                                      bool errors_too = false);

}  // namespace fencepost::compiler
