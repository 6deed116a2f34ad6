#include "sim/os/source_name.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>

namespace fencepost::sim {

std::string source_name(std::string_view symbol) {
  static constexpr std::string_view kOfDevice = ".device";  // compiler/passes/passes.h
  if (symbol.ends_with(kOfDevice)) symbol.remove_suffix(kOfDevice.size());
  const std::string name(symbol);
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> words(abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status),
                                                          &std::free);
  return status == 0 ? words.get() : name;
}

}  // namespace fencepost::sim
