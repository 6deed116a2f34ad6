// A change to a line of a source file: what `fencepost-nvcc --edit` compiles in and a patch writes down.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fencepost::compiler {

/// `length` bytes at `column` of line `line` are replaced by `text`. Of length 0 it is an insertion in front of that
/// column; if its text ends with a line break, it makes lines of its own.
struct SourceEdit {
  std::string file;          ///< As the compiler names it.
  std::uint32_t line = 0;    ///< From 1.
  std::uint32_t column = 0;  ///< From 1, in bytes.
  std::uint32_t length = 0;  ///< Within the line.
  std::string text;
  auto operator<=>(const SourceEdit&) const = default;

  [[nodiscard]] bool is_whole_lines() const { return length == 0 && text.ends_with('\n'); }
};

/// "scan.cu:9:3+0=__syncthreads();": FILE:LINE:COLUMN+LENGTH=TEXT. parse_edit() reads what edit_text() wrote; nullopt
/// if it is none.
std::string edit_text(const SourceEdit& edit);
std::optional<SourceEdit> parse_edit(std::string_view text);

}  // namespace fencepost::compiler
