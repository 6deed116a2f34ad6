// The report in the words of NVIDIA's compute-sanitizer, for scripts that read its logs.
#pragma once

#include <string>

#include "detector/model/finding.h"

namespace fencepost::cli {

/// Lines that begin with "=========", as memcheck, racecheck, initcheck and synccheck print them, of one run together.
/// There is no machine code and no GPU's address: code offsets are 0x0, addresses are offsets into the object that is
/// named behind them. "ERROR SUMMARY" counts errors of all kinds and warnings, "RACECHECK SUMMARY" the races.
std::string render_sanitizer(const detector::Report& report);

}  // namespace fencepost::cli
