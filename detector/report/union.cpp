#include "detector/report/union.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "detector/model/names.h"
#include "detector/report/order.h"

namespace fencepost::detector {

/// As the findings of one run are told apart: races by their lines in any order, others by what their threads do where
/// and what is said of them.
std::string defect_of(const Finding& finding) {
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
  for (const std::string_view word :
       {name_of(finding.kind), name_of(finding.space), name_of(scope_of_mistake(finding))}) {
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

namespace {

/// `finding` is of so many runs.
void add_finding(std::map<std::string, Finding>& findings, const Finding& finding, std::uint64_t runs) {
  auto [at, is_new] = findings.try_emplace(defect_of(finding), finding);
  Finding& known = at->second;
  if (is_new) {
    known.runs = runs;
    return;
  }
  runs += known.runs;
  std::vector<std::uint32_t> processes = known.processes;
  processes.insert(processes.end(), finding.processes.begin(), finding.processes.end());
  std::string program = known.program.empty() ? finding.program : known.program;
  const Scope scope = finding.scope == known.scope ? known.scope : scope_of_mistake(known);
  if (finding.severity > known.severity) known = finding;
  known.scope = scope;
  known.runs = runs;
  known.processes = std::move(processes);
  known.program = std::move(program);
}

/// Of how many runs a finding of `report` is; 0 where it tells processes apart.
std::uint64_t runs_of(const Finding& finding, const Report& report) {
  return report.processes.empty() ? std::max<std::uint64_t>(finding.runs, 1) : finding.runs;
}

}  // namespace

void ReportUnion::add(const Report& run, const RunName& name) {
  const auto named = [&name](Finding finding) {
    finding.seed = name.seed;
    finding.configuration = name.configuration;
    finding.repeat = name.repeat;
    return finding;
  };
  for (const Finding& finding : run.findings) add_finding(findings_, named(finding), 1);
  for (const Finding& finding : run.suppressed) add_finding(suppressed_, named(finding), 1);
  add_sums(run);
}

void ReportUnion::add(const Report& report) {
  const auto first = static_cast<std::uint32_t>(processes_.size());
  const auto numbered = [first](Finding finding) {
    for (std::uint32_t& number : finding.processes) number += first;
    return finding;
  };
  for (const Finding& each : report.findings) add_finding(findings_, numbered(each), runs_of(each, report));
  for (const Finding& each : report.suppressed) add_finding(suppressed_, numbered(each), runs_of(each, report));
  processes_.insert(processes_.end(), report.processes.begin(), report.processes.end());
  add_sums(report);
}

void ReportUnion::add_sums(const Report& run) {
  const bool has_processes = !run.processes.empty();
  const std::uint64_t runs = has_processes ? run.summary.runs : std::max<std::uint64_t>(run.summary.runs, 1);
  const std::uint64_t reports = runs + run.processes.size();
  sums_.runs += runs;
  sums_.processes += static_cast<std::uint64_t>(std::ranges::count_if(
      run.processes, [](const ProcessRecord& process) { return process.end != ProcessRecord::End::kNotCompiled; }));
  reports_ += reports;
  sums_.launches += run.summary.launches;
  sums_.blocks += run.summary.blocks;
  sums_.threads += run.summary.threads;
  sums_.accesses += run.summary.accesses;
  sums_.library_operations += run.summary.library_operations;
  sums_.seconds += run.summary.seconds;
  if (const auto& sample = run.summary.sample) {
    if (!sums_.sample) sums_.sample.emplace();
    sums_.sample->in_full += sample->in_full;
    sums_.sample->in_part += sample->in_part;
    sums_.sample->not_checked += sample->not_checked;
    sums_.sample->blocks += sample->blocks;
    sums_.sample->no_code += sample->no_code;
  }
  left_out_ += run.summary.left_out;
  if (!program_) program_ = run.program;
  if (*program_ != run.program) program_ = ProgramCall();
  add_left_out(left_out_by_kind_, run.summary.left_out_by_kind);
  if (sums_.exit_status.value_or(0) == 0) sums_.exit_status = run.summary.exit_status;
  for (const LaunchedKernel& kernel : run.kernels) {
    const auto known = std::ranges::find(kernels_, kernel.name, &LaunchedKernel::name);
    if (known == kernels_.end()) {
      kernels_.push_back(kernel);
    } else {
      known->launches += kernel.launches;
      known->checked = known->checked || kernel.checked;
    }
  }
  for (const Note& note : run.notes) {
    if (note.kind != Note::Kind::kSampled) add_note(note, reports);  // arrange() says it of all.
  }
  if (!run.contracts) return;
  if (!contracts_) contracts_.emplace();
  contracts_->held += run.contracts->held;
  for (const auto count : {&ContractSummary::clauses, &ContractSummary::failed, &ContractSummary::assumptions,
                           &ContractSummary::not_evaluated, &ContractSummary::unsupported}) {
    (*contracts_).*count = std::max((*contracts_).*count, (*run.contracts).*count);
  }
}

void ReportUnion::add_note(const std::string& text) { add_note({Note::Kind::kRunEnded, text}, 1); }

void ReportUnion::add_note(const Note& note, std::uint64_t runs) {
  const auto known = std::ranges::find_if(
      notes_, [&](const auto& entry) { return entry.first.kind == note.kind && entry.first.text == note.text; });
  if (known != notes_.end()) {
    known->second += runs;
  } else {
    notes_.emplace_back(note, runs);
  }
}

Report ReportUnion::report(std::size_t most, const Baseline* baseline) const {
  Report report;
  report.summary = sums_;
  report.kernels = kernels_;
  report.contracts = contracts_;
  report.program = program_.value_or(ProgramCall());
  report.processes = processes_;
  for (const auto& [key, finding] : findings_) report.findings.push_back(finding);
  for (const auto& [key, finding] : suppressed_) report.findings.push_back(finding);
  for (const auto& [note, runs] : notes_) {
    const bool speaks_of_all = note.kind == Note::Kind::kUnusedRule || note.kind == Note::Kind::kNoSuchKernel;
    if (!speaks_of_all || runs == reports_) report.notes.push_back(note);
  }
  arrange(report, most, baseline);
  count_left_out(report.summary, left_out_, left_out_by_kind_);
  for (const Finding& finding : report.suppressed) {
    if (finding.suppressed->kind != Suppression::Kind::kBaseline) continue;
    for (const std::uint32_t number : finding.processes) {
      ProcessRecord& process = report.processes[number - 1];
      std::uint64_t& count = finding.severity == Severity::kError ? process.errors : process.warnings;
      count -= std::min<std::uint64_t>(count, 1);
    }
  }
  return report;
}

}  // namespace fencepost::detector
