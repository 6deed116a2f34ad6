// `fencepost permissions --prove`: from the runs at some sizes to all sizes.
#pragma once

#include <string>
#include <vector>

#include "cli/base/checked_program.h"
#include "cli/solve/solve.h"
#include "detector/model/scope_record.h"

namespace fencepost::cli::infer {

struct SizesVerdict {
  std::string text;       ///< For people.
  bool has_race = false;  ///< In a run at another size.
};

/// Asks Z3, runs the counterexamples that the program's arguments reach and some other sizes. `runs` are those at
/// `sizes`; `others` are further sizes to try; `hints` as of infer_clauses(). Throws std::runtime_error if there is no
/// z3 or it refuses the question.
SizesVerdict prove_and_try(const ProgramRequest& program, const std::vector<std::string>& sizes,
                           const std::vector<std::string>& others, const std::vector<detector::ScopeRecord>& runs,
                           const HintsFor& hints);

}  // namespace fencepost::cli::infer
