#include "compiler/driver/architecture.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace fencepost::compiler {
namespace {

constexpr Architecture kDevice{.number = 90};  // As device_properties() in sim/runtime/device.cpp.

// `nvcc --list-gpu-arch` of CUDA 13.
constexpr std::array<int, 12> kAll = {75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121};

std::string number_of(const Architecture& architecture) { return std::to_string(architecture.number * 10); }

}  // namespace

std::vector<int> known_architectures() { return {kAll.begin(), kAll.end()}; }

std::string Architectures::add(std::string_view name) {
  if (name == "native") {
    named_.insert(kDevice);
    return {};
  }
  if (name == "all" || name == "all-major") {
    for (const int number : kAll) named_.insert({.number = number});
    return {};
  }
  std::string_view rest = name;
  for (const std::string_view prefix : {"compute_", "sm_", "lto_"}) {
    if (rest.starts_with(prefix)) {
      rest.remove_prefix(prefix.size());
      break;
    }
  }
  Architecture architecture;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), architecture.number);
  std::string_view suffix = rest.substr(static_cast<std::size_t>(end - rest.data()));
  if (suffix == "a" || suffix == "f") {
    architecture.specific = suffix[0];
    suffix = {};
  }
  if (error != std::errc() || !suffix.empty() || rest.size() == name.size() || architecture.number < 10) {
    return "unknown GPU architecture '" + std::string(name) + "'; use sm_90, compute_90 and the like";
  }
  named_.insert(architecture);
  return {};
}

std::string Architectures::add_generate_code(std::string_view specification) {
  constexpr std::string_view kKeyword = "arch=";
  const std::size_t at = specification.find(kKeyword);
  if (at == std::string_view::npos) {
    return "-gencode takes arch=compute_90,code=sm_90 and the like, not '" + std::string(specification) + "'";
  }
  specification.remove_prefix(at + kKeyword.size());
  if (specification.starts_with('"')) specification.remove_prefix(1);
  return add(specification.substr(0, specification.find_first_of(",\"")));
}

Architecture Architectures::chosen() const {
  if (named_.empty()) return kDevice;
  Architecture best = *named_.begin();
  for (const Architecture& one : named_) {
    if (one.number <= kDevice.number) best = one;
  }
  return best;
}

std::vector<std::string> Architectures::common_definitions() const {
  std::string list;
  std::string last;
  for (const Architecture& one : named_) {
    if (number_of(one) == last) continue;
    last = number_of(one);
    list += (list.empty() ? "" : ",") + last;
  }
  return {"-D__CUDA_ARCH_LIST__=" + (list.empty() ? number_of(kDevice) : list)};
}

std::vector<std::string> Architectures::device_definitions() const {
  const Architecture one = chosen();
  std::vector<std::string> definitions = {"-D__CUDA_ARCH__=" + number_of(one)};
  if (one.specific == 'a') {
    definitions.push_back("-D__CUDA_ARCH_FEAT_SM" + std::to_string(one.number) + "_ALL");
    definitions.push_back("-D__CUDA_ARCH_SPECIFIC__=" + number_of(one));
  }
  if (one.specific != '\0') definitions.push_back("-D__CUDA_ARCH_FAMILY_SPECIFIC__=" + number_of(one));
  return definitions;
}

}  // namespace fencepost::compiler
