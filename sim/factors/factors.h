// Factors of sparse matrices, and systems of equations solved by them.
#pragma once

#include <memory>
#include <vector>

#include "sim/factors/cxsparse.h"

namespace fencepost::sim {

/// Where the elements of a matrix are, row by row, counted from 0.
struct RowPattern {
  int rows = 0, columns = 0;
  std::vector<int> offsets, indices;
};

enum class FactorKind : std::uint8_t { kCholesky, kLu, kQr };

/// Which column comes when: as they are, or so that factors have few elements (approximate minimum degree).
enum class ColumnOrder : std::uint8_t { kGiven, kReduced };

/// T: double or complex double.
template <class T>
class Factors {
 public:
  /// A square matrix, of QR at least as many rows as columns, with such values. Of Cholesky's factor it is symmetric,
  /// or Hermitian. `pivoting`, of LU: 1 takes the largest element of a column as pivot, less prefers the diagonal, 0
  /// takes nothing else.
  Factors(const RowPattern&, std::vector<T> values, FactorKind, ColumnOrder, double pivoting = 1);

  /// The first column whose pivot is at most `tolerance`, or which makes a matrix that is not positive; as they are
  /// ordered. -1: none.
  [[nodiscard]] int zero_pivot(double tolerance) const;

  /// Solves it, of QR as well as it can be; `b` of rows(), `x` of columns(). What has no solution gives NaN.
  void solve(const T* b, T* x) const;

  [[nodiscard]] int rows() const { return pattern_.rows; }
  [[nodiscard]] int columns() const { return pattern_.columns; }

  /// Of LU: L without its diagonal, which is 1, and U, of the matrix whose row `i` is row row_order[i] of this one, and
  /// column `j` column column_order[j]. Empty if there are none.
  struct Parts {
    std::vector<int> row_order, column_order;
    RowPattern lower, upper;
    std::vector<T> lower_values, upper_values;
  };
  [[nodiscard]] Parts parts() const;

  /// The diagonal of Cholesky's factor, or of QR's R; empty if there is none.
  [[nodiscard]] std::vector<double> diagonal() const;

 private:
  using Matrix = std::unique_ptr<CsMatrix<T>, CsMatrix<T>* (*)(CsMatrix<T>*)>;
  using Symbolic = std::unique_ptr<CsSymbolic, CsSymbolic* (*)(CsSymbolic*)>;
  using Numeric = std::unique_ptr<CsNumeric<T>, CsNumeric<T>* (*)(CsNumeric<T>*)>;

  [[nodiscard]] Matrix by_columns() const;
  [[nodiscard]] int first_that_is_not_positive() const;

  RowPattern pattern_;
  std::vector<T> values_;
  FactorKind kind_;
  ColumnOrder order_;
  Symbolic symbolic_;
  Numeric numeric_;
};

}  // namespace fencepost::sim
