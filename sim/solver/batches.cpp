// What cuBLAS has of LAPACK's for many small matrices: factors of Gauss' elimination, systems by them, inverses, least
// squares.
#include <algorithm>
#include <vector>

#include "sim/blas/call.h"
#include "sim/interface/user_pc.h"
#include "sim/solver/lapack.h"
#include "sim/solver/without_pivots.h"

namespace fencepost::sim {
namespace {

constexpr int kMostInverted = 32;  ///< Rows that cublas<t>matinvBatched takes.

/// `count` square matrices, by an array of pointers that is the device's.
template <class T>
struct Batch {
  const char* name;
  T* const* matrices;
  std::int64_t leading;
};

ArgumentCheck check(const BlasCall& call, cublasHandle_t handle, std::int64_t n, std::int64_t batch) {
  ArgumentCheck check(call, handle);
  check.size("n", n).size("batchSize", batch);
  return check;
}

template <class T>
void check(ArgumentCheck& check, const char* leading_name, const Batch<T>& of, std::int64_t n, std::int64_t batch) {
  check.leading(leading_name, of.leading, n, "n");
  if (batch != 0) check.pointer(of.name, of.matrices);
}

/// The matrices; false: one is no memory, which was told.
template <class T>
bool add(OperandList& list, Access access, const Batch<T>& of, std::int64_t rows, std::int64_t columns,
         std::int64_t count, std::vector<T*>& matrices) {
  if (!list.add(vector_operand(of.name, Access::kRead, of.matrices, count, 1))) return false;
  matrices.assign(of.matrices, of.matrices + count);
  return std::ranges::all_of(matrices, [&](T* const matrix) {
    return list.add(matrix_operand("a matrix", access, matrix, rows, columns, of.leading));
  });
}

/// Those of all matrices, one behind the other; without any, no rows were exchanged. Empty: one names no row, which was
/// told. LAPACK would exchange rows that are not there.
std::vector<int> pivots_of(OperandList& list, const BlasCall& call, const int* pivots, std::int64_t n,
                           std::int64_t batch) {
  std::vector<int> rows(static_cast<std::size_t>(n * batch));
  for (std::int64_t i = 0; i < n * batch; ++i) {
    const int row = pivots != nullptr ? pivots[i] : static_cast<int>(i % n) + 1;
    rows[static_cast<std::size_t>(i)] = row;
    if (row >= 1 && row <= n) continue;
    list.tell_reads();
    call.invalid("element " + std::to_string(i) + " of its pivots is " + std::to_string(row) + ", not within 1 and " +
                 std::to_string(n));
    return {};
  }
  return rows;
}

template <class T>
void copy(const T* from, std::int64_t from_leading, T* to, std::int64_t to_leading, std::int64_t n) {
  for (std::int64_t column = 0; column < n && from != to; ++column) {
    std::copy_n(from + column * from_leading, n, to + column * to_leading);
  }
}

template <class T>
cublasStatus_t getrf(const BlasCall& call, cublasHandle_t handle, std::int64_t n, const Batch<T>& a, int* pivots,
                     int* info, std::int64_t batch) {
  ArgumentCheck checked = check(call, handle, n, batch);
  check(checked, "lda", a, n, batch);
  if (batch != 0) checked.pointer("infoArray", info);
  if (checked.failed() || batch == 0) return checked.status();
  need_lapacke(call);
  return run(call, handle, false, [=](OperandList& list) -> std::function<void()> {
    std::vector<T*> matrices;
    if (!add(list, Access::kUpdate, a, n, n, batch, matrices) ||
        (pivots != nullptr && !list.add(vector_operand("PivotArray", Access::kWrite, pivots, n * batch, 1))) ||
        !list.add(vector_operand("infoArray", Access::kWrite, info, batch, 1))) {
      return nullptr;
    }
    return [=] {
      const int size = static_cast<int>(n), leading = static_cast<int>(a.leading);
      for (std::size_t i = 0; i < matrices.size(); ++i) {
        info[i] = pivots == nullptr ? factor_without_pivots(matrices[i], n, n, a.leading)
                                    : lapack<T>().getrf(kColumnMajor, size, size, matrices[i], leading,
                                                        pivots + i * static_cast<std::size_t>(n));
      }
    };
  });
}

template <class T>
cublasStatus_t getrs(const BlasCall& call, cublasHandle_t handle, cublasOperation_t trans, std::int64_t n,
                     std::int64_t columns, const Batch<const T>& a, const int* pivots, const Batch<T>& b, int* info,
                     std::int64_t batch) {
  ArgumentCheck checked = check(call, handle, n, batch);
  checked.operation("trans", trans).size("nrhs", columns);
  check(checked, "lda", a, n, batch);
  check(checked, "ldb", b, n, batch);
  checked.pointer("info", info);
  if (checked.failed()) return checked.status();
  *info = 0;  // Of the arguments, the host's.
  if (batch == 0) return CUBLAS_STATUS_SUCCESS;
  need_lapacke(call);
  return run(call, handle, false, [=](OperandList& list) -> std::function<void()> {
    std::vector<const T*> factors;
    std::vector<T*> sides;
    if (!add(list, Access::kRead, a, n, n, batch, factors) ||
        !add(list, Access::kUpdate, b, n, columns, batch, sides) ||
        (pivots != nullptr && !list.add(vector_operand("devIpiv", Access::kRead, pivots, n * batch, 1)))) {
      return nullptr;
    }
    const std::vector<int> rows = pivots_of(list, call, pivots, n, batch);
    if (rows.empty() && n != 0) return nullptr;
    return [=] {
      for (std::size_t i = 0; i < factors.size(); ++i) {
        lapack<T>().getrs(kColumnMajor, letter(trans), static_cast<int>(n), static_cast<int>(columns), factors[i],
                          static_cast<int>(a.leading), rows.data() + i * static_cast<std::size_t>(n), sides[i],
                          static_cast<int>(b.leading));
      }
    };
  });
}

/// Inverses: of what `a` are the factors of, or, not `factored`, of the matrices `a` themselves.
template <class T>
cublasStatus_t invert(const BlasCall& call, cublasHandle_t handle, std::int64_t n, const Batch<const T>& a,
                      const int* pivots, bool factored, const Batch<T>& c, const char* c_leading, int* info,
                      std::int64_t batch) {
  ArgumentCheck checked = check(call, handle, n, batch);
  check(checked, "lda", a, n, batch);
  check(checked, c_leading, c, n, batch);
  if (!factored) checked.that(n <= kMostInverted, "n is " + std::to_string(n) + ", more than 32");
  if (batch != 0) checked.pointer("info", info);
  if (checked.failed() || batch == 0) return checked.status();
  need_lapacke(call);
  return run(call, handle, false, [=](OperandList& list) -> std::function<void()> {
    std::vector<const T*> from;
    std::vector<T*> to;
    if (!add(list, Access::kRead, a, n, n, batch, from) || !add(list, Access::kWrite, c, n, n, batch, to) ||
        (pivots != nullptr && !list.add(vector_operand("PivotArray", Access::kRead, pivots, n * batch, 1))) ||
        !list.add(vector_operand("info", Access::kWrite, info, batch, 1))) {
      return nullptr;
    }
    std::vector<int> rows = pivots_of(list, call, pivots, n, batch);
    if (rows.empty() && n != 0) return nullptr;
    return [=]() mutable {
      const int size = static_cast<int>(n), leading = static_cast<int>(c.leading);
      for (std::size_t i = 0; i < from.size(); ++i) {
        int* const own = rows.data() + i * static_cast<std::size_t>(n);
        copy(from[i], a.leading, to[i], c.leading, n);
        info[i] = factored ? 0 : lapack<T>().getrf(kColumnMajor, size, size, to[i], leading, own);
        if (info[i] == 0) info[i] = lapack<T>().getri(kColumnMajor, size, to[i], leading, own);
      }
    };
  });
}

template <class T>
cublasStatus_t gels(const BlasCall& call, cublasHandle_t handle, cublasOperation_t trans, std::int64_t m,
                    std::int64_t n, std::int64_t columns, const Batch<T>& a, const Batch<T>& c, int* info,
                    int* each_info, std::int64_t batch) {
  ArgumentCheck checked = check(call, handle, n, batch);
  checked.operation("trans", trans).size("m", m).size("nrhs", columns);
  check(checked, "lda", a, m, batch);
  check(checked, "ldc", c, m, batch);
  checked.pointer("info", info);
  // As cuBLAS has it.
  checked.provided(trans == CUBLAS_OP_N, "of a transposed matrix").provided(m >= n, "with m < n");
  if (checked.failed()) return checked.status();
  *info = 0;  // Of the arguments, the host's.
  if (batch == 0) return CUBLAS_STATUS_SUCCESS;
  need_lapacke(call);
  return run(call, handle, false, [=](OperandList& list) -> std::function<void()> {
    std::vector<T*> matrices, sides;
    if (!add(list, Access::kUpdate, a, m, n, batch, matrices) ||
        !add(list, Access::kUpdate, c, m, columns, batch, sides) ||
        (each_info != nullptr && !list.add(vector_operand("devInfoArray", Access::kWrite, each_info, batch, 1)))) {
      return nullptr;
    }
    return [=] {
      for (std::size_t i = 0; i < matrices.size(); ++i) {
        const int result =
            lapack<T>().gels(kColumnMajor, 'N', static_cast<int>(m), static_cast<int>(n), static_cast<int>(columns),
                             matrices[i], static_cast<int>(a.leading), sides[i], static_cast<int>(c.leading));
        if (each_info != nullptr) each_info[i] = result;
      }
    };
  });
}

template <class T>
auto as_batch(const T* const* matrices) {
  return reinterpret_cast<const Number<T>* const*>(matrices);
}
template <class T>
auto as_batch(T* const* matrices) {
  return reinterpret_cast<Number<T>* const*>(matrices);
}

}  // namespace
}  // namespace fencepost::sim

using namespace fencepost::sim;

#define FENCEPOST_BATCHES(X, T)                                                                                       \
  cublasStatus_t cublas##X##getrfBatched(cublasHandle_t handle, int n, T* const A[], int lda, int* P, int* info,      \
                                         int batchSize) {                                                             \
    return getrf<Number<T>>(FENCEPOST_BLAS_CALL, handle, n, {"Aarray", as_batch(A), lda}, P, info, batchSize);        \
  }                                                                                                                   \
  cublasStatus_t cublas##X##getrsBatched(cublasHandle_t handle, cublasOperation_t trans, int n, int nrhs,             \
                                         const T* const Aarray[], int lda, const int* devIpiv, T* const Barray[],     \
                                         int ldb, int* info, int batchSize) {                                         \
    return getrs<Number<T>>(FENCEPOST_BLAS_CALL, handle, trans, n, nrhs, {"Aarray", as_batch(Aarray), lda}, devIpiv,  \
                            {"Barray", as_batch(Barray), ldb}, info, batchSize);                                      \
  }                                                                                                                   \
  cublasStatus_t cublas##X##getriBatched(cublasHandle_t handle, int n, const T* const A[], int lda, const int* P,     \
                                         T* const C[], int ldc, int* info, int batchSize) {                           \
    return invert<Number<T>>(FENCEPOST_BLAS_CALL, handle, n, {"Aarray", as_batch(A), lda}, P, true,                   \
                             {"Carray", as_batch(C), ldc}, "ldc", info, batchSize);                                   \
  }                                                                                                                   \
  cublasStatus_t cublas##X##matinvBatched(cublasHandle_t handle, int n, const T* const A[], int lda, T* const Ainv[], \
                                          int lda_inv, int* info, int batchSize) {                                    \
    return invert<Number<T>>(FENCEPOST_BLAS_CALL, handle, n, {"A", as_batch(A), lda}, nullptr, false,                 \
                             {"Ainv", as_batch(Ainv), lda_inv}, "lda_inv", info, batchSize);                          \
  }                                                                                                                   \
  cublasStatus_t cublas##X##gelsBatched(cublasHandle_t handle, cublasOperation_t trans, int m, int n, int nrhs,       \
                                        T* const Aarray[], int lda, T* const Carray[], int ldc, int* info,            \
                                        int* devInfoArray, int batchSize) {                                           \
    return gels<Number<T>>(FENCEPOST_BLAS_CALL, handle, trans, m, n, nrhs, {"Aarray", as_batch(Aarray), lda},         \
                           {"Carray", as_batch(Carray), ldc}, info, devInfoArray, batchSize);                         \
  }

extern "C" {

FENCEPOST_BATCHES(S, float)
FENCEPOST_BATCHES(D, double)
FENCEPOST_BATCHES(C, cuComplex)
FENCEPOST_BATCHES(Z, cuDoubleComplex)

}  // extern "C"
