// `fencepost prove FILE.cu` of kernels that are no scans: race freedom for all launches, arguments and contents
// (docs/prove.md).
#pragma once

#include <string>
#include <vector>

namespace fencepost::cli {

struct KernelProofRequest {
  std::string file;
  std::vector<std::string> compiler_arguments;
  std::string kernel;                    ///< A part of its name; empty: all.
  std::vector<std::string> assumptions;  ///< --assume; all of them hold.
  bool may_alias = false;
  bool between_blocks = true;  ///< Races of two blocks are asked for, too.
  double query_seconds = 2;    ///< Of one question to Z3.
  double kernel_seconds = 60;  ///< Of all questions about a kernel.
  bool confirms = true;        ///< Run what Z3 finds.
  unsigned most_runs = 10;     ///< Of a kernel.
  std::string json;            ///< A file for the verdicts; "-": standard output, in place of the text.
  std::string drawing;         ///< A file for what the threads of a run use, and at any size; empty: none.
  std::string sarif;           ///< The same, as a SARIF log.
};

/// Whether the file is one whose kernels are proved: a source that does not call fencepost::prove_main.
bool has_kernels_to_prove(const std::string& file);

/// Returns 0 if all is proved, 66 if a run confirms a race, 5 if something is not decided, 2 for bad usage, 3 if the
/// source does not compile.
int prove_kernels(const KernelProofRequest& request);

}  // namespace fencepost::cli
