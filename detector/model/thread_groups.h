// Threads that do the same at the same place, as reports of divergence list them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "detector/model/finding.h"

namespace fencepost::detector {

/// Accesses of one finding with equal kind, block and location.
struct ThreadGroup {
  const FindingAccess* first = nullptr;  ///< Into the finding.
  std::vector<std::uint32_t> ranks;      ///< Of the threads in their block, ascending.
};

/// In order of first appearance. A race's two accesses are never merged: only barriers and exits are grouped.
std::vector<ThreadGroup> thread_groups(const Finding& finding);

/// Inclusive [first, last] runs of consecutive ranks.
std::vector<std::array<std::uint32_t, 2>> rank_ranges(const std::vector<std::uint32_t>& ranks);

/// "thread 3", "threads 0-15, 18", "threads 0-254 in steps of 2 (128)", "threads (0,0)-(31,1)": short whatever the
/// number of threads. One-dimensional blocks number their threads, others give the index.
std::string threads_text(const std::vector<std::uint32_t>& ranks, const Index3& block_dim);

/// "18" where `extent` is one-dimensional, else "(2,1)" or "(2,1,0)".
std::string index_text(const Index3& index, const Index3& extent);

}  // namespace fencepost::detector
