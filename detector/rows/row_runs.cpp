#include "detector/rows/row_runs.h"

#include <algorithm>

namespace fencepost::detector {
namespace {

/// Adds runs of one row, `rank` being that of the block's first thread.
class RowRuns {
 public:
  RowRuns(const Row& row, const Extent& clip, std::uint64_t rank, Footprint& result)
      : row_(row),
        from_(clip.begin / kWordBytes),
        to_((clip.end() + kWordBytes - 1) / kWordBytes),
        rank_(rank + row.first),
        result_(result) {}

  void add() {
    if (row_.thread_step > row_.bytes) return add_each();
    // One behind the other, by one thread for all or one for each.
    const std::uint64_t count = row_.thread_step == 0 ? row_.turns : row_.threads;
    const bool is_of_one = row_.thread_step == 0;
    if (row_.bytes >= kWordBytes) return add_dense(row_.address, count, row_.bytes / kWordBytes, is_of_one ? 0 : 1, 0);
    // Of each word the elements at one place of it.
    const std::uint32_t of_word = kWordBytes / row_.bytes;
    for (std::uint64_t i = 0; i < std::min<std::uint64_t>(of_word, count); ++i) {
      const std::uint64_t there = (count - i + of_word - 1) / of_word;
      add_dense(row_.address + i * row_.bytes, there, 1, is_of_one ? 0 : of_word, is_of_one ? 0 : i);
    }
  }

 private:
  /// Accesses one behind the other, of `words` each, each by the row's thread `threads` further; the first is its
  /// thread `ahead`.
  void add_dense(std::uintptr_t at, std::uint64_t count, std::uint32_t words, std::uint32_t threads,
                 std::uint64_t ahead) {
    FootprintRun run = run_at(at, ahead);
    run.end = run.begin + count * words;
    if (count > 1 && threads != 0) {
      run.words_per_step = words;
      run.ranks_per_step = threads * row_.rank_step;
    }
    result_.add_run(run, from_, to_);
  }

  void add_each() {
    if (static_cast<std::uintptr_t>(row_.thread_step) % kWordBytes == 0) return add_elements(0, 1, row_.threads);
    // Of elements of less than a word those at one place of it.
    const std::uint32_t of_word = kWordBytes / row_.bytes;
    for (std::uint32_t i = 0; i < std::min(of_word, row_.threads); ++i) {
      add_elements(i, of_word, (row_.threads - i + of_word - 1) / of_word);
    }
  }

  /// Every `each`th element from the one of thread `first` on, `count` of them: those that have words of `clip`.
  void add_elements(std::uint32_t first, std::uint32_t each, std::uint64_t count) {
    const auto step = static_cast<std::uintptr_t>(row_.thread_step);
    const std::uint64_t words = row_.words_of_each();
    SpreadRun run{.first = run_at(row_.address + step * first, first),
                  .stride = step * each / kWordBytes,
                  .ranks_per_step = each * row_.rank_step};
    run.first.end = run.first.begin + words;
    const auto begin_below = [&](std::uint64_t word) {
      return word <= run.first.begin ? 0 : std::min(count, (word - run.first.begin + run.stride - 1) / run.stride);
    };
    const std::uint64_t before = from_ < words ? 0 : begin_below(from_ - words + 1), end = begin_below(to_);
    if (before >= end) return;
    run.first = run.at(before);
    run.count = end - before;
    result_.add_spread(run);
  }

  [[nodiscard]] FootprintRun run_at(std::uintptr_t at, std::uint64_t ahead) const {
    const Entry entry = cell::unpack(row_.access_at(at) | row_.first, row_.first);
    return {.begin = at / kWordBytes,
            .rank = rank_ + ahead * row_.rank_step,
            .site = entry.site,
            .kind = entry.kind,
            .mask = entry.mask};
  }

  const Row& row_;
  std::uint64_t from_, to_;
  std::uint64_t rank_;
  Footprint& result_;
};

}  // namespace

void add_runs(const KeptRow& rows, const Extent& clip, const LaunchRanks& ranks, Footprint& result) {
  rows.each_near(clip, [&](std::uint32_t q, std::uint32_t line) {
    const std::uint64_t block = ranks.blocks.at(rows.epoch_of(q)).block;
    RowRuns(rows.at(q, line), clip, block * ranks.threads, result).add();
    return true;
  });
}

}  // namespace fencepost::detector
