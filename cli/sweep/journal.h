// What is known of the runs of a sweep, on disk.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>

namespace fencepost::cli {

/// How the run of one configuration ended.
struct SweepRecord {
  std::size_t configuration = 0;  ///< Its number in the grid.
  std::string label;              ///< SweepGrid::label() of it.
  int status = 0;                 ///< Of exit(); 124: it was stopped for its --timeout.
  int signal = 0;                 ///< That ended it, 0 if none.
  std::string last_words;         ///< The last line that it wrote to standard error, if it failed.
  std::string report;             ///< As JSON; empty if it left none.
};

/// The record as one line, without its end; and back: nullopt if `line` is none that was written whole.
std::string journal_line(const SweepRecord& record);
std::optional<SweepRecord> parse_journal_line(const std::string& line);

/// A folder of journals. Every process appends to one of its own, a line for each record, in one write: a line that a
/// crash or a full disk has cut short is no record, and its configuration has not been run. Thread safety: none.
class SweepJournal {
 public:
  /// Creates `folder` if needed; this process' journal, `name`, when it first adds something. Throws
  /// std::runtime_error.
  SweepJournal(std::string folder, std::string name);
  ~SweepJournal();
  SweepJournal(const SweepJournal&) = delete;
  SweepJournal& operator=(const SweepJournal&) = delete;

  /// Appends; a crash of this process loses nothing from here on. Throws std::runtime_error, e.g. if the disk is full.
  void add(const SweepRecord& record);

  /// Tells every record that has been added, by whatever process, since the last call.
  void read_new(const std::function<void(SweepRecord)>& take);

 private:
  const std::string folder_, path_;
  int file_ = -1;
  std::map<std::string, std::size_t> read_;  ///< By file: bytes that read_new() has told.
};

}  // namespace fencepost::cli
