// The report for people: on the terminal and in .txt files.
#pragma once

#include <cstddef>
#include <string>

#include "detector/model/finding.h"
#include "detector/symbols/symboliser.h"

namespace fencepost::detector {

struct TextStyle {
  static constexpr std::size_t kAll = static_cast<std::size_t>(-1);

  bool colour = false;        ///< ANSI escapes for severities, labels and places.
  std::size_t columns = 100;  ///< Lines are wrapped or cut to this width.
  std::size_t full = kAll;    ///< Causes told in full; the rest get one line each …
  std::size_t brief = kAll;   ///< … and beyond that number only a count.
  bool instances = true;      ///< All findings of a cause in full; else the first, and a line for some of the others.
  bool suppressed = true;  ///< A line for each finding that is suppressed, and by what; for each note about contracts.
  bool rules = false;      ///< The rules that would suppress the findings, to be copied into a file.
};

/// For a report on file descriptor `descriptor`: coloured only on a terminal that wants it (NO_COLOR, TERM=dumb), as
/// wide as the terminal within 72–100 columns, five causes in full and ten in brief: a screenful.
TextStyle terminal_style(int descriptor);

/// Every finding, by causes (finding_groups.h), then the summary line. Ends with a newline.
std::string render_text(const Report& report, Symboliser& symboliser, const TextStyle& style);

/// One finding with its final newline; what render_text() uses.
std::string render_finding(const Finding& finding, Symboliser& symboliser, const TextStyle& style);

/// "fencepost: 1 launch, 4 blocks, 1,024 threads, 123,456 accesses checked: 1 error, 0 warnings (0.010 s)", without a
/// newline; "no findings" where there are none.
std::string summary_line(const Summary& summary);

/// "contracts: 14 clauses held 3,136 times, 2 assumptions, 1 not evaluated: partly checked", without a newline.
std::string contracts_line(const ContractSummary& contracts);

}  // namespace fencepost::detector
