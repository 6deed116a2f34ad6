// Settings of the SIMT engine, fixed before the first launch.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace fencepost::sim {

/// Order in which the threads of a block take turns between two barriers.
enum class Schedule : std::uint8_t {
  kForward,
  kReverse,
  kRandom,
  kFirst,  ///< Some threads before the others, which go forward; while they wait, or look at what others do, these run.
};

/// A program sees at most so many.
inline constexpr unsigned kMostDevices = 8;

struct Config {
  unsigned jobs = 0;     ///< OS threads that run blocks; 0: one per core.
  unsigned devices = 1;  ///< That the program sees.
  Schedule schedule = Schedule::kForward;
  std::uint64_t seed = 1;  ///< Seed of Schedule::kRandom.
  static constexpr std::uint16_t kNoThread = 0xffff;
  /// Of Schedule::kFirst: their numbers in the block, each once, those that run before others in front; then kNoThread.
  std::array<std::uint16_t, 4> first_threads = {kNoThread, kNoThread, kNoThread, kNoThread};
  double timeout_seconds = 0;            ///< Wall-clock limit of the whole program; 0: none.
  std::size_t memory_limit = 0;          ///< Bytes that the process may take while kernels run; 0: what there is.
  std::size_t stack_bytes = 256 * 1024;  ///< Stack of one CUDA thread (untouched pages cost nothing).
};

/// The process-wide configuration. Written by start-up code before any launch, read-only afterwards.
Config& config();

/// Devices are numbered from 0 to one less.
inline unsigned device_count() { return config().devices; }

}  // namespace fencepost::sim
