// A source file with edits made, line by line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "compiler/source/source_edit.h"

namespace fencepost::cli {

/// One line of the old or new file, or both.
struct EditedRow {
  char mark = ' ';         ///< ' ' in both, '-' in the old one, '+' in the new one.
  std::uint32_t line = 0;  ///< Of the old file; of a '+' the one that follows it.
  std::string text;        ///< Without its line feed.
};

struct EditedFile {
  std::vector<EditedRow> rows;
  bool ends_with_newline = true;
};

/// The lines of `file` with `edits`, which are all of this file. Lines that are inserted come before pragmas and
/// comments that the line belongs to. An edit of a line that the file does not have is left out.
EditedFile edited_file(const std::string& file, std::vector<compiler::SourceEdit> edits);

/// The first line, from `line` upwards, of pragmas and comments that belong to line `line`; `line` itself if there is
/// none. `lines` from 0.
std::uint32_t first_line_of(const std::vector<std::string>& lines, std::uint32_t line);

}  // namespace fencepost::cli
