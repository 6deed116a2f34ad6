#include "compiler/driver/hip_options.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <span>
#include <string_view>

namespace fencepost::compiler {
namespace {

constexpr std::array<std::string_view, 14> kIgnored = {
    "--hipstdpar",   "--hipstdpar-path", "--gpu-max-threads-per-block", "--hip-link",
    "--rocm-path",   "--hip-path",       "--no-offload-arch",           "--rocm-device-lib-path",
    "--hip-version", "-fno-gpu-rdc",     "-munsafe-fp-atomics",         "-mno-unsafe-fp-atomics",
    "-mcumode",      "-parallel-jobs"};

constexpr std::array<std::string_view, 4> kArchitecture = {"--offload-arch", "--amdgpu-target", "--gpu-architecture",
                                                           "--cuda-gpu-arch"};

/// The wavefronts of "gfx90a", of "gfx908:xnack-,gfx1030" those of the first: GCN's and CDNA's have 64 lanes, up to
/// gfx9; RDNA's, from gfx10 on, have 32 unless they are asked for (LLVM, "User Guide for AMDGPU Backend", "Target
/// Features"). Of others nothing is known.
std::optional<bool> has_large_wavefronts(std::string_view architectures) {
  constexpr std::string_view kPrefix = "gfx";
  if (!architectures.starts_with(kPrefix)) return std::nullopt;
  const std::string_view number =
      architectures.substr(kPrefix.size(), architectures.find_first_of(":,") - kPrefix.size());
  if (number.size() < 2 || number.front() < '0' || number.front() > '9') return std::nullopt;
  // Two digits, or letters, tell the chip of a generation: gfx906, gfx90a, gfx1030; gfx9-generic.
  const bool is_generic = number.find('-') != std::string_view::npos;
  const std::size_t digits = is_generic ? number.find('-') : number.size() - 2;
  return digits == 1;
}

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
  std::optional<bool> asked, of_architecture;
  for (const std::string& argument : std::span(given).subspan(1)) {
    if (const auto other = kInNvccsWords.find(argument); other != kInNvccsWords.end()) {
      arguments.push_back(other->second);
      continue;
    }
    const std::size_t equals = argument.find('=');
    const std::string_view name = std::string_view(argument).substr(0, equals);
    if (name == "-mwavefrontsize64" || name == "-mno-wavefrontsize64") {
      asked = name == "-mwavefrontsize64";
    } else if (std::ranges::find(kArchitecture, name) != kArchitecture.end()) {
      if (!of_architecture && equals != std::string::npos) {
        of_architecture = has_large_wavefronts(std::string_view(argument).substr(equals + 1));
      }
    } else if (std::ranges::find(kIgnored, name) == kIgnored.end()) {
      arguments.push_back(argument);
    }
  }
  if (asked.value_or(of_architecture.value_or(false))) arguments.emplace_back("-mwavefrontsize64");
  return arguments;
}

}  // namespace fencepost::compiler
