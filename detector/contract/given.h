// The values of kernels' ghost parameters, one for each launch.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "detector/include/fencepost/contract.h"
#include "sim/interface/observer.h"

namespace fencepost::detector {

/// What all threads' clauses say of a given variable.
struct GivenValue {
  std::map<std::int64_t, std::int64_t> elements;
  std::optional<std::int64_t> length;

  /// Empty if it is told completely; else what is not: "starts[3]". `name`: of the variable.
  [[nodiscard]] std::string lacking(const std::string& name, bool is_sequence) const;
};

/// The value for the launch; `gather` is called by the first that asks, and the others wait. It stays until
/// forget_given(). Thread safety: any thread.
const GivenValue& given_value(const sim::LaunchInfo& launch, const contract::Clause& declaration,
                              const std::function<void(GivenValue&)>& gather);

/// When the launch has ended.
void forget_given(const sim::LaunchInfo& launch);

}  // namespace fencepost::detector
