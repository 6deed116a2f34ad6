// Journals of sweeps, and the values of their axes: a line is a record that is written again as that line, or is none.
#include <cstddef>
#include <cstdint>
#include <string>

#include "cli/sweep/journal.h"
#include "cli/sweep/values.h"
#include "tests/fuzz/property.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace cli = fencepost::cli;
  const std::string text(reinterpret_cast<const char*>(data), size);
  if (const auto record = cli::parse_journal_line(text)) {
    const std::string line = cli::journal_line(*record);
    const auto again = cli::parse_journal_line(line);
    fencepost::demand(again.has_value(), "a record that was written can be read");
    fencepost::demand(cli::journal_line(*again) == line, "a record is read as it was written");
    fencepost::demand(line.find('\n') == std::string::npos, "a record is one line");
  }
  std::string error;
  if (const auto values = cli::parse_values(text, error)) {
    fencepost::demand(!values->empty(), "there is a value");
    fencepost::demand(cli::parse_values(cli::joined_values(*values), error) == values, "values are read as written");
  } else {
    fencepost::demand(!error.empty(), "what is refused is told");
  }
  return 0;
}
