// A CUDA source to an object file of the host's: what fencepost-nvcc does with each .cu file.
#pragma once

#include <cstdint>
#include <string>

#include "compiler/frontend/translation.h"

namespace fencepost::compiler {

/// Kernels' second code, for the blocks that --sample does not check (checks.h): a third of the time to compile.
enum class SecondCode : std::uint8_t { kNever, kUnlessLarge, kAlways };

/// A code generator that takes a seventh of the time, for code that runs up to two thirds longer.
enum class QuickCode : std::uint8_t { kNever, kIfVeryLarge, kAlways };

struct Request {
  Translation translation;
  std::string object;               ///< The file to write.
  std::string program;              ///< Where the program `fencepost` is: see start_detector().
  std::string time_file;            ///< If not empty: where rows of phase_times.h go.
  std::string keep;                 ///< If not empty: a prefix of files with the IR behind each step.
  bool print_passes = false;        ///< Print the kernels' IR behind each step that changed it, on stderr.
  bool relocatable = false;         ///< -rdc=true: device code of other objects may use this one's.
  bool check = true;                ///< False: without the calls of the detector.
  bool debug = false;               ///< -G: not optimised, so that a debugger finds each local variable in memory.
  bool host_variables = false;      ///< -g: a debugger finds those local variables of the host that are in some place.
  bool reference = false;           ///< No kernel is split, no check inlined: for comparison.
  bool refuse_unsupported = false;  ///< What Fencepost cannot do is an error, also where no kernel comes to it.
  bool profile = false;             ///< With a call of the detector at the begin of each basic block.
  SecondCode second_code = SecondCode::kUnlessLarge;
  QuickCode quick_code = QuickCode::kIfVeryLarge;
  bool coverage = false;     ///< Device code keeps which lines and branches ran.
  bool code_object = false;  ///< Device code alone, to be loaded at run time (sim/code/code_object.h).
  unsigned warp_size = 32;   ///< Threads of a warp: 32, or 64 of HIP.
  int architecture = 90;     ///< 90 of sm_90.
  bool library = false;      ///< An object for shared libraries: embed.h.
};

/// False if the source has errors; they were told. Throws std::runtime_error if the object cannot be written.
bool compile(const Request& request);

}  // namespace fencepost::compiler
