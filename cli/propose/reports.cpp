#include "cli/propose/reports.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "cli/base/runtime_options.h"
#include "cli/formats/format.h"
#include "detector/model/options.h"
#include "detector/output/file.h"
#include "detector/report/reader.h"
#include "detector/symbols/symboliser.h"

namespace fencepost::cli {
namespace {

namespace fs = std::filesystem;
using detector::FixProposal;

std::string sentence(const std::string& text) { return text.empty() || text.ends_with('.') ? text : text + "."; }

/// What to say on each race, by its key.
std::map<std::string, FixProposal> fixes_of(const Proposal& proposal) {
  std::map<std::string, FixProposal> fixes;
  for (const EndedRace& ended : proposal.ended) {
    FixProposal fix;
    fix.verified = true;
    const bool is_all = ended.changes.size() == proposal.changes.size();
    fix.text = "with " + changes_text(ended.changes) + " this race is gone: verified by a run" +
               (is_all ? "" : " with " + changes_text(proposal.changes)) + " in which " + verdict_text(proposal) + ".";
    if (!ended.tried_before.empty()) fix.text += " Tried before: " + sentence(ended.tried_before);
    ProposalPatch patch = proposal_patch(ended.changes);
    fix.patch = std::move(patch.text);
    if (patch.folder != fs::current_path().string()) fix.folder = std::move(patch.folder);
    fixes[ended.race.key()] = std::move(fix);
  }
  for (const RemainingRace& remaining : proposal.remaining) {
    fixes.try_emplace(remaining.race.key(),
                      FixProposal{"no change was found: " + sentence(remaining.reason), false, {}, {}});
  }
  return fixes;
}

/// Formats in which a proposal has a place.
bool holds_proposals(const std::string& report) {
  const auto target = detector::report_target(report);
  if (!target) return false;
  const bool has_place = target->format == detector::Format::kJson || target->format == detector::Format::kSarif ||
                         target->format == detector::Format::kHtml;
  std::error_code error;
  return has_place && fs::is_regular_file(target->path, error);  // What went into a pipe is gone.
}

}  // namespace

std::string add_to_reports(const ProgramRequest& request, const std::string& report_file, const Proposal& proposal) {
  const std::map<std::string, FixProposal> fixes = fixes_of(proposal);
  std::string error;
  const auto options = detector::parse_options(options_with_environment(request.runtime_options), error);
  if (!options || fixes.empty()) return {};
  auto report = detector::read_report(report_file, error);
  if (!report) return error;
  const auto reported = read_reported_run(report_file);
  if (!reported || reported->findings.size() != report->findings.size()) return {};
  for (std::size_t i = 0; i < report->findings.size(); ++i) {
    const auto fix = fixes.find(reported->findings[i].key());
    if (fix != fixes.end()) report->findings[i].proposal = fix->second;
  }
  detector::Symboliser symboliser(std::string("/dev/null"));  // The sources lie where they lay.
  for (const std::string& path : options->reports) {
    if (!holds_proposals(path)) continue;
    if (const auto problem = write_report(path, *report, symboliser)) return *problem;
  }
  return {};
}

}  // namespace fencepost::cli
