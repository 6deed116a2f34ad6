// The results folder of a sweep.
#pragma once

#include <string>

namespace fencepost::cli {

/// All that makes the results of a sweep its own.
struct SweepIdentity {
  std::string program;   ///< As the user named it.
  std::string contents;  ///< Hash of the executable.
  std::string grid;      ///< SweepGrid::description().
  std::string options;   ///< Of the runs.
};

/// Each sweep has a folder of its own in the results folder, so that results of another program or grid are neither
/// mixed in nor lost.
struct SweepFolder {
  std::string path;
  /// Why the results that are there already are of no use: "the program has changed"; empty if there are none, or if
  /// they are this sweep's.
  std::string why_anew;
};

/// Finds or creates it, with a `sweep.json` that says what it is of. Throws std::runtime_error if it cannot.
SweepFolder open_sweep_folder(const std::string& results, const SweepIdentity& identity);

}  // namespace fencepost::cli
