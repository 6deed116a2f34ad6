// How a checked program ends: the report written, the exit status (docs/report-format.md). What runs kernels without
// being such a program (the tests) has no report.
#pragma once

#include <string>

#include "detector/model/finding.h"
#include "sim/interface/observer.h"

namespace fencepost::detector {

/// What a checked program provides when it starts (detector/abi/start.cpp).
struct Outcome {
  /// Adds a finding from outside of a launch, once for each `key`. Any thread.
  void (*report_finding)(Finding, const std::string& key);
  /// Fills in message and hint where the finding has none yet.
  void (*complete_sentences)(Finding&);
  /// Writes the report and ends the process with 124 (time-out) or 130 (interrupt).
  void (*end_process_now)(sim::StopReason);
  /// Writes the report of what ran before the host part of the program got `signal`.
  void (*report_before_crash)(int signal);
};

/// Written before the first launch. Until then findings are dropped, and what ends the process aborts it.
Outcome& outcome();

}  // namespace fencepost::detector
