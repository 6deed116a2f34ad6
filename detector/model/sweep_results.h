// Which runs of a sweep found what.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace fencepost::detector {

struct SweepResults {
  struct Axis {
    std::string name;
    std::vector<std::string> values;
  };
  /// Of a cell, how many of its runs …
  struct Result {
    std::map<std::string, std::uint64_t> findings;  ///< … had the finding with this fingerprint,
    std::map<std::string, std::uint64_t> ends;      ///< … ended so: "timeout", "exit status 5", "not run".
    friend auto operator<=>(const Result&, const Result&) = default;
  };

  std::vector<Axis> axes;
  std::uint64_t runs_of_cell = 1;    ///< One for each seed.
  std::vector<Result> results;       ///< Each once, in the order of the first cell that has it.
  std::vector<std::uint32_t> cells;  ///< Of each combination of values, the last axis fastest: index into `results`.
};

}  // namespace fencepost::detector
