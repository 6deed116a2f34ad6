// Running a program within bounds.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "cli/base/child_process.h"
#include "cli/sandbox/bounds.h"

namespace fencepost::cli {

/// What ended a run before it did so itself.
enum class Stopped : std::uint8_t { kNot, kTime, kMemory, kTasks, kDisk, kCancelled };

struct BoundedCommand {
  std::vector<std::string> words;                  ///< The first is the path of the program.
  std::map<std::string, std::string> environment;  ///< All of it.
  std::string working_directory;
  std::string folder;  ///< Whose size counts for Bounds::disk.
};

struct BoundedEnd {
  ChildEnd end;
  Stopped stopped = Stopped::kNot;
  std::string output, errors;                              ///< Their first bytes, see Bounds::output.
  std::uint64_t output_left_out = 0, errors_left_out = 0;  ///< Bytes beyond.
};

/// Runs it with empty standard input and waits; then no process that it has started is left. Bounds are looked at some
/// twenty times a second: what is allocated between two looks is beyond them. `goes_on` is asked as often: false ends
/// the run (kCancelled). One at a time; while it runs no other thread starts processes or waits for them. Once in the
/// process watch_orphans() was called.
BoundedEnd run_bounded(const BoundedCommand& command, const Bounds& bounds, const std::function<bool()>& goes_on);

/// Makes processes whose parents end children of this one, to be found when a run is ended.
void watch_orphans();

/// Bytes that files below `folder` take of the disk; what cannot be looked into is left out. Stops counting at `most`,
/// which folders that are nested more than 200 deep count as.
std::uint64_t bytes_below(const std::string& folder, std::uint64_t most);

/// Removes it with all that is in it, also where somebody has taken away the right to do so. No other
/// thread starts processes meanwhile.
void remove_tree(const std::string& folder);

}  // namespace fencepost::cli
