// Ranges of elements: "for all i with first <= i and i < end".
#pragma once

#include <optional>
#include <vector>

#include "cli/solve/candidates.h"

namespace fencepost::cli::infer {

/// One clause that gives each row of the sample its elements as a range, of neighbours or of elements at equal
/// distances; its end may be the least of two expressions.
std::optional<std::vector<IndexClause>> fit_range(Candidates& candidates, bool may_exceed);

/// One expression that is target[i] for each i in `rows`, or two of which the least is; none: empty.
std::vector<Expression> find_ends(const Candidates& candidates, const std::vector<std::int64_t>& target,
                                  const RowSet& rows);

}  // namespace fencepost::cli::infer
