// What a kernel tells the detector of accesses that it makes in rows (compiler/threads/row_checks.cpp): those of
// threads one behind the other, at addresses one step apart.
#pragma once

#include <cstdint>

#include "sim/interface/inlined_checks.h"

namespace fencepost {

/// Accesses of one place in the code: thread i, of those from the first, accesses `bytes` (4, 8 or 16) at
/// `address + i * thread_step + j * step` for each j in [0, count).
struct AccessRow {
  std::uint64_t address;
  std::int64_t thread_step;
  std::int64_t step;
  std::uint64_t count;  ///< 0: none.
  inlined_checks::Place* place;
  std::uint32_t bytes;
  std::uint32_t writes;  ///< 1: they are writes.
};

/// Threads that make accesses in rows.
struct RowThreads {
  std::uint32_t first;  ///< Rank of the first.
  std::uint32_t count;
};

}  // namespace fencepost
