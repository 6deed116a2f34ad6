// JSON reports: refused with a reason, or rendered in every format and read back as the same report.
#include <cstddef>
#include <cstdint>
#include <string>

#include "cli/formats/format.h"
#include "detector/report/json.h"
#include "detector/report/reader.h"
#include "detector/report/union.h"
#include "detector/symbols/symboliser.h"
#include "tests/fuzz/property.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace cli = fencepost::cli;
  namespace detector = fencepost::detector;
  static detector::Symboliser symboliser("/no/executable");
  std::string error;
  const auto report = detector::parse_json_report(std::string(reinterpret_cast<const char*>(data), size), error);
  if (!report) {
    fencepost::demand(!error.empty(), "what is refused is told");
    return 0;
  }
  const std::string once = detector::render_json(*report);
  const auto again = detector::parse_json_report(once, error);
  fencepost::demand(again.has_value(), "a report that was written can be read");
  fencepost::demand(detector::render_json(*again) == once, "a report is read as it was written");
  for (const auto& [name, format] : detector::format_names()) {
    fencepost::demand(cli::render(*report, format, symboliser, {}).ends_with('\n'), "a report ends with its line");
  }
  cli::render(*report, detector::Format::kHtml, symboliser, {});
  detector::ReportUnion both;
  both.add(*report);
  both.add(*again);
  fencepost::demand(both.report(100).findings.size() <= 100, "a union has at most as many findings as it may");
  return 0;
}
