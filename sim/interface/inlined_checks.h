// What kernels do themselves of the check of an access to `__shared__` memory (compiler/passes/inlined_checks.cpp), of
// the state that the detector has for each OS thread: where it lies, and how it is read. The detector asserts that it
// is so.
#pragma once

#include <cstdint>

namespace fencepost::inlined_checks {

inline constexpr const char* kState = "_ZN9fencepost8detector12access_stateE";  ///< fencepost::detector::access_state.
inline constexpr const char* kCurrent =
    "_ZN9fencepost3sim7currentE";  ///< fencepost::sim::current: begins with the thread.

/// Offsets into the state, all of 8 bytes.
inline constexpr unsigned kEpoch = 0;         ///< Of the interval, in place for a cell's first word.
inline constexpr unsigned kBlock = 8;         ///< Of the block's first interval.
inline constexpr unsigned kAccesses = 16;     ///< Counted.
inline constexpr unsigned kSharedBegin = 32;  ///< Shared memory: its first address, bytes, and cell.
inline constexpr unsigned kSharedBytes = 40;
inline constexpr unsigned kSharedCells = 48;
inline constexpr unsigned kPending = 56;  ///< Not null: there is something to be done before the access.

/// A cell: for each word two of 8 bytes. The first: epoch, site, kind, mask, and in the last bits the lowest thread.
/// The second, where the cell has one entry: its second lowest thread, and above it whether threads are of several
/// warps.
inline constexpr unsigned kWordShift = 2;
inline constexpr std::uint64_t kThreadMask = 1023;
inline constexpr std::uint64_t kSeveralWarps = 1024;
inline constexpr std::uint64_t kWarpLanes = 32;

/// What a kernel keeps of a place that accesses memory: site, kind and mask as in a cell's first word; 0 as long as the
/// place has no number.
using Place = std::uint64_t;

}  // namespace fencepost::inlined_checks
