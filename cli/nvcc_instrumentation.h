// The host compiler's flags that make every source-level access to shared and global memory a callback, and no other.
#pragma once

#include <string>
#include <vector>

namespace fencepost::cli {

/// How a CUDA source is compiled.
struct Instrumentation {
  bool clang = false;
  bool check = true;     ///< false: the same code without callbacks.
  bool strict = false;   ///< -O0.
  bool profile = false;  ///< With `check`: each basic block of the optimised code is a callback, too.
  std::string plugin;    ///< g++ with `check`: path of the plugin for operands of calls; none if empty.
};

/// g++: the flags of the one compilation from preprocessed source to object. clang++: of the step from preprocessed
/// source to instrumented, unoptimised bitcode (`-emit-llvm`).
std::vector<std::string> front_flags(const Instrumentation& how);

/// clang++ only: the flags of the step from bitcode to object. It optimises what is instrumented already: the callbacks
/// are opaque calls, so that none can get lost.
std::vector<std::string> back_flags(const Instrumentation& how);

/// Functions whose calls in kernels' objects are redirected to the runtime, and the runtime's names for them.
struct Redirection {
  const char* from;
  const char* to;
};
const std::vector<Redirection>& redirections();

}  // namespace fencepost::cli
