// Names of symbols and of debug information, which any compiler or assembler may have made.
#include <cstddef>
#include <cstdint>
#include <string>

#include "detector/symbols/demangle.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace detector = fencepost::detector;
  const std::string symbol(reinterpret_cast<const char*>(data), size);
  detector::function_name(symbol.c_str());
  detector::short_function_name(symbol.c_str());
  detector::variable_name(symbol.c_str());
  return 0;
}
