// What a unified diff changes, line by line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fencepost::cli {

/// `removed` lines from line `first` of the old file (0: in front of it) are replaced by `added`.
struct PatchedLines {
  std::uint32_t first = 0, removed = 0;
  std::string added;  ///< Lines with their ends.
};

struct PatchedFile {
  std::string name;  ///< Without the "a/" of the diff.
  std::vector<PatchedLines> changes;
};

/// The files of a diff as docs/proposals.md has it. Of text that is none, what can be read.
std::vector<PatchedFile> patched_files(std::string_view patch);

}  // namespace fencepost::cli
