// Command lines of fencepost-nvcc: options, or one line says what is wrong with them.
#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "compiler/driver/options.h"
#include "tests/fuzz/property.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace compiler = fencepost::compiler;
  std::vector<std::string> arguments(1);  // Divided by zero bytes, as the kernel hands them over.
  for (std::size_t at = 0; at < size; ++at) {
    if (data[at] == 0) {
      arguments.emplace_back();
    } else {
      arguments.back() += static_cast<char>(data[at]);
    }
  }
  // These read files, of which the target knows nothing.
  for (const std::string& argument : arguments) {
    if (argument.starts_with('@') || argument.find("-optf") != std::string::npos ||
        argument.find("-options-file") != std::string::npos) {
      return 0;
    }
  }
  const auto parsed = compiler::parse_nvcc_options(arguments);
  if (const auto* mistake = std::get_if<compiler::UsageError>(&parsed)) {
    fencepost::demand(!mistake->message.empty(), "what is refused is told");
  }
  return 0;
}
