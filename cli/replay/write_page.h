// The page of `fencepost replay`.
#pragma once

#include <string>

#include "cli/replay/recording.h"

namespace fencepost::cli {

/// What a page shows, and how much was left out of it.
struct ReplayPage {
  std::string html;
  std::size_t blocks = 0, intervals = 0;  ///< Shown.
  std::size_t left_out = 0;               ///< Intervals that were recorded, or came after those, and are not shown.
};

/// One HTML file that loads nothing. `other`: the same program's run with its threads in another order; null: none was
/// made. `called`: the command line, as the page is to name it. Of recordings that are too large for a page of 10 MB
/// the last intervals are left out, those of blocks with races at last. Thread safety: any thread.
ReplayPage write_replay_page(const Recording& run, const Recording* other, const std::string& called);

}  // namespace fencepost::cli
