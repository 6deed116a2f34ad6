#include "compiler/driver/hip_options.h"

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <string_view>

namespace fencepost::compiler {
namespace {

constexpr std::array<std::string_view, 19> kIgnored = {"--hipstdpar",
                                                       "--hipstdpar-path",
                                                       "--offload-arch",
                                                       "--amdgpu-target",
                                                       "--gpu-architecture",
                                                       "--cuda-gpu-arch",
                                                       "--gpu-max-threads-per-block",
                                                       "--hip-link",
                                                       "--rocm-path",
                                                       "--hip-path",
                                                       "--no-offload-arch",
                                                       "--rocm-device-lib-path",
                                                       "--hip-version",
                                                       "-fno-gpu-rdc",
                                                       "-munsafe-fp-atomics",
                                                       "-mno-unsafe-fp-atomics",
                                                       "-mcumode",
                                                       "-parallel-jobs",
                                                       "-mno-wavefrontsize64"};

}  // namespace

bool of_hipcc(const std::vector<std::string>& arguments) {
  return !arguments.empty() && arguments.front() == "--hipcc";
}

std::vector<std::string> nvcc_arguments(const std::vector<std::string>& given) {
  static const std::map<std::string_view, std::string> kInNvccsWords = {
      {"-fgpu-rdc", "-rdc=true"},
      {"--genco", "-fatbin"},
      {"--emit-static-lib", "-lib"},
      {"-fgpu-default-stream=per-thread", "--default-stream=per-thread"},
      {"-fgpu-default-stream=legacy", "--default-stream=legacy"},
  };
  std::vector<std::string> arguments = {"--hip", "--forward-unknown-opts"};
  for (const std::string& argument : std::span(given).subspan(1)) {
    if (const auto other = kInNvccsWords.find(argument); other != kInNvccsWords.end()) {
      arguments.push_back(other->second);
    } else if (std::ranges::find(kIgnored, argument.substr(0, argument.find('='))) == kIgnored.end()) {
      arguments.push_back(argument);
    }
  }
  return arguments;
}

}  // namespace fencepost::compiler
