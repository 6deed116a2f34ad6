#include "detector/report_union.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "detector/names.h"
#include "detector/report_order.h"

namespace fencepost::detector {
namespace {

/// As the findings of one run are told apart: races by their lines in any order, others by what their threads do where
/// and what is said of them.
std::string key_of(const Finding& finding) {
  const bool is_race = finding.kind == Kind::kRace;
  std::set<std::string> places;
  for (const FindingAccess& access : finding.accesses) {
    // Of threads that wait at the same place only the first has its stack.
    if (!is_race && access.stack.empty() && access.location.line != 0) continue;
    std::string place(is_race ? "" : name_of(access.kind));
    const auto add = [&](const Location& at) {
      place += '|' + at.file + ':' + std::to_string(at.line) + ':' + at.function;
    };
    if (is_race) add(access.location);
    if (!is_race) std::ranges::for_each(access.stack, add);
    places.insert(std::move(place));
  }
  std::string key;
  for (const std::string_view word : {name_of(finding.kind), name_of(finding.space), name_of(finding.scope)}) {
    key.append(word) += '|';
  }
  for (const std::string& place : places) key += '|' + place;
  if (!is_race) {
    // Which threads, lanes and addresses it speaks of may differ.
    std::string message = finding.message;
    std::erase_if(message, [](char c) { return '0' <= c && c <= '9'; });
    key += "||" + message;
  }
  if (finding.suppressed) key += "|by " + finding.suppressed->by;
  return key;
}

void add_finding(std::map<std::string, Finding>& findings, const Finding& finding, std::uint64_t seed) {
  auto [at, is_new] = findings.try_emplace(key_of(finding), finding);
  Finding& known = at->second;
  if (is_new) {
    known.seed = seed;
    known.runs = 1;
    return;
  }
  const std::uint64_t runs = known.runs + 1;
  if (finding.severity > known.severity) {
    known = finding;
    known.seed = seed;
  }
  known.runs = runs;
}

}  // namespace

void ReportUnion::add(const Report& run, std::uint64_t seed) {
  ++sums_.runs;
  sums_.launches += run.summary.launches;
  sums_.blocks += run.summary.blocks;
  sums_.threads += run.summary.threads;
  sums_.accesses += run.summary.accesses;
  for (const Finding& finding : run.findings) add_finding(findings_, finding, seed);
  for (const Finding& finding : run.suppressed) add_finding(suppressed_, finding, seed);
  for (const Note& note : run.notes) add_note(note);
  if (!run.contracts) return;
  if (!contracts_) contracts_.emplace();
  contracts_->held += run.contracts->held;
  for (const auto count : {&ContractSummary::clauses, &ContractSummary::failed, &ContractSummary::assumptions,
                           &ContractSummary::not_evaluated, &ContractSummary::unsupported}) {
    (*contracts_).*count = std::max((*contracts_).*count, (*run.contracts).*count);
  }
}

void ReportUnion::add_note(const std::string& text) { add_note({Note::Kind::kRunEnded, text}); }

void ReportUnion::add_note(const Note& note) {
  const auto known = std::ranges::find_if(
      notes_, [&](const auto& entry) { return entry.first.kind == note.kind && entry.first.text == note.text; });
  if (known != notes_.end()) {
    ++known->second;
  } else {
    notes_.emplace_back(note, 1);
  }
}

Report ReportUnion::report(std::size_t most) const {
  Report report;
  report.summary = sums_;
  report.contracts = contracts_;
  for (const auto& [key, finding] : findings_) report.findings.push_back(finding);
  for (const auto& [key, finding] : suppressed_) report.findings.push_back(finding);
  for (const auto& [note, runs] : notes_) {
    const bool speaks_of_all = note.kind == Note::Kind::kUnusedRule || note.kind == Note::Kind::kNoSuchKernel;
    if (!speaks_of_all || runs == sums_.runs) report.notes.push_back(note);
  }
  arrange(report, most);
  return report;
}

}  // namespace fencepost::detector
