// Changes that are compiled in although the source does not have them (--edit). See docs/proposals.md.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/source/source_edit.h"
#include "compiler/source/tokens.h"

namespace fencepost::compiler {

/// Something in the user's code that cannot be done, to be shown as "file:line: error: …".
struct SourceError {
  SourcePlace place;
  std::string message;
};

/// Whether `file` (as line markers name it) is meant by `name`: it is the same path, or ends with the path `name`.
bool names_file(std::string_view name, std::string_view file);

/// Whether both paths, each absolute or from the working folder, are the same when written out.
bool same_file(const std::string& a, const std::string& b);

/// A line of a source file as it is; nullopt if it cannot be read.
using SourceLineReader = std::function<std::optional<std::string>(const std::string& file, std::uint32_t line)>;

struct EditedText {
  std::string text;
  std::vector<bool> made;           ///< For each edit: it was made, at least once.
  std::vector<SourceError> errors;  ///< A name that means several files.
};

/// Makes `edits` in preprocessed text. What an edit adds is attributed to its line, and all else stays on the line
/// where it was. In front of the first token of a line anything can be inserted, before a pragma that belongs to it;
/// elsewhere the line must come to the compiler as it is written: what is replaced must be whole tokens and no macro's.
/// If the same line occurs more than once (a header that is included twice), each is changed.
EditedText apply_source_edits(std::string_view preprocessed, const std::vector<SourceEdit>& edits,
                              const SourceLineReader& line);

}  // namespace fencepost::compiler
