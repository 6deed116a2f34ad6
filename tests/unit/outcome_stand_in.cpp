// What the runtime defines for checked programs (detector/abi/start.cpp), which these tests are not.
#include <cstdlib>

#include "detector/model/outcome.h"

namespace fencepost::detector {

void report_finding(Finding, const std::string&) {}
void complete_sentences(Finding&) {}
void end_process_now(sim::StopReason) { std::abort(); }
void report_before_crash(int) {}

}  // namespace fencepost::detector
