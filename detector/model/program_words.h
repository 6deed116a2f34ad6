// How the program was run, for reports.
#pragma once

#include <string>
#include <vector>

#include "detector/model/finding.h"

namespace fencepost::detector {

/// Set by `fencepost run` for the program it compiles: the options of the compiler and, last, the source as it was
/// given, quoted as in a shell (shell_words.h). It names one process: the start-up code takes it away from that one's
/// children.
inline constexpr const char* kProgramVariable = "FENCEPOST_PROGRAM";
/// Which process that is, once it has started, where what was started may make way for another program, as scripts of
/// the shell do that look for an interpreter: its number. Then the start-up code leaves both to that program.
inline constexpr const char* kProcessVariable = "FENCEPOST_PROGRAM_PROCESS";

/// What kProgramVariable said when it was first asked for.
struct SourceWords {
  std::vector<std::string> words;  ///< Empty: the program was called by its own name.
  std::string path;                ///< Of the source, absolute; empty if there are no words.
};
const SourceWords& source_words();

/// This process.
ProgramCall this_program();

}  // namespace fencepost::detector
