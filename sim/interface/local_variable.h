// What an object tells the runtime of a local array that an index leaves: constants that the compiler writes
// (compiler/checks/local_bounds.cpp) and the detector reads.
#pragma once

#include <cstdint>

namespace fencepost {

struct LocalVariable {
  const char* name;  ///< Empty for what has none.
  const char* file;
  std::uint64_t line;
  std::uint64_t bytes;
  std::uint64_t element_bytes;
};

}  // namespace fencepost
