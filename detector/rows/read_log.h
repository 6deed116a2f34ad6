// What blocks of a launch read in rows, one record for many of them, as long as nobody asks what was read of a page.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "detector/rows/kept_row.h"

namespace fencepost::detector {

/// Reads of one place by blocks, or intervals, that follow each other are one record: a row, its lines in a block, and
/// the same again and again further on. Memory is bounded: of more than kMost records nothing is taken. Thread safety:
/// as WorkerShadow.
class ReadLog {
 public:
  static constexpr std::size_t kMost = 1U << 13;
  /// Of a launch whose pages were asked for so often, it takes no more: each one goes through the records.
  static constexpr std::uint32_t kMostQuestions = 64;

  /// Its lines are one behind the other, or the same.
  [[nodiscard]] bool may_take(const Sheet& reads) const {
    const bool has_lines = reads.lines == 1 || reads.line_step == 0 ||
                           reads.line_step >= static_cast<std::int64_t>(reads.row.extent.bytes);
    return has_lines && records_.size() < kMost && questions_ < kMostQuestions;
  }
  /// In the interval of `epoch`.
  void add(const Sheet& reads, std::uint64_t epoch);
  /// What is added from now on is in records from this number on, which is at least 1.
  [[nodiscard]] std::uint32_t next() const { return first_open_; }
  /// Calls `visit(row, epoch)` for what the records from number `first` on read of the extent, and perhaps more; until
  /// it returns false, which is returned. What is added later is in other records.
  template <class Visit>
  bool each_near(std::uint32_t first, const Extent& extent, Visit visit) {
    ++questions_;
    close();
    for (std::size_t i = first - 1; i < records_.size(); ++i) {
      const KeptRow& record = records_[i];
      const bool goes_on = record.each_near(extent, [&](std::uint32_t q, std::uint32_t line) {
        // Of lines at the same addresses each has its threads.
        const std::uint32_t same = record.lines > 1 && record.line_step == 0 ? record.lines_of(q) : 1;
        for (std::uint32_t l = 0; l < same; ++l) {
          const Row row = record.at(q, line + l);
          if (row.extent.meets(extent) && !visit(row, record.epoch_of(q))) return false;
        }
        return true;
      });
      if (!goes_on) return false;
    }
    return true;
  }
  [[nodiscard]] const std::vector<KeptRow>& records() const { return records_; }
  void clear();

 private:
  static constexpr std::size_t kMostOpen = 64;

  /// A record to which more may be added.
  struct Open {
    std::uint64_t access = 0;  ///< 0: none.
    std::uint32_t threads = 0;
    std::uint32_t record = 0;  ///< From 1 on.
    std::size_t next = 0;      ///< Which of them came behind it the last time.
    std::uint64_t used = 0;    ///< The greater, the later.
  };
  void begin_record(const Sheet& reads, std::uint64_t epoch);
  void use(std::size_t which);
  void close() {
    open_.clear();
    last_ = 0;
    first_open_ = static_cast<std::uint32_t>(records_.size()) + 1;
  }

  std::vector<KeptRow> records_;
  std::vector<Open> open_;
  std::size_t last_ = 0;          ///< Which of them was used last.
  std::uint32_t first_open_ = 1;  ///< No record below this number is open.
  std::uint64_t uses_ = 0;
  std::uint32_t questions_ = 0;
};

}  // namespace fencepost::detector
