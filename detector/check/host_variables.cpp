#include "detector/check/host_variables.h"

#include <algorithm>
#include <vector>

#include "detector/symbols/sites.h"
#include "sim/interface/managed_variables.h"
#include "sim/interface/program_variables.h"
#include "sim/os/image.h"
#include "sim/runtime/memory/addresses.h"

namespace fencepost::detector {

namespace {

struct Range {
  std::uintptr_t begin, end;
};

// Of the running launch; not written while its workers run.
std::vector<Range> host_variables;

}  // namespace

void find_host_variables(const sim::LaunchInfo& launch) {
  host_variables.clear();
  const sim::Image& image = sim::own_image();
  for (const sim::PointerArgument& argument : launch.arguments) {
    const auto address = reinterpret_cast<std::uintptr_t>(argument.value);
    if (address < image.data_begin || address >= image.data_end || sim::is_managed_variable(argument.value)) continue;
    if (sim::is_device_variable(argument.value) || sim::registered_range(argument.value).base != nullptr) continue;
    const auto variable = Sites::instance().symboliser().global(argument.value);
    if (!variable || variable->name.empty()) continue;
    host_variables.push_back({variable->begin, variable->begin + variable->bytes});
  }
}

bool in_host_variable(std::uintptr_t address) {
  return std::ranges::any_of(host_variables, [&](const Range& r) { return address >= r.begin && address < r.end; });
}

}  // namespace fencepost::detector
