// Which lines and branches of device code inputs have reached, and which input was the first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "detector/model/coverage.h"
#include "detector/model/finding.h"

namespace fencepost::cli {

/// Thread safety: none.
class FuzzReached {
 public:
  /// Adds a run of input `number`. True if it did what no run before did: a line, a way of a branch, or twice as many
  /// accesses of a thread.
  bool add(const detector::Report& report, std::size_t number);

  /// Of all runs together; null if none told any.
  [[nodiscard]] std::shared_ptr<detector::Coverage> coverage() const;

  struct Line {
    std::string file;
    std::uint32_t line = 0;
    std::size_t number = 0;  ///< Of the first input that came there.
    friend auto operator<=>(const Line&, const Line&) = default;
  };
  /// By file and line.
  [[nodiscard]] std::vector<Line> lines() const;

  struct Counts {
    std::size_t lines = 0, all_lines = 0, ways = 0, all_ways = 0;
  };
  [[nodiscard]] Counts counts() const;
  /// Lines of branches in files of that name, without folders, of which some way was never gone.
  [[nodiscard]] std::set<std::uint32_t> open_branches(const std::string& file_name) const;
  /// "k.cu:17, 29": those that never ran, of functions that some thread came into; empty if there are none.
  [[nodiscard]] std::string missed() const;

 private:
  using Key = std::tuple<std::string, std::uint32_t, std::string>;  ///< File, line, name of a function.
  bool add_function(const detector::CoveredFunction& function, std::size_t number);

  std::map<Key, detector::CoveredFunction> functions_;
  std::map<std::pair<std::string, std::uint32_t>, std::size_t> first_;
  std::set<std::uint32_t> accesses_;  ///< Logarithms of accesses of a thread.
  std::uint64_t runs_ = 0;
};

}  // namespace fencepost::cli
