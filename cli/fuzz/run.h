// `fencepost fuzz`: searches for inputs of a kernel or program that show findings.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/base/checked_program.h"
#include "cli/fuzz/inputs/kernel_space.h"

namespace fencepost::cli {

/// As on the command line.
struct FuzzRequest {
  FuzzKernelRequest kernel;    ///< Its target is also the program's file.
  std::string standard_input;  ///< --stdin
  std::string input_file;      ///< --input
  std::string corpus;          ///< --corpus; empty: a folder below fencepost-fuzz.
  std::uint64_t runs = 0;      ///< --runs; 0: not given.
  double seconds = 0;          ///< --time; 0: not given.
  bool allow_no_launch = false;
};

/// Runs inputs until the time or their number is over, or an interrupt. What they are and what they reached is told on
/// standard output, the findings on standard error and in --report. Returns the exit status (docs/fuzz.md).
int run_fuzz(const ProgramRequest& program, const FuzzRequest& request);

}  // namespace fencepost::cli
