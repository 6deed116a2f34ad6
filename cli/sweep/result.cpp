#include "cli/sweep/result.h"
#include "cli/base/checked_program.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <utility>

#include "cli/formats/format.h"
#include "cli/sweep/table.h"
#include "detector/model/sweep_results.h"
#include "detector/report/order.h"
#include "detector/report/reader.h"
#include "detector/report/union.h"
#include "detector/text/text_layout.h"

namespace fencepost::cli {
namespace {

constexpr int kNothingChecked = 4;

/// How a run ended, as far as that is not about findings; empty if as it should.
std::string end_of(const SweepRecord& record, const std::optional<detector::Report>& report, bool require_launch) {
  if (record.signal != 0) {
    return "signal " + std::to_string(record.signal) + " (" + strsignal(record.signal) + ")";
  }
  if (record.status == kTimedOut) return "timeout";
  if (record.status != 0) return "exit status " + std::to_string(record.status);
  if (!report) return "no report";
  if (require_launch && !detector::nothing_checked(*report).empty()) return "no kernel checked";
  return {};
}

class Summing {
 public:
  Summing(const SweepGrid& grid, const detector::Options& options) : grid_(grid), options_(options) {
    cells_.resize(grid.cells());
  }

  void add(std::size_t configuration, const std::optional<SweepRecord>& record, const std::string& command) {
    Cell& cell = cells_[configuration / grid_.runs_of_cell()];
    if (!record) {
      ++cell.ends["not run"];
      return;
    }
    ++result_.done;
    const auto report =
        record->report.empty() ? std::optional<detector::Report>() : detector::parse_json_report(record->report);
    if (report) {
      findings_.add(*report, {grid_.seed(configuration), grid_.label(configuration), command});
      for (const detector::Finding& finding : report->findings) ++cell.defects[detector::defect_of(finding)];
    }
    const std::string end = end_of(*record, report, options_.require_launch);
    if (!end.empty()) {
      ++cell.ends[end];
      Example& example = examples_[end];
      if (example.runs++ == 0) example = {1, grid_.label(configuration), record->last_words};
    }
    if (record->status == kTimedOut) timed_out_ = true;
    if (signal_ == 0) signal_ = record->signal;
    if (own_status_ == 0) own_status_ = record->status;
    if (record->status == 0 && (!report || !detector::nothing_checked(*report).empty())) has_empty_run_ = true;
  }

  SweepResult finish() {
    // All have a number in the table, also those that the report has no room for.
    const detector::Report all = findings_.report(findings_.findings());
    for (const detector::Finding& finding : all.findings) {
      const std::string defect = detector::defect_of(finding);
      known_[defect] = {known_.size() + 1, finding.severity == detector::Severity::kError, finding.fingerprint};
    }
    std::vector<std::string> texts;
    for (const Cell& cell : cells_) texts.push_back(cell_text(cell));
    result_.table = sweep_table(grid_, texts) + legend(all);
    for (const auto& [end, example] : examples_) findings_.add_note(example_text(end, example));
    result_.report = findings_.report(options_.max_findings);
    result_.report.sweep = std::make_shared<detector::SweepResults>(results());
    result_.status = status();
    return std::move(result_);
  }

 private:
  /// How many runs of a cell had what.
  struct Cell {
    std::map<std::string, std::size_t> defects, ends;
  };
  struct Known {
    std::size_t number = 0;
    bool is_error = false;
    std::string fingerprint;
  };
  struct Example {
    std::size_t runs = 0;
    std::string configuration, last_words;  ///< Of the first.
  };

  [[nodiscard]] detector::SweepResults results() const {
    detector::SweepResults sweep{.runs_of_cell = grid_.runs_of_cell()};
    for (const SweepAxis& axis : grid_.axes()) sweep.axes.push_back({axis.name, axis.values});
    std::map<detector::SweepResults::Result, std::uint32_t> numbers;
    for (const Cell& cell : cells_) {
      detector::SweepResults::Result result;
      for (const auto& [defect, runs] : cell.defects) result.findings[known_.at(defect).fingerprint] += runs;
      for (const auto& [end, runs] : cell.ends) result.ends[end] = runs;
      const auto [at, is_new] = numbers.try_emplace(result, static_cast<std::uint32_t>(sweep.results.size()));
      if (is_new) sweep.results.push_back(std::move(result));
      sweep.cells.push_back(at->second);
    }
    return sweep;
  }

  [[nodiscard]] std::string some(std::size_t runs) const {
    return runs < grid_.runs_of_cell() ? " under some seeds" : "";
  }

  [[nodiscard]] std::string cell_text(const Cell& cell) const {
    // By number; those of all runs first, so that "under some seeds" is said once.
    std::map<std::size_t, std::string> always, sometimes;
    std::size_t errors = 0, warnings = 0;
    for (const auto& [defect, runs] : cell.defects) {
      const Known& known = known_.at(defect);
      ++(known.is_error ? errors : warnings);
      (some(runs).empty() ? always : sometimes)[known.number] = "#" + std::to_string(known.number);
    }
    std::string text, numbers;
    for (const auto& [number, name] : always) numbers += (numbers.empty() ? "" : " ") + name;
    for (const auto& [number, name] : sometimes) numbers += (numbers.empty() ? "" : " ") + name;
    if (!sometimes.empty()) numbers += always.empty() ? " under some seeds" : ", the last " + count(sometimes.size());
    if (errors != 0) text += detector::count_of(errors, "error", "errors");
    if (warnings != 0) text += (text.empty() ? "" : ", ") + detector::count_of(warnings, "warning", "warnings");
    if (!text.empty()) text += " (" + numbers + ")";
    for (const auto& [end, runs] : cell.ends) text += (text.empty() ? "" : ", ") + end + some(runs);
    return text.empty() ? "ok" : text;
  }

  static std::string count(std::size_t number) { return std::to_string(number) + " under some seeds"; }

  [[nodiscard]] std::string example_text(const std::string& end, const Example& example) const {
    std::string text = end + " in " + detector::with_commas(example.runs) + " of " +
                       detector::count_of(result_.done, "run", "runs") + ", first with " + example.configuration;
    if (!example.last_words.empty()) text += ": " + example.last_words;
    return text;
  }

  [[nodiscard]] std::string legend(const detector::Report& all) const {
    std::string text;
    for (std::size_t i = 0; i < all.findings.size(); ++i) {
      const detector::Finding& finding = all.findings[i];
      text += "#" + std::to_string(i + 1) + " " + title_of(finding);
      text += ", first with " + finding.configuration + "\n";
    }
    for (const auto& [end, example] : examples_) text += example_text(end, example) + "\n";
    return text.empty() ? text : "\n" + text;
  }

  [[nodiscard]] int status() const {
    if (timed_out_) return kTimedOut;
    if (signal_ != 0) return 128 + signal_;
    if (detector::fails(result_.report.summary, options_.fail_on)) return options_.error_exitcode;
    if (own_status_ != 0) return own_status_;
    return has_empty_run_ && options_.require_launch ? kNothingChecked : 0;
  }

  const SweepGrid& grid_;
  const detector::Options& options_;
  SweepResult result_;
  detector::ReportUnion findings_;
  std::vector<Cell> cells_;
  std::map<std::string, Known> known_;       ///< By defect.
  std::map<std::string, Example> examples_;  ///< By how they ended.
  bool timed_out_ = false, has_empty_run_ = false;
  int signal_ = 0, own_status_ = 0;  ///< The first that is not 0.
};

}  // namespace

SweepResult sum_up(const SweepGrid& grid, const std::vector<std::optional<SweepRecord>>& records,
                   const detector::Options& options, const std::function<std::string(std::size_t)>& command) {
  Summing summing(grid, options);
  for (std::size_t i = 0; i < records.size(); ++i) summing.add(i, records[i], records[i] ? command(i) : std::string());
  return summing.finish();
}

}  // namespace fencepost::cli
