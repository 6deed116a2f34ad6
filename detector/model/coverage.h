// Which lines and branches of device code ran: what `--coverage` tells.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace fencepost::detector {

struct CoveredLine {
  std::uint32_t line = 0;
  bool ran = false;
};

/// A place where threads go one of several ways: true and false of a condition, cases of a switch and its default.
struct CoveredBranch {
  std::uint32_t line = 0, column = 0;
  std::vector<bool> taken;
  /// It ran, but some of its ways were never taken.
  [[nodiscard]] bool is_partial() const;
};

/// A kernel or device function of the user's: all instances of a template together.
struct CoveredFunction {
  std::string name;  ///< Without namespaces, parameters and arguments of a template: `scan`; `lambda`.
  std::string file;  ///< As in a Location.
  std::string path;  ///< Absolute.
  std::uint32_t line = 0;
  bool kernel = false;
  bool ran = false;                     ///< Some thread came into it.
  std::vector<CoveredLine> lines;       ///< In order.
  std::vector<CoveredBranch> branches;  ///< In order.
};

struct Coverage {
  std::vector<CoveredFunction> functions;  ///< By file and line.
  std::uint64_t runs = 1;                  ///< How many it is of: those before it that wrote to the same file, too.
};

inline bool CoveredBranch::is_partial() const {
  std::size_t count = 0;
  for (const bool way : taken) count += way ? 1 : 0;
  return count != 0 && count != taken.size();
}

}  // namespace fencepost::detector
