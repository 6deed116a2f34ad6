// What blocks tell of shared memory in rows is mostly what the block before told: then it need not be looked at again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "detector/rows/rows.h"
#include "sim/interface/inlined_checks.h"

namespace fencepost::detector {

/// Whether rows are kept (SharedRows) follows from what was told since the block began, as long as no access was told
/// by itself: the same addresses, threads and places in the same order, with barriers between them. A block that tells
/// what is noted of the one before it follows: nothing else is done of its rows. Where it parts from that, or single
/// accesses come, SharedRows is to be told what it did so far, and it goes on from there.
///
/// Thread safety: none; one per worker.
class RepeatedRows {
 public:
  static constexpr std::size_t kMostSteps = 1024;  ///< That are noted of a block.

  /// Rows that were told together, of which these are to shared memory; or the end of an interval.
  struct Step {
    std::size_t begin, end;  ///< Of told() and sheets(); none: an interval ends.
    RowThreads threads;
    std::uint64_t reads = 0, writes = 0;  ///< Accesses.
    std::uint64_t reads_of_each = 0;      ///< By one thread.
    [[nodiscard]] bool ends_interval() const { return begin == end; }
  };
  enum class Next {
    kNone,   ///< No rows to shared memory.
    kSame,   ///< Those of the next step.
    kOther,  ///< Others.
  };

  /// `is_heard`: it will be known before the first access that is told by itself. `same_objects`: the words of shared
  /// memory that are variables' are those of the block before.
  void begin_block(bool is_heard, bool same_objects);
  [[nodiscard]] bool follows() const { return state_ == State::kFollows; }
  [[nodiscard]] bool notes() const { return state_ == State::kNotes; }

  /// While it follows: what `rows` are.
  [[nodiscard]] Next next_is(std::span<const AccessRow> rows, const RowThreads& threads,
                             const ShadowRange& shared) const;
  [[nodiscard]] bool interval_ends_next() const { return at_ < steps_.size() && steps_[at_].ends_interval(); }
  const Step& advance() { return steps_[at_++]; }

  /// While it follows: what the block did so far.
  [[nodiscard]] std::span<const Step> done() const { return std::span(steps_).first(at_); }
  [[nodiscard]] std::span<const Sheet> sheets(const Step& step) const {
    return std::span(sheets_).subspan(step.begin, step.end - step.begin);
  }
  /// The block goes another way, which is noted.
  void part();
  /// Single accesses come: of this block nothing else is noted.
  void rest() { state_ = State::kRests; }
  /// What was noted does not hold any more.
  void forget();

  /// While it notes: rows that are kept, as told and as sheets, of which those to shared memory are noted.
  void note(std::span<const AccessRow> rows, const RowThreads& threads, std::span<const Sheet> sheets);
  void note_interval_end();

 private:
  enum class State : std::uint8_t { kFollows, kNotes, kRests };

  /// Of a block that notes: rests if there is no room for another step.
  bool goes_on_noting();

  State state_ = State::kRests;
  std::size_t at_ = 0;  ///< The next step of a block that follows.
  std::vector<Step> steps_;
  std::vector<AccessRow> told_;
  std::vector<Sheet> sheets_;  ///< Of each of these.
};

}  // namespace fencepost::detector
