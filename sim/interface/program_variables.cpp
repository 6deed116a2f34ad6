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

const Range* find(const std::vector<Range>& ranges, const void* address) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  const auto found = std::ranges::find_if(ranges, [&](const Range& r) { return at >= r.begin && at < r.end; });
  return found == ranges.end() ? nullptr : &*found;
}

}  // namespace

bool is_constant_variable(const void* address) { return find(constants(), address) != nullptr; }
bool is_device_variable(const void* address) { return find(variables(), address) != nullptr; }

VariableBytes device_variable_at(const void* address) {
  const Range* const range = find(variables(), address);
  if (range == nullptr) return {};
  return {reinterpret_cast<const void*>(range->begin), range->end - range->begin};  // NOLINT(performance-no-int-to-ptr)
}

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
