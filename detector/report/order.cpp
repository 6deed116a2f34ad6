#include "detector/report/order.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>
#include <vector>

#include "detector/report/fingerprint.h"
#include "detector/text/text_layout.h"

namespace fencepost::detector {
namespace {

int severity_rank(Severity severity) { return severity == Severity::kError ? 0 : 1; }

bool comes_before(const Finding& a, const Finding& b) {
  const auto rank = [](const Finding& f) {
    std::vector<std::pair<std::string, std::uint32_t>> lines;
    for (const FindingAccess& access : f.accesses) lines.emplace_back(access.location.file, access.location.line);
    return std::tuple(severity_rank(f.severity), f.launch, std::move(lines), f.kind, f.message);
  };
  return rank(a) < rank(b);
}

/// So that no format calls clean what was not looked at.
Note sample_note(const SampleSummary& sample) {
  std::string text = "--sample checked " + with_commas(sample.in_full) + " of " +
                     count_of(sample.launches(), "launch", "launches") + " in full";
  if (sample.no_code != 0) {
    text += " (" + with_commas(sample.no_code) + " for want of code that checks less: compile with --sample)";
  }
  if (sample.in_part != 0) text += ", " + with_commas(sample.in_part) + " by some blocks";
  if (sample.not_checked != 0) text += ", " + with_commas(sample.not_checked) + " for bounds alone";
  return {Note::Kind::kSampled, text + "; " + count_of(sample.blocks, "block", "blocks") + " in all"};
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
  summary.left_out_by_kind.clear();
  std::erase_if(report.findings, [&](const Finding& finding) {
    if (++(finding.severity == Severity::kError ? summary.errors : summary.warnings) <= most) return false;
    ++summary.left_out;
    add_left_out(summary.left_out_by_kind, {{finding.severity, finding.kind, 1}});
    return true;
  });
  std::erase_if(report.notes, [](const Note& note) { return note.kind == Note::Kind::kSampled; });
  if (summary.sample && summary.sample->launches() != 0) report.notes.push_back(sample_note(*summary.sample));
}

void put_errors_first(std::vector<Finding>& findings) {
  std::ranges::stable_sort(findings, {}, [](const Finding& finding) { return severity_rank(finding.severity); });
}

void count_left_out(Summary& summary, std::uint64_t left_out, const std::vector<LeftOut>& by_kind) {
  summary.left_out += left_out;
  add_left_out(summary.left_out_by_kind, by_kind);
  for (const LeftOut& one : by_kind) {
    (one.severity == Severity::kError ? summary.errors : summary.warnings) += one.count;
  }
}

void add_left_out(std::vector<LeftOut>& left_out, const std::vector<LeftOut>& more) {
  const auto rank = [](const LeftOut& one) { return std::tuple(severity_rank(one.severity), one.kind); };
  for (const LeftOut& added : more) {
    auto at = std::ranges::lower_bound(left_out, rank(added), {}, rank);
    if (at == left_out.end() || rank(*at) != rank(added)) at = left_out.insert(at, {added.severity, added.kind, 0});
    at->count += added.count;
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
  if (report.summary.launches == 0 && has_run(report.summary)) return {};
  if (report.summary.launches == 0) {
    const auto forked = std::ranges::find(report.notes, Note::Kind::kForked, &Note::kind);
    if (forked != report.notes.end()) return "no kernel was launched by this process; " + forked->text;
    return std::string("no kernel was launched, so nothing was checked") + kAccept;
  }
  const bool has_checked =
      std::ranges::find(report.notes, Note::Kind::kNoSuchKernel, &Note::kind) == report.notes.end();
  return has_checked ? "" : std::string("--kernel names no kernel that was launched") + kAccept;
}

}  // namespace fencepost::detector
