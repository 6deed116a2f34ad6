#include "cli/solve/matrix.h"

#include <algorithm>

#include "cli/solve/candidates.h"
#include "cli/solve/ranges.h"

namespace fencepost::cli::infer {
namespace {

/// What one clause gives in the rows of a table where it gives anything, as rows and columns of the array.
struct Places {
  Places(const Table& table, const IndexClause& clause) : some(table.rows.size()) {
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
      std::vector<std::int64_t> elements;
      if (!elements_of(clause, table.rows[r], elements)) elements.clear();
      if (!elements.empty()) some.insert(r);
      const std::int64_t columns = table.rows[r].columns;
      const auto [least, most] = std::ranges::minmax_element(elements);
      const bool none = elements.empty();
      row.push_back(none ? 0 : *least / columns);
      column.push_back(none ? 0 : *least % columns);
      behind_row.push_back(none ? 0 : *most / columns + 1);
      behind_column.push_back(none ? 0 : *most % columns + 1);
      in_row = in_row && (none || row[r] + 1 == behind_row[r]);
      in_column = in_column && (none || column[r] + 1 == behind_column[r]);
    }
  }

  RowSet some;
  bool in_row = true, in_column = true;
  std::vector<std::int64_t> row, column, behind_row, behind_column;
};

}  // namespace

std::optional<std::vector<IndexClause>> by_row_and_column(const Table& table, const std::vector<IndexClause>& clauses) {
  std::vector<std::size_t> all(table.rows.size());
  for (std::size_t r = 0; r < all.size(); ++r) all[r] = r;
  const Candidates candidates(table, all);
  std::vector<IndexClause> found;
  for (const IndexClause& clause : clauses) {
    const Places places(table, clause);
    if (!places.in_row && !places.in_column) return std::nullopt;
    IndexClause& placed = found.emplace_back(clause);
    placed.quantified = !places.in_row || !places.in_column;
    const auto row = candidates.find_equal(places.row, places.some);
    const auto column = candidates.find_equal(places.column, places.some);
    if (!row || !column) return std::nullopt;
    placed.index = *row;
    placed.column = *column;
    if (!placed.quantified) continue;
    (places.in_row ? placed.column : placed.index) = bound();
    placed.first = places.in_row ? *column : *row;
    placed.ends = find_ends(candidates, places.in_row ? places.behind_column : places.behind_row, places.some);
    if (placed.ends.empty()) return std::nullopt;
  }
  for (const Row& row : table.rows) {
    std::vector<std::int64_t> before, behind;
    for (const IndexClause& clause : clauses) {
      if (!elements_of(clause, row, before)) return std::nullopt;
    }
    for (const IndexClause& clause : found) {
      if (!elements_of(clause, row, behind)) return std::nullopt;
    }
    std::ranges::sort(before);
    std::ranges::sort(behind);
    if (before != behind) return std::nullopt;
  }
  return found;
}

}  // namespace fencepost::cli::infer
