// `fencepost explain KIND`: what a finding means.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "detector/model/finding.h"

namespace fencepost::detector {

/// What the documentation of one kind of finding says.
struct Explanation {
  Kind kind{};
  std::string_view summary;  ///< One line, for the list.
  std::string_view meaning;  ///< Paragraphs; blank lines between them, not yet wrapped.
  std::string_view example;  ///< CUDA that has the bug, ready to print.
  std::string_view fix;      ///< The same, mended.
};

/// Every kind has an entry.
const Explanation& explanation_of(Kind kind);

/// The kind that a person or a report calls so: "out of bounds", "Barrier divergence", "race on tile[0] in scan(int*)",
/// a line of --format gcc; nullopt if no kind is named.
std::optional<Kind> kind_meant(std::string_view text);

/// The page on `kind` as text of at most `columns` columns.
std::string explain(Kind kind, std::size_t columns = 80);

/// The list of kinds, one line each.
std::string explain_all();

}  // namespace fencepost::detector
