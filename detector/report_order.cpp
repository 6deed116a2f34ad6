#include "detector/report_order.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>
#include <vector>

#include "detector/fingerprint.h"

namespace fencepost::detector {
namespace {

bool comes_before(const Finding& a, const Finding& b) {
  const auto rank = [](const Finding& f) {
    std::vector<std::pair<std::string, std::uint32_t>> lines;
    for (const FindingAccess& access : f.accesses) lines.emplace_back(access.location.file, access.location.line);
    return std::tuple(f.launch, f.severity == Severity::kError ? 0 : 1, std::move(lines), f.kind, f.message);
  };
  return rank(a) < rank(b);
}

}  // namespace

void arrange(Report& report, std::size_t most, const Baseline* baseline) {
  std::ranges::stable_sort(report.findings, comes_before);
  number_fingerprints(report.findings);
  if (baseline != nullptr) suppress_known(report.findings, *baseline);
  const auto suppressed = std::stable_partition(report.findings.begin(), report.findings.end(),
                                                [](const Finding& finding) { return !finding.suppressed; });
  report.suppressed.assign(std::move_iterator(suppressed), std::move_iterator(report.findings.end()));
  report.findings.erase(suppressed, report.findings.end());
  Summary& summary = report.summary;
  summary.suppressed = report.suppressed.size();
  summary.errors = summary.warnings = summary.left_out = 0;
  for (const Finding& finding : report.findings) {
    ++(finding.severity == Severity::kError ? summary.errors : summary.warnings);
  }
  if (report.findings.size() > most) {
    summary.left_out = report.findings.size() - most;
    report.findings.resize(most);
  }
}

bool fails(const Summary& summary, FailOn level) {
  switch (level) {
    case FailOn::kError:
      return summary.errors != 0;
    case FailOn::kWarning:
      return summary.errors + summary.warnings != 0;
    case FailOn::kNever:
      return false;
  }
  return false;
}

std::string nothing_checked(const Report& report) {
  constexpr char kAccept[] = " (--allow-no-launch accepts that)";
  if (report.summary.launches == 0) return std::string("no kernel was launched, so nothing was checked") + kAccept;
  const bool has_checked =
      std::ranges::find(report.notes, Note::Kind::kNoSuchKernel, &Note::kind) == report.notes.end();
  return has_checked ? "" : std::string("--kernel names no kernel that was launched") + kAccept;
}

}  // namespace fencepost::detector
