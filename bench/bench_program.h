// Programs of bench/programs, compiled by fencepost-nvcc and run.
#pragma once

#include <string>

namespace fencepost::bench {

/// What a program printed (bench_timer.h).
struct Result {
  double seconds = 0, accesses = 0, crossings = 0;
  bool right = false;
};

/// Path of the compiled program bench/programs/NAME.cu; empty if it does not compile. `options` of fencepost-nvcc.
std::string compile(const std::string& name, const std::string& options = "");

/// The program's standard output; empty if it fails. `options` for FENCEPOST_OPTIONS.
std::string output_of(const std::string& program, const std::string& options);

/// Runs the program with its arguments.
Result run(const std::string& program, const std::string& options);

}  // namespace fencepost::bench
