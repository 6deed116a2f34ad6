// The configurations of a sweep: every combination of the values of its axes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fencepost::cli {

/// One thing that varies.
struct SweepAxis {
  std::string name;
  std::vector<std::string> values;
  bool in_environment = false;  ///< An environment variable of that name; else an argument.
};

/// Numbers configurations from 0: the last axis varies fastest, seeds faster still.
class SweepGrid {
 public:
  /// `arguments` hold {NAME} where values go; if there are none, the values of the axes are the arguments. `seeds` runs
  /// of each combination, with the seeds `first_seed`, …; 0: one run, with the schedule that the options say. On a
  /// mistake (see check()) the object is not to be used.
  SweepGrid(std::vector<SweepAxis> axes, std::vector<std::string> arguments, std::uint64_t first_seed,
            std::uint32_t seeds);

  /// What is wrong, with a remedy: a name twice, a {NAME} that no axis has, an axis that is not used, too many
  /// configurations. Empty if nothing is.
  [[nodiscard]] std::string check() const;

  [[nodiscard]] const std::vector<SweepAxis>& axes() const { return axes_; }
  [[nodiscard]] std::size_t size() const { return cells() * runs_of_cell(); }
  /// Combinations of values; each is runs_of_cell() configurations in a row.
  [[nodiscard]] std::size_t cells() const;
  [[nodiscard]] std::size_t runs_of_cell() const { return seeds_ == 0 ? 1 : seeds_; }

  [[nodiscard]] std::optional<std::uint64_t> seed(std::size_t configuration) const;
  [[nodiscard]] std::vector<std::string> arguments(std::size_t configuration) const;
  [[nodiscard]] std::map<std::string, std::string> environment(std::size_t configuration) const;
  /// "N=33 blocks=64 seed=2"; names the configuration in all that is kept or shown.
  [[nodiscard]] std::string label(std::size_t configuration) const;
  /// Position of the cell's value in each axis.
  [[nodiscard]] std::vector<std::size_t> positions(std::size_t cell) const;
  /// All that makes this grid another one, as text.
  [[nodiscard]] std::string description() const;

 private:
  std::vector<SweepAxis> axes_;
  std::vector<std::string> arguments_;
  std::uint64_t first_seed_;
  std::uint32_t seeds_;
};

}  // namespace fencepost::cli
