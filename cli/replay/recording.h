// What a checked program has recorded of its run, as lines of JSON (docs/replay.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace fencepost::cli {

/// A recorded block. Views are into Recording::text.
struct BlockLines {
  std::uint64_t launch = 0, block = 0;
  std::string_view head;
  std::vector<std::string_view> intervals;
};

struct Recording {  // NOLINT(bugprone-exception-escape): nlohmann::json asserts when it is moved.
  std::string text;
  nlohmann::json run;  ///< "launch_count", "launches", "files", "program".
  std::vector<BlockLines> blocks;
  nlohmann::json report;  ///< Of the same run.

  [[nodiscard]] bool has(std::uint64_t launch, std::uint64_t block) const;
  /// Of the launch that is listed under this number; null if there is none.
  [[nodiscard]] const nlohmann::json* launch(std::uint64_t number) const;
};

/// Finds the lines in `text`, which Recording keeps. Not to be copied afterwards. Throws std::runtime_error of text
/// that is no recording.
void read_recording(std::string text, Recording& recording);

/// Where a finding is in a recording.
struct RacePlace {
  std::uint64_t launch = 0, block = 0;
  friend auto operator<=>(const RacePlace&, const RacePlace&) = default;
};

/// The launches and blocks in which the report has races, each once; not those between operations of streams.
std::vector<RacePlace> race_places(const nlohmann::json& report);

}  // namespace fencepost::cli
