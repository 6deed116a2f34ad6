#include "sim/interface/program_variables.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

namespace fencepost::sim {
namespace {

struct Range {
  std::uintptr_t begin, end;
};

std::vector<Range>& constants() {
  static auto& instance = *new std::vector<Range>;
  return instance;
}
std::vector<Range>& variables() {
  static auto& instance = *new std::vector<Range>;
  return instance;
}

std::map<const void*, const void*>& shadows() {
  static auto& instance = *new std::map<const void*, const void*>;
  return instance;
}

bool contain(const std::vector<Range>& ranges, const void* address) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  return std::ranges::any_of(ranges, [&](const Range& r) { return at >= r.begin && at < r.end; });
}

}  // namespace

bool is_constant_variable(const void* address) { return contain(constants(), address); }
bool is_device_variable(const void* address) { return contain(variables(), address); }

void add_device_variable(const void* address, std::size_t bytes, bool is_constant) {
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  variables().push_back({begin, begin + bytes});
  if (is_constant) constants().push_back({begin, begin + bytes});
}

void add_shadow(const void* shadow, const void* variable) { shadows()[shadow] = variable; }

const void* variable_of(const void* symbol) {
  const auto found = shadows().find(symbol);
  return found == shadows().end() ? symbol : found->second;
}

}  // namespace fencepost::sim
