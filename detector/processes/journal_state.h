// The first page of a process' journal: what a process that is killed had come to.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace fencepost::detector {

/// A page of the file that the process has mapped: what it writes there is in the file, whatever becomes of it, and
/// costs a store. Room for it is reserved when the file is made, so that a full disk cannot refuse it.
struct JournalState {
  static constexpr std::uint64_t kMagic = 0x314c4e524a504e46;  // "FNPJRNL1"
  static constexpr std::size_t kBytes = 4096;
  static constexpr std::size_t kKernels = 500;  ///< Later ones are not counted.

  std::uint64_t magic = kMagic;
  std::atomic<std::uint64_t> launches;  ///< That have ended, with their findings in the journal.
  std::atomic<std::uint64_t> blocks, threads, accesses;
  std::atomic<std::uint32_t> error;  ///< errno of what could not be written; 0: all was.
  std::atomic<std::uint32_t> ended;  ///< 1 + the exit status; 0: it has not ended, or was killed.
  std::atomic<std::uint64_t> unused[6];
  std::array<std::atomic<std::uint64_t>, kKernels> launches_of_kernel;
};
static_assert(sizeof(JournalState) == JournalState::kBytes);
static_assert(std::is_standard_layout_v<JournalState> && std::atomic<std::uint64_t>::is_always_lock_free);

}  // namespace fencepost::detector
