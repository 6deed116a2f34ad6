// Incomplete factors of matrices in compressed rows, in their place and with their pattern: ILU(0) and IC(0) (Y. Saad,
// "Iterative Methods for Sparse Linear Systems", chapter 10).
#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "sim/interface/user_pc.h"
#include "sim/library/numbers.h"
#include "sim/sparse/descriptors.h"
#include "sim/sparse/entries.h"

namespace fencepost::sim {
namespace {

constexpr std::int64_t kNone = -1;

/// What an analysis or a factorisation finds, for later calls.
struct Findings {
  std::int64_t zero_pivot = kNone;  ///< The first row whose pivot is zero, or missing; as the program counts.
  bool boosts = false;              ///< Pivots smaller than `tolerance` become `boost`.
  double tolerance = 0;
  SparseNumber boost;
};

}  // namespace
}  // namespace fencepost::sim

struct csrilu02Info {
  std::shared_ptr<fencepost::sim::Findings> found = std::make_shared<fencepost::sim::Findings>();
};
struct csric02Info {
  std::shared_ptr<fencepost::sim::Findings> found = std::make_shared<fencepost::sim::Findings>();
};

namespace fencepost::sim {
namespace {

/// The elements of a row by their columns, and where each row has its diagonal.
class Pattern {
 public:
  Pattern(const Entries& entries, std::int64_t rows)
      : rows_(static_cast<std::size_t>(rows)), diagonal_(rows_.size(), kNone), where_(rows_.size(), kNone) {
    for (const Entry& entry : entries) {
      rows_[static_cast<std::size_t>(entry.row)].push_back(entry);
      if (entry.row == entry.column) diagonal_[static_cast<std::size_t>(entry.row)] = entry.position;
    }
    for (Entries& row : rows_) std::ranges::sort(row, {}, &Entry::column);
  }
  [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(rows_.size()); }
  [[nodiscard]] const Entries& row(std::int64_t number) const { return rows_[static_cast<std::size_t>(number)]; }
  [[nodiscard]] std::int64_t diagonal(std::int64_t row) const { return diagonal_[static_cast<std::size_t>(row)]; }
  /// The first row without a diagonal; kNone.
  [[nodiscard]] std::int64_t first_gap() const {
    const auto gap = std::ranges::find(diagonal_, kNone);
    return gap == diagonal_.end() ? kNone : gap - diagonal_.begin();
  }
  /// From now on where() is about this row.
  void select(std::int64_t row) {
    for (const Entry& entry : rows_[selected_]) where_[static_cast<std::size_t>(entry.column)] = kNone;
    selected_ = static_cast<std::size_t>(row);
    for (const Entry& entry : rows_[selected_]) where_[static_cast<std::size_t>(entry.column)] = entry.position;
  }
  [[nodiscard]] std::int64_t where(std::int64_t column) const { return where_[static_cast<std::size_t>(column)]; }

 private:
  std::vector<Entries> rows_;
  std::vector<std::int64_t> diagonal_, where_;
  std::size_t selected_ = 0;
};

/// L below the diagonal, whose own is 1, and U. Returns the first row whose pivot is zero, or kNone.
template <class T>
std::int64_t factor_lu(Pattern& pattern, T* values, const Findings& found) {
  std::int64_t zero = pattern.first_gap();
  const auto note_zero = [&](std::int64_t row) { zero = zero == kNone ? row : std::min(zero, row); };
  for (std::int64_t i = 0; i < pattern.size(); ++i) {
    pattern.select(i);
    for (const Entry& entry : pattern.row(i)) {
      if (entry.column >= i) break;
      const std::int64_t pivot = pattern.diagonal(entry.column);
      if (pivot == kNone) continue;
      const T factor = values[entry.position] /= values[pivot];
      for (const Entry& other : pattern.row(entry.column)) {
        const std::int64_t at = other.column > entry.column ? pattern.where(other.column) : kNone;
        if (at != kNone) values[at] -= factor * values[other.position];
      }
    }
    const std::int64_t own = pattern.diagonal(i);
    if (own == kNone) continue;
    if (found.boosts && std::abs(values[own]) < found.tolerance) {
      if constexpr (std::is_floating_point_v<T>) {
        values[own] = static_cast<T>(found.boost.real());
      } else {
        values[own] = T(found.boost);
      }
    }
    if (values[own] == T()) note_zero(i);
  }
  return zero;
}

/// L, whose product with its conjugate transpose is the matrix where L has elements; what is above the diagonal is
/// neither read nor written. Returns the first row whose pivot is not positive, or kNone.
template <class T>
std::int64_t factor_cholesky(Pattern& pattern, T* values, const Findings&) {
  const auto conjugate = [](T value) {
    if constexpr (std::is_floating_point_v<T>) {
      return value;
    } else {
      return std::conj(value);
    }
  };
  std::int64_t zero = pattern.first_gap();
  for (std::int64_t i = 0; i < pattern.size(); ++i) {
    pattern.select(i);
    for (const Entry& entry : pattern.row(i)) {
      if (entry.column > i) break;
      T sum = values[entry.position];
      for (const Entry& other : pattern.row(entry.column)) {
        if (other.column >= entry.column) break;
        const std::int64_t at = pattern.where(other.column);
        if (at != kNone) sum -= values[at] * conjugate(values[other.position]);
      }
      if (entry.column < i) {
        const std::int64_t pivot = pattern.diagonal(entry.column);
        values[entry.position] = pivot == kNone ? sum : sum / values[pivot];
      } else {
        if (!(std::real(sum) > 0)) zero = zero == kNone ? i : std::min(zero, i);
        values[entry.position] = std::sqrt(sum);
      }
    }
  }
  return zero;
}

template <class T, class Info>
struct Problem {
  int rows, nonzeros;
  cusparseMatDescr_t descriptor;
  T* values;
  const int *offsets, *columns;
  Info* info;
};

template <class T, class Info>
SparseCheck check(const SparseCall& call, cusparseHandle_t handle, const Problem<T, Info>& p) {
  SparseCheck check(call, handle);
  check.size("m", p.rows).size("nnz", p.nonzeros).descriptor("descrA", p.descriptor).descriptor("info", p.info);
  if (check.failed()) return check;
  check.that(p.descriptor->type == CUSPARSE_MATRIX_TYPE_GENERAL, "the matrix is not CUSPARSE_MATRIX_TYPE_GENERAL");
  check.pointer("csrSortedRowPtrA", p.offsets);
  if (p.nonzeros != 0) check.pointer("csrSortedValA", p.values).pointer("csrSortedColIndA", p.columns);
  return check;
}

template <class T, class Info, class Bytes>
cusparseStatus_t tell_bytes(const SparseCall& call, cusparseHandle_t handle, const Problem<T, Info>& p, Bytes* bytes) {
  SparseCheck checked = check(call, handle, p);
  if (checked.pointer("the place for the size of the buffer", bytes).failed()) return checked.status();
  *bytes = static_cast<Bytes>(kSparseBufferBytes);
  return CUSPARSE_STATUS_SUCCESS;
}

/// `factor`: null to look at the pattern alone.
template <class T, class Info>
cusparseStatus_t perform(const SparseCall& call, cusparseHandle_t handle, const Problem<T, Info>& p, void* buffer,
                         std::int64_t (*factor)(Pattern&, Number<T>*, const Findings&)) {
  if (const SparseCheck checked = check(call, handle, p); checked.failed()) return checked.status();
  const cusparseSpMatDescr matrix{.rows = p.rows,
                                  .columns = p.rows,
                                  .nonzeros = p.nonzeros,
                                  .offsets = const_cast<int*>(p.offsets),
                                  .indices = const_cast<int*>(p.columns),
                                  .values = p.values,
                                  .base = p.descriptor->base,
                                  .type = type_of<T>()};
  return run_with(call, handle, buffer, [=, found = p.info->found](OperandList& list) -> SparseCompute {
    const std::optional<Entries> entries = entries_of(call, list, matrix);
    if (!entries ||
        (factor != nullptr && !list.add(values_operand("csrSortedValA", Access::kUpdate, matrix, *entries)))) {
      return nullptr;
    }
    return [=, entries = *entries] {
      Pattern pattern(entries, matrix.rows);
      const std::int64_t zero =
          factor != nullptr ? factor(pattern, static_cast<Number<T>*>(matrix.values), *found) : pattern.first_gap();
      found->zero_pivot = zero == kNone ? kNone : zero + matrix.base;
    };
  });
}

/// The result is the host's or the device's; the call waits for what was issued before.
template <class Info>
cusparseStatus_t tell_zero_pivot(const SparseCall& call, cusparseHandle_t handle, Info* info, int* position) {
  SparseCheck checked(call, handle);
  checked.descriptor("info", info);
  if (checked.failed()) return checked.status();
  const bool on_device = is_on_device(handle);
  if (checked.scalar("position", position, sizeof *position, on_device).failed()) return checked.status();
  const auto found = info->found;
  const cusparseStatus_t status = run_with(
      call, handle, nullptr,
      [=](OperandList& list) -> SparseCompute {
        if (on_device && !list.add(vector_operand("position", Access::kWrite, position, sizeof *position, 1, 1))) {
          return nullptr;
        }
        return [=] { *position = static_cast<int>(found->zero_pivot); };
      },
      true);
  return status == CUSPARSE_STATUS_SUCCESS && found->zero_pivot != kNone ? CUSPARSE_STATUS_ZERO_PIVOT : status;
}

template <class Info>
cusparseStatus_t make(const SparseCall& call, Info** info) {
  SparseCheck check(call);
  return create(check, info, Info());
}

template <class T>
cusparseStatus_t boost(const SparseCall& call, cusparseHandle_t handle, csrilu02Info_t info, int enable,
                       const double* tolerance, const T* value) {
  SparseCheck checked(call, handle);
  checked.descriptor("info", info);
  if (!checked.failed() && enable != 0) {
    checked.provided(!is_on_device(handle), "with CUSPARSE_POINTER_MODE_DEVICE");
    checked.scalar("tol", tolerance, sizeof *tolerance, false).scalar("boost_val", value, sizeof *value, false);
  }
  if (checked.failed()) return checked.status();
  info->found->boosts = enable != 0;
  if (enable != 0) info->found->tolerance = *tolerance, info->found->boost = *as(value);
  return CUSPARSE_STATUS_SUCCESS;
}

}  // namespace
}  // namespace fencepost::sim

using namespace fencepost::sim;

#define FENCEPOST_INCOMPLETE_ARGUMENTS(T, NAME)                                                            \
  cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t descrA, T *values, const int *offsets, \
      const int *columns, NAME##Info_t info
#define FENCEPOST_INCOMPLETE_PROBLEM(T, NAME) \
  FENCEPOST_SPARSE_CALL, handle, Problem<T, NAME##Info> { m, nnz, descrA, values, offsets, columns, info }
#define FENCEPOST_INCOMPLETE(X, T, NAME, FACTOR)                                                                     \
  cusparseStatus_t cusparse##X##NAME##_bufferSize(FENCEPOST_INCOMPLETE_ARGUMENTS(T, NAME), int* bytes) {             \
    return tell_bytes(FENCEPOST_INCOMPLETE_PROBLEM(T, NAME), bytes);                                                 \
  }                                                                                                                  \
  cusparseStatus_t cusparse##X##NAME##_bufferSizeExt(FENCEPOST_INCOMPLETE_ARGUMENTS(T, NAME), size_t* bytes) {       \
    return tell_bytes(FENCEPOST_INCOMPLETE_PROBLEM(T, NAME), bytes);                                                 \
  }                                                                                                                  \
  cusparseStatus_t cusparse##X##NAME##_analysis(                                                                     \
      cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t descrA, const T* const_values,               \
      const int* offsets, const int* columns, NAME##Info_t info, cusparseSolvePolicy_t, void* buffer) {              \
    T* const values = const_cast<T*>(const_values);                                                                  \
    return perform(FENCEPOST_INCOMPLETE_PROBLEM(T, NAME), buffer,                                                    \
                   static_cast<std::int64_t (*)(Pattern&, Number<T>*, const Findings&)>(nullptr));                   \
  }                                                                                                                  \
  cusparseStatus_t cusparse##X##NAME(FENCEPOST_INCOMPLETE_ARGUMENTS(T, NAME), cusparseSolvePolicy_t, void* buffer) { \
    return perform(FENCEPOST_INCOMPLETE_PROBLEM(T, NAME), buffer, FACTOR<Number<T>>);                                \
  }
#define FENCEPOST_ALL_INCOMPLETE(X, T)                                                                          \
  FENCEPOST_INCOMPLETE(X, T, csrilu02, factor_lu)                                                               \
  FENCEPOST_INCOMPLETE(X, T, csric02, factor_cholesky)                                                          \
  cusparseStatus_t cusparse##X##csrilu02_numericBoost(cusparseHandle_t handle, csrilu02Info_t info, int enable, \
                                                      double* tol, T* value) {                                  \
    return boost(FENCEPOST_SPARSE_CALL, handle, info, enable, tol, value);                                      \
  }

extern "C" {

FENCEPOST_ALL_INCOMPLETE(S, float)
FENCEPOST_ALL_INCOMPLETE(D, double)
FENCEPOST_ALL_INCOMPLETE(C, cuComplex)
FENCEPOST_ALL_INCOMPLETE(Z, cuDoubleComplex)

cusparseStatus_t cusparseCreateCsrilu02Info(csrilu02Info_t* info) { return make(FENCEPOST_SPARSE_CALL, info); }
cusparseStatus_t cusparseDestroyCsrilu02Info(csrilu02Info_t info) { return destroy(FENCEPOST_SPARSE_CALL, info); }
cusparseStatus_t cusparseXcsrilu02_zeroPivot(cusparseHandle_t handle, csrilu02Info_t info, int* position) {
  return tell_zero_pivot(FENCEPOST_SPARSE_CALL, handle, info, position);
}
cusparseStatus_t cusparseCreateCsric02Info(csric02Info_t* info) { return make(FENCEPOST_SPARSE_CALL, info); }
cusparseStatus_t cusparseDestroyCsric02Info(csric02Info_t info) { return destroy(FENCEPOST_SPARSE_CALL, info); }
cusparseStatus_t cusparseXcsric02_zeroPivot(cusparseHandle_t handle, csric02Info_t info, int* position) {
  return tell_zero_pivot(FENCEPOST_SPARSE_CALL, handle, info, position);
}

}  // extern "C"
