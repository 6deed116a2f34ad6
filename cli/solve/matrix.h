// Elements of arrays of two dimensions, by row and column.
#pragma once

#include <optional>
#include <vector>

#include "cli/smt/expression.h"

namespace fencepost::cli::infer {

/// `clauses` fit a table that counts the elements of an array of two dimensions row by row. The same with rows and
/// columns: of each clause one element, a part of a row, or a part of a column; nullopt if one gives something else.
/// What is returned was checked on every row of the table.
std::optional<std::vector<IndexClause>> by_row_and_column(const Table& table, const std::vector<IndexClause>& clauses);

}  // namespace fencepost::cli::infer
