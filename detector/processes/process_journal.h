// What a process writes down for `fencepost check` while it runs, so that it is known whatever becomes of the process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "detector/model/finding.h"
#include "detector/processes/journal_state.h"

namespace fencepost::detector {

/// A file of one process: a page with numbers (JournalState), then lines of JSON: {"process"}, the {"kernel"}s that it
/// launches, each {"finding"} when it is found, and the {"report"} at the end. read_journal() reads it. Nothing is kept
/// open: programs may close whatever files they like. Thread safety: one call at a time; set_ended() any time.
class ProcessJournal {
 public:
  /// Makes the file, of a new name in `folder`. Check ok().
  ProcessJournal(const std::string& folder, const ProcessRecord& self);
  ~ProcessJournal();
  ProcessJournal(const ProcessJournal&) = delete;
  ProcessJournal& operator=(const ProcessJournal&) = delete;

  /// Why something could not be written: "cannot write /tmp/…: No space left on device"; empty if all was.
  [[nodiscard]] const std::string& error() const { return error_; }
  /// False if there is no journal at all.
  [[nodiscard]] bool ok() const { return state_ != nullptr; }

  /// Kernel `number`, from 0, is launched for the first time.
  void add_kernel(const std::string& name, bool checked);
  /// A launch of it begins.
  void count_kernel(std::size_t number);
  /// A launch has ended and its findings have been added: launches, blocks, threads and accesses so far.
  void count_launch(const Summary& so_far);
  /// Adds a finding, or replaces the one of the same number.
  void add_finding(std::size_t number, const Finding& finding);
  /// All that the process found, in place of what was added before.
  void add_report(const Report& report);
  /// The process ends by exit() or _exit(). May be called in a signal handler.
  void set_ended(int status);

 private:
  void add_line(const std::string& line);

  std::string path_, error_;
  JournalState* state_ = nullptr;
};

}  // namespace fencepost::detector
