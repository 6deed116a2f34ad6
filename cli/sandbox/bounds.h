// What a program that nobody has vouched for may use.
#pragma once

#include <cstddef>
#include <cstdint>

namespace fencepost::cli {

/// Of one run with all processes that it starts.
struct Bounds {
  double seconds = 120;                           ///< Of the clock on the wall.
  std::uint64_t memory = std::uint64_t{4} << 30;  ///< Bytes of all processes, as they lie in memory.
  unsigned tasks = 512;                           ///< Processes and threads at one time.
  std::uint64_t disk = std::uint64_t{1} << 30;    ///< Bytes in the folder that it may write to.
  std::size_t output = std::size_t{1} << 18;      ///< Bytes kept of each of standard output and error.
};

}  // namespace fencepost::cli
