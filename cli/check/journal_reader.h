// Reads what a process has written down for `fencepost check`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "detector/model/finding.h"

namespace fencepost::cli {

struct Journal {
  detector::Report report;   ///< With the process as its only one; its end is kLost if the journal does not tell it.
  bool is_complete = false;  ///< The process came to write its report.
  std::string lost;          ///< Why something could not be written; empty if all was.
};

/// nullopt if `file` is no journal, or one of a process that was killed before it could say who it is.
std::optional<Journal> read_journal(const std::string& file);

/// How much the journals in a folder hold so far: cheap, for a line of progress.
struct JournalCounts {
  std::size_t processes = 0;
  std::uint64_t launches = 0;
};
JournalCounts count_journals(const std::string& folder);

}  // namespace fencepost::cli
