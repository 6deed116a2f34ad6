#include "detector/rows/repeated_rows.h"

namespace fencepost::detector {
namespace {

bool is_same(const AccessRow& a, const AccessRow& b, const RowThreads& threads) {
  return a.address == b.address && a.place == b.place && a.count == b.count && a.bytes == b.bytes &&
         a.writes == b.writes && (threads.count == 1 || a.thread_step == b.thread_step) &&
         (a.count == 1 || a.step == b.step) && (threads.lines == 1 || a.line_step == b.line_step);
}

bool is_to(const ShadowRange& shared, const AccessRow& row) { return row.count != 0 && shared.contains(row.address); }

}  // namespace

void RepeatedRows::begin_block(bool is_heard, bool same_objects) {
  if (!same_objects) forget();
  at_ = 0;
  if (!is_heard) {
    state_ = State::kRests;
  } else {
    state_ = steps_.empty() ? State::kNotes : State::kFollows;
  }
}

RepeatedRows::Next RepeatedRows::next_is(std::span<const AccessRow> rows, const RowThreads& threads,
                                         const ShadowRange& shared) const {
  const bool any_left = at_ < steps_.size();
  const Step* const step = any_left ? &steps_[at_] : nullptr;
  const bool same_threads = any_left && step->threads.first == threads.first && step->threads.count == threads.count &&
                            step->threads.lines == threads.lines;
  std::size_t expected = any_left ? step->begin : 0;
  const std::size_t end = same_threads ? step->end : expected;
  bool any = false;
  for (const AccessRow& row : rows) {
    if (!is_to(shared, row)) continue;
    any = true;
    if (expected == end || !is_same(told_[expected++], row, threads)) return Next::kOther;
  }
  if (!any) return Next::kNone;
  return expected == end ? Next::kSame : Next::kOther;
}

void RepeatedRows::part() {
  steps_.resize(at_);
  const std::size_t rows = steps_.empty() ? 0 : steps_.back().end;
  told_.resize(rows);
  sheets_.resize(rows);
  state_ = State::kNotes;
}

void RepeatedRows::forget() {
  steps_.clear();
  told_.clear();
  sheets_.clear();
  at_ = 0;
  rest();
}

bool RepeatedRows::goes_on_noting() {
  if (notes() && steps_.size() == kMostSteps) rest();
  return notes();
}

void RepeatedRows::note(std::span<const AccessRow> rows, const RowThreads& threads, std::span<const Sheet> sheets) {
  if (!goes_on_noting()) return;
  Step step{told_.size(), told_.size(), threads};
  auto sheet = sheets.begin();
  for (const AccessRow& row : rows) {
    if (row.count == 0) continue;
    const Sheet& made = *sheet++;
    if (!made.row.is_shared) continue;
    told_.push_back(row);
    sheets_.push_back(made);
    const std::uint64_t of_each = made.row.turns * made.row.repeats;
    const std::uint64_t accesses = of_each * made.row.threads * made.lines;
    if (made.row.writes()) {
      step.writes += accesses;
    } else {
      step.reads += accesses;
      step.reads_of_each += of_each;
    }
  }
  step.end = told_.size();
  if (!step.ends_interval()) steps_.push_back(step);
}

void RepeatedRows::note_interval_end() {
  if (goes_on_noting()) steps_.push_back({told_.size(), told_.size(), {}});
}

}  // namespace fencepost::detector
