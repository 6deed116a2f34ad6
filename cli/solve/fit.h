// Finds the formula that gives each thread of a table its elements.
#pragma once

#include <optional>
#include <vector>

#include "cli/smt/expression.h"

namespace fencepost::cli::infer {

/// Of a clause more, besides its expressions: what fits with fewer is better.
inline constexpr int kCostOfClause = 6;

/// Clauses that together give every row exactly its elements, each once (or more, if Table::may_exceed, as long as they
/// exist): the simplest found. At most four indices, or one range; nullopt if no such formula fits all rows. What is
/// returned was checked on every row.
std::optional<std::vector<IndexClause>> fit(const Table& table);

/// Some of `hints`, few, that give every row its elements as fit() wants it; nullopt if none are found.
std::optional<std::vector<IndexClause>> fit_hints(const Table& table, const std::vector<IndexClause>& hints);

/// As fit() for the elements that one thread keeps while nobody uses them: rows of that thread alone, each with the
/// range begin … end - 1 of which it may be given any: "for all i in the range where …".
std::optional<std::vector<IndexClause>> fit_kept(const Table& table);

/// Whether the clauses give row `row` what it is to have.
bool gives(const std::vector<IndexClause>& clauses, const Row& row, bool may_exceed);

}  // namespace fencepost::cli::infer
