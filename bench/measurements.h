// Results of all benchmarks of a run, for the table of ratios at its end.
#pragma once

#include <map>
#include <string>

namespace fencepost::bench {

/// Name of a measurement -> its value, in the unit that its name ends with ("barrier.256.ns").
inline std::map<std::string, double>& measurements() {
  static std::map<std::string, double> all;
  return all;
}

}  // namespace fencepost::bench
