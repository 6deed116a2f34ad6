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

/// The last of the names in a mangled one: `_ZN1a5countE` is `count`.
static std::string unqualified(std::string_view mangled) {
  if (!mangled.starts_with("_Z")) return std::string(mangled);
  std::string_view last;
  for (std::size_t i = 2; i < mangled.size();) {
    if (mangled[i] < '1' || mangled[i] > '9') {
      ++i;
      continue;
    }
    std::size_t length = 0;
    for (; i < mangled.size() && mangled[i] >= '0' && mangled[i] <= '9'; ++i) length = 10 * length + (mangled[i] - '0');
    last = mangled.substr(i, length);
    i += last.size();
  }
  return std::string(last);
}

void add_device_variable(const void* address, std::size_t bytes, bool is_constant, std::string_view name) {
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  if (is_constant) constants().push_back({begin, begin + bytes});
  device_names().insert(unqualified(name));
}

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
