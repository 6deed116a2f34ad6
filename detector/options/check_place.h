// Where a `fencepost check` collects what the processes below it find.
#pragma once

#include <optional>
#include <string>

namespace fencepost::detector {

/// Name of the environment's variable that holds the folder of the journals.
inline constexpr char kCheckVariable[] = "FENCEPOST_CHECK";
/// A file in that folder: the options that every process gets before its own FENCEPOST_OPTIONS.
inline constexpr char kOptionsOfCheck[] = "options";

struct CheckPlace {
  std::string folder;   ///< Of the journals.
  std::string options;  ///< Of every process.
};

/// Of this process: nullopt if no `fencepost check` runs it.
std::optional<CheckPlace> find_check();

}  // namespace fencepost::detector
