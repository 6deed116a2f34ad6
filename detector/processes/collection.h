// This process' part of a `fencepost check`: it writes down for it what is launched and found.
#pragma once

#include <string>

#include "detector/model/run_listener.h"
#include "detector/processes/process_journal.h"
#include "detector/symbols/symboliser.h"

namespace fencepost::detector {

class Collection final : public RunListener {
 public:
  /// Makes the journal. `symboliser` must outlive it.
  Collection(const std::string& folder, const ProcessRecord& self, Symboliser& symboliser);

  void launch_begins(std::size_t number, const std::string& name, bool is_first, bool checked) override;
  void launch_ended(std::size_t number, const Summary& totals) override;
  void found(std::size_t number, const Finding& finding) override;

  /// Everything, at the end. False, after a message, if something could not be written down.
  bool add_report(Report report);
  /// See ProcessJournal::set_ended().
  void set_ended(int status) { journal_.set_ended(status); }
  /// Why there is no journal; empty if there is one.
  [[nodiscard]] std::string error() const { return journal_.ok() ? "" : journal_.error(); }

 private:
  void tell_error();

  Symboliser& symboliser_;
  ProcessRecord self_;
  ProcessJournal journal_;
  bool told_error_ = false;
};

}  // namespace fencepost::detector
