#include "sim/program_variables.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "sim/include/fencepost_rt.h"

namespace fencepost::sim {

namespace {

struct Range {
  std::uintptr_t begin, end;
};

// Filled before main() begins.
std::vector<Range>& constants() {
  static auto& instance = *new std::vector<Range>;
  return instance;
}
std::set<std::string, std::less<>>& device_names() {
  static auto& instance = *new std::set<std::string, std::less<>>;
  return instance;
}

}  // namespace

bool is_constant_variable(const void* address) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  return std::ranges::any_of(constants(), [&](const Range& r) { return at >= r.begin && at < r.end; });
}

bool may_be_device_variable(std::string_view name) { return device_names().contains(name); }

}  // namespace fencepost::sim

fencepost_rt::ConstantVariable::ConstantVariable(const volatile void* address, size_t bytes) noexcept {
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  fencepost::sim::constants().push_back({begin, begin + bytes});
}

fencepost_rt::DeviceNames::DeviceNames(const char* names) noexcept {
  for (std::string_view rest = names; !rest.empty();) {
    const std::string_view name = rest.substr(0, rest.find(' '));
    fencepost::sim::device_names().emplace(name);
    rest.remove_prefix(std::min(rest.size(), name.size() + 1));
  }
}
