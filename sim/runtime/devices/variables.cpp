#include "sim/runtime/devices/variables.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "sim/interface/config.h"
#include "sim/interface/managed_variables.h"

namespace fencepost::sim {

namespace {

struct DeviceVariables {
  struct Variable {
    std::byte* address;
    std::size_t bytes;
  };
  std::vector<Variable> all;
  using Values = std::vector<std::byte>;
  Values first;                             ///< As the program begins; empty: not kept yet.
  std::array<Values, kMostDevices> hidden;  ///< Of devices whose variables are not shown; empty: `first`.
  DeviceNumber shown = 0;

  [[nodiscard]] Values values() const {
    Values result;
    for (const Variable& variable : all)
      result.insert(result.end(), variable.address, variable.address + variable.bytes);
    return result;
  }
  /// What nobody has changed is not written: constants may lie where nobody can.
  void show(const Values& values) const {
    const std::byte* from = values.data();
    for (const Variable& variable : all) {
      if (std::memcmp(variable.address, from, variable.bytes) != 0) {
        std::memcpy(variable.address, from, variable.bytes);
      }
      from += variable.bytes;
    }
  }
};

DeviceVariables& device_variables() {
  static auto* const variables = new DeviceVariables;
  return *variables;
}

}  // namespace

void add_variable_of_devices(void* address, std::size_t bytes) {
  if (is_managed_variable(address)) return;
  device_variables().all.push_back({static_cast<std::byte*>(address), bytes});
}

bool is_of_each_device(const void* address) {
  if (device_count() == 1) return false;
  const auto contains = [&](const DeviceVariables::Variable& variable) {
    return static_cast<std::size_t>(static_cast<const std::byte*>(address) - variable.address) < variable.bytes;
  };
  return std::ranges::any_of(device_variables().all, contains);
}

void show_variables_of(DeviceNumber device) {
  DeviceVariables& variables = device_variables();
  if (device_count() == 1 || variables.all.empty()) return;
  if (variables.first.empty()) variables.first = variables.values();
  if (variables.shown == device) return;
  variables.hidden[variables.shown] = variables.values();
  const DeviceVariables::Values& to_show = variables.hidden[device];
  variables.show(to_show.empty() ? variables.first : to_show);
  variables.shown = device;
}

void reset_variables_of(DeviceNumber device) {
  DeviceVariables& variables = device_variables();
  if (variables.first.empty()) return;
  if (variables.shown == device) return variables.show(variables.first);
  variables.hidden[device].clear();
}

}  // namespace fencepost::sim
