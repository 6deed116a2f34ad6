#include "detector/rows/read_log.h"

namespace fencepost::detector {
namespace {

/// Their lines follow each other in the same way.
bool have_same_lines(const KeptRow& record, const Sheet& reads) {
  return reads.lines == 1 || (reads.line_threads == record.line_threads &&
                              static_cast<std::uintptr_t>(reads.line_step) == record.line_step);
}

}  // namespace

void ReadLog::use(std::size_t which) {
  open_[last_].next = which;
  last_ = which;
  open_[which].used = ++uses_;
}

void ReadLog::add(const Sheet& reads, std::uint64_t epoch) {
  constexpr std::uintptr_t kFarthest = std::uintptr_t{1} << 32;
  // Of several that it may be the second of, the last ones, in the order of the code: blocks do alike.
  constexpr std::size_t kNone = ~std::size_t{0};
  std::size_t first = kNone;
  const auto precedes = [&](const Open& a, const Open& b) {
    const std::uint64_t then = records_[a.record - 1].epoch, other = records_[b.record - 1].epoch;
    return then > other || (then == other && a.used < b.used);
  };
  const std::size_t expected = open_.empty() ? 0 : open_[last_].next;
  for (std::size_t i = 0; i <= open_.size(); ++i) {
    const std::size_t which = i == 0 ? expected : i - 1;
    if (which >= open_.size()) continue;
    Open& open = open_[which];
    if (open.access != reads.row.access || open.threads != reads.row.threads) continue;
    KeptRow& record = records_[open.record - 1];
    const bool same_lines = have_same_lines(record, reads);
    if (same_lines && reads.lines <= record.last_lines && record.ends_with(reads.row, epoch)) return use(which);
    if (reads.lines == 1 && record.add_line(reads.row, epoch, kFarthest)) return use(which);
    const bool is_next = same_lines && (reads.lines == 1 || reads.lines == record.lines) &&
                         record.distance_to(reads.row, epoch, kFarthest) != KeptRow::kTooFar;
    if (is_next && (record.count > 1 || i == 0)) {
      record.append(reads.row, epoch, reads.lines);
      return use(which);
    }
    if (is_next && (first == kNone || precedes(open, open_[first]))) first = which;
    if (record.count > 1 && record.epoch_of(record.count) < epoch) open = {};  // Nothing continues it any longer.
  }
  if (first == kNone) return begin_record(reads, epoch);
  records_[open_[first].record - 1].append(reads.row, epoch, reads.lines);
  return use(first);
}

void ReadLog::begin_record(const Sheet& reads, std::uint64_t epoch) {
  KeptRow record{.row = reads.row, .epoch = epoch};
  if (reads.lines > 1) {
    record.lines = record.last_lines = reads.lines;
    record.line_threads = reads.line_threads;
    record.line_step = static_cast<std::uintptr_t>(reads.line_step);
  }
  records_.push_back(record);
  std::size_t which = static_cast<std::size_t>(std::ranges::min_element(open_, {}, &Open::used) - open_.begin());
  if (open_.empty() || (open_[which].used != 0 && open_.size() < kMostOpen)) {
    which = open_.size();
    open_.emplace_back();
  }
  const auto number = static_cast<std::uint32_t>(records_.size());
  open_[which] = {.access = reads.row.access, .threads = reads.row.threads, .record = number, .next = which + 1};
  use(which);
}

void ReadLog::clear() {
  records_.clear();
  close();
  uses_ = 0;
  questions_ = 0;
}

}  // namespace fencepost::detector
