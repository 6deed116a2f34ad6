#include "sim/factors/factors.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace fencepost::sim {
namespace {

/// Of a transposition: values, which are not conjugated.
constexpr int kAsTheyAre = -1;

/// Rows as CXSparse has columns: its arrays are not written.
template <class T>
CsMatrix<T> view_of(const RowPattern& pattern, const std::vector<T>& values) {
  return {.room = static_cast<int>(pattern.indices.size()),
          .rows = pattern.columns,
          .columns = pattern.rows,
          .offsets = const_cast<int*>(pattern.offsets.data()),
          .indices = const_cast<int*>(pattern.indices.data()),
          .values = const_cast<T*>(values.data()),
          .triplets = -1};
}

/// The rows of a matrix of columns, sorted.
template <class T>
void rows_of(const CsMatrix<T>& matrix, RowPattern& pattern, std::vector<T>& values) {
  const CxSparse<T>& cs = cxsparse<T>();
  CsMatrix<T>* const rows = cs.transpose(&matrix, kAsTheyAre);
  const auto count = static_cast<std::size_t>(rows->offsets[rows->columns]);
  pattern = {.rows = matrix.rows,
             .columns = matrix.columns,
             .offsets = {rows->offsets, rows->offsets + rows->columns + 1},
             .indices = {rows->indices, rows->indices + count}};
  values.assign(rows->values, rows->values + count);
  cs.spfree(rows);
}

/// Element (column, column) of a triangle, or nothing.
template <class T>
std::optional<double> on_diagonal(const CsMatrix<T>& matrix, int column) {
  for (int at = matrix.offsets[column]; at < matrix.offsets[column + 1]; ++at) {
    if (matrix.indices[at] == column) return std::abs(matrix.values[at]);
  }
  return std::nullopt;
}

}  // namespace

template <class T>
Factors<T>::Factors(const RowPattern& pattern, std::vector<T> values, FactorKind kind, ColumnOrder order,
                    double pivoting)
    : pattern_(pattern),
      values_(std::move(values)),
      kind_(kind),
      order_(order),
      symbolic_(nullptr, cxsparse<T>().sfree),
      numeric_(nullptr, cxsparse<T>().nfree) {
  const CxSparse<T>& cs = cxsparse<T>();
  const Matrix matrix = by_columns();
  // Orders of CXSparse: 1 of A + A', 2 and 3 of A'A.
  const bool reduced = order == ColumnOrder::kReduced;
  switch (kind) {
    case FactorKind::kCholesky:
      symbolic_.reset(cs.schol(reduced ? 1 : 0, matrix.get()));
      if (symbolic_) numeric_.reset(cs.chol(matrix.get(), symbolic_.get()));
      break;
    case FactorKind::kLu:
      symbolic_.reset(cs.sqr(reduced ? 2 : 0, matrix.get(), 0));
      if (symbolic_) numeric_.reset(cs.lu(matrix.get(), symbolic_.get(), pivoting));
      break;
    case FactorKind::kQr:
      symbolic_.reset(cs.sqr(reduced ? 3 : 0, matrix.get(), 1));
      if (symbolic_) numeric_.reset(cs.qr(matrix.get(), symbolic_.get()));
      break;
  }
}

template <class T>
typename Factors<T>::Matrix Factors<T>::by_columns() const {
  const CsMatrix<T> view = view_of(pattern_, values_);
  return {cxsparse<T>().transpose(&view, kAsTheyAre), cxsparse<T>().spfree};
}

/// Each leading matrix of one that is positive is so, too: the first that is not is found by halves.
template <class T>
int Factors<T>::first_that_is_not_positive() const {
  if (order_ == ColumnOrder::kReduced) return 0;
  const auto is_positive = [&](int size) {
    RowPattern leading{.rows = size, .columns = size, .offsets = {0}, .indices = {}};
    std::vector<T> values;
    for (int row = 0; row < size; ++row) {
      const auto end = static_cast<std::size_t>(pattern_.offsets[static_cast<std::size_t>(row) + 1]);
      for (auto at = static_cast<std::size_t>(pattern_.offsets[static_cast<std::size_t>(row)]); at < end; ++at) {
        if (pattern_.indices[at] >= size) continue;
        leading.indices.push_back(pattern_.indices[at]);
        values.push_back(values_[at]);
      }
      leading.offsets.push_back(static_cast<int>(values.size()));
    }
    return Factors(leading, std::move(values), kind_, order_).numeric_ != nullptr;
  };
  int positive = 0, other = pattern_.rows;
  while (other - positive > 1) {
    const int middle = positive + (other - positive) / 2;
    (is_positive(middle) ? positive : other) = middle;
  }
  return other - 1;
}

template <class T>
int Factors<T>::zero_pivot(double tolerance) const {
  if (!numeric_) {
    if (kind_ == FactorKind::kCholesky) return first_that_is_not_positive();
    // A column without a pivot depends on those before: QR has a zero there, too, but for rounding.
    double largest = 0;
    for (const T& value : values_) largest = std::max(largest, std::abs(value));
    const double rounding = std::numeric_limits<double>::epsilon() * largest * pattern_.rows;
    const int column = Factors(pattern_, values_, FactorKind::kQr, order_).zero_pivot(std::max(tolerance, rounding));
    return std::max(column, 0);
  }
  const CsMatrix<T>& triangle = kind_ == FactorKind::kCholesky ? *numeric_->lower : *numeric_->upper;
  for (int column = 0; column < pattern_.columns; ++column) {
    const std::optional<double> pivot = on_diagonal(triangle, column);
    if (!pivot || !(*pivot > tolerance)) return column;
  }
  return -1;
}

template <class T>
void Factors<T>::solve(const T* b, T* x) const {
  const CxSparse<T>& cs = cxsparse<T>();
  const int n = pattern_.columns;
  if (!numeric_) {
    std::fill_n(x, n, T(std::numeric_limits<double>::quiet_NaN()));
    return;
  }
  std::vector<T> work(static_cast<std::size_t>(std::max({n, pattern_.rows, symbolic_->rows})));
  switch (kind_) {
    case FactorKind::kCholesky:
      cs.ipvec(symbolic_->row_places, b, work.data(), n);
      cs.lsolve(numeric_->lower, work.data());
      cs.ltsolve(numeric_->lower, work.data());
      cs.pvec(symbolic_->row_places, work.data(), x, n);
      break;
    case FactorKind::kLu:
      cs.ipvec(numeric_->row_places, b, work.data(), n);
      cs.lsolve(numeric_->lower, work.data());
      cs.usolve(numeric_->upper, work.data());
      cs.ipvec(symbolic_->columns, work.data(), x, n);
      break;
    case FactorKind::kQr:
      cs.ipvec(symbolic_->row_places, b, work.data(), pattern_.rows);
      for (int k = 0; k < n; ++k) cs.happly(numeric_->lower, k, numeric_->betas[k], work.data());
      cs.usolve(numeric_->upper, work.data());
      cs.ipvec(symbolic_->columns, work.data(), x, n);
      break;
  }
}

template <class T>
typename Factors<T>::Parts Factors<T>::parts() const {
  Parts parts;
  if (!numeric_ || kind_ != FactorKind::kLu) return parts;
  const auto n = static_cast<std::size_t>(pattern_.columns);
  parts.row_order.resize(n);
  parts.column_order.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    parts.row_order[static_cast<std::size_t>(numeric_->row_places[i])] = static_cast<int>(i);
    parts.column_order[i] = symbolic_->columns == nullptr ? static_cast<int>(i) : symbolic_->columns[i];
  }
  rows_of(*numeric_->lower, parts.lower, parts.lower_values);
  rows_of(*numeric_->upper, parts.upper, parts.upper_values);
  // The diagonal is the last of each row of L.
  RowPattern strict{.rows = parts.lower.rows, .columns = parts.lower.columns, .offsets = {0}, .indices = {}};
  std::vector<T> values;
  for (std::size_t row = 0; row < n; ++row) {
    for (auto at = static_cast<std::size_t>(parts.lower.offsets[row]);
         at + 1 < static_cast<std::size_t>(parts.lower.offsets[row + 1]); ++at) {
      strict.indices.push_back(parts.lower.indices[at]);
      values.push_back(parts.lower_values[at]);
    }
    strict.offsets.push_back(static_cast<int>(values.size()));
  }
  parts.lower = std::move(strict);
  parts.lower_values = std::move(values);
  return parts;
}

template <class T>
std::vector<double> Factors<T>::diagonal() const {
  std::vector<double> diagonal;
  if (!numeric_ || kind_ == FactorKind::kLu) return diagonal;
  const CsMatrix<T>& triangle = kind_ == FactorKind::kCholesky ? *numeric_->lower : *numeric_->upper;
  for (int column = 0; column < pattern_.columns; ++column) {
    diagonal.push_back(on_diagonal(triangle, column).value_or(0));
  }
  return diagonal;
}

template class Factors<double>;
template class Factors<std::complex<double>>;

}  // namespace fencepost::sim
