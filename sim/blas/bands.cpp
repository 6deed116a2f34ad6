// Matrices in bands or packed, and vectors: gbmv, sbmv, hbmv, spmv, hpmv; tbmv, tbsv, tpmv, tpsv.
#include <vector>

#include "sim/blas/storage.h"
#include "sim/interface/user_pc.h"

namespace fencepost::sim {
namespace {

/// y = alpha * op(A) * x + beta * y.
template <class T>
struct Product {
  const T* alpha;
  const T* x;
  std::int64_t incx;
  const T* beta;
  T* y;
  std::int64_t incy;
};

/// `matrix`: the operand; `times`: the product's elements, from those of x.
template <class T, class Matrix, class Times>
cublasStatus_t multiply(const BlasCall& call, cublasHandle_t handle, const Product<T>& p, std::int64_t rows,
                        std::int64_t columns, const Matrix& matrix, const Times& times) {
  return run(
      call, handle, false,
      [=, factor = Scalar<T>("alpha", p.alpha, is_on_device(handle)),
       old = Scalar<T>("beta", p.beta, is_on_device(handle))](OperandList& list) mutable -> std::function<void()> {
        if (!factor.add(list) || !old.add(list)) return nullptr;
        const bool multiplies = factor.value() != T();
        const Access access = old.value() == T() ? Access::kWrite : Access::kUpdate;
        if (multiplies &&
            (!list.add(matrix()) || !list.add(vector_operand("x", Access::kRead, p.x, columns, p.incx)))) {
          return nullptr;
        }
        if (!list.add(vector_operand("y", access, p.y, rows, p.incy))) return nullptr;
        return [=, alpha = factor.value(), beta = old.value()] {
          std::vector<T> sums(static_cast<std::size_t>(rows));
          if (multiplies) times(StoredVector<const T>{p.x, columns, p.incx}, sums);
          const StoredVector<T> y{p.y, rows, p.incy};
          for (std::int64_t i = 0; i < rows; ++i) {
            const T product = alpha * sums[static_cast<std::size_t>(i)];
            y[i] = beta == T() ? product : product + beta * y[i];
          }
        };
      });
}

template <class T>
bool failed(ArgumentCheck& check, cublasHandle_t handle, const Product<T>& p, const T* a) {
  check.scalar("alpha", p.alpha, sizeof(T), handle).scalar("beta", p.beta, sizeof(T), handle);
  return check.pointer("A", a).pointer("x", p.x).pointer("y", p.y).failed();
}

/// A general matrix: of column j rows j - ku to j + kl, of which the first is at ku - j.
template <class T>
cublasStatus_t gbmv(const BlasCall& call, cublasHandle_t handle, cublasOperation_t trans, std::int64_t m,
                    std::int64_t n, std::int64_t kl, std::int64_t ku, const T* a, std::int64_t lda,
                    const Product<T>& p) {
  ArgumentCheck check(call, handle);
  check.operation("trans", trans).size("m", m).size("n", n).size("kl", kl).size("ku", ku);
  check.leading("lda", lda, kl + ku + 1, "kl + ku + 1").increment("incx", p.incx).increment("incy", p.incy);
  if (check.failed() || m == 0 || n == 0) return check.status();
  if (failed(check, handle, p, a)) return check.status();
  const auto first = [=](std::int64_t j) { return std::max<std::int64_t>(j - ku, 0); };
  const auto end = [=](std::int64_t j) { return std::max(std::min(j + kl + 1, m), std::max<std::int64_t>(j - ku, 0)); };
  const auto matrix = [=] {
    Operand operand = vector_operand("A", Access::kRead, a, 0, 1);
    for (std::int64_t j = 0; j < n; ++j) {
      if (first(j) >= end(j)) continue;
      operand.ranges.push_back(
          {a + j * lda + ku + first(j) - j, static_cast<std::size_t>(end(j) - first(j)) * sizeof(T)});
    }
    return operand;
  };
  const bool keeps = trans == CUBLAS_OP_N;
  return multiply(call, handle, p, keeps ? m : n, keeps ? n : m, matrix,
                  [=](const StoredVector<const T>& x, std::vector<T>& sums) {
                    for (std::int64_t j = 0; j < n; ++j) {
                      for (std::int64_t i = first(j); i < end(j); ++i) {
                        const T value = conjugate(a[j * lda + ku + i - j], trans == CUBLAS_OP_C);
                        sums[static_cast<std::size_t>(keeps ? i : j)] += value * x[keeps ? j : i];
                      }
                    }
                  });
}

/// A symmetric or Hermitian matrix.
template <class T>
cublasStatus_t symmetric_times(const BlasCall& call, cublasHandle_t handle, bool is_hermitian,
                               const StoredTriangle<const T>& a, const Product<T>& p) {
  ArgumentCheck check(call, handle);
  a.check(check);
  check.increment("incx", p.incx).increment("incy", p.incy);
  if (check.failed() || a.n == 0) return check.status();
  if (failed(check, handle, p, a.base)) return check.status();
  return multiply(
      call, handle, p, a.n, a.n, [=] { return a.operand("A", Access::kRead); },
      [=](const StoredVector<const T>& x, std::vector<T>& sums) {
        for (std::int64_t j = 0; j < a.n; ++j) {
          for (std::int64_t i = a.first(j); i < a.end(j); ++i) {
            const T value = a.at(i, j), mirrored = conjugate(value, is_hermitian);
            if (i == j) {
              sums[static_cast<std::size_t>(i)] += (is_hermitian ? (value + mirrored) / T(2) : value) * x[i];
            } else {
              sums[static_cast<std::size_t>(i)] += value * x[j];
              sums[static_cast<std::size_t>(j)] += mirrored * x[i];
            }
          }
        }
      });
}

/// x = op(A) * x, or op(A)^-1 * x, by elements as op(A) has them.
template <class T>
cublasStatus_t triangle_times(const BlasCall& call, cublasHandle_t handle, bool solves, cublasOperation_t trans,
                              cublasDiagType_t diag, const StoredTriangle<const T>& a, T* x, std::int64_t incx) {
  ArgumentCheck check(call, handle);
  a.check(check);
  check.operation("trans", trans).diagonal(diag).increment("incx", incx);
  if (check.failed() || a.n == 0) return check.status();
  if (check.pointer("A", a.base).pointer("x", x).failed()) return check.status();
  return run(call, handle, false, [=](OperandList& list) -> std::function<void()> {
    const bool unit = diag == CUBLAS_DIAG_UNIT;
    if (!list.add(a.operand("A", Access::kRead, !unit)) ||
        !list.add(vector_operand("x", Access::kUpdate, x, a.n, incx))) {
      return nullptr;
    }
    return [=] {
      const StoredVector<T> vector{x, a.n, incx};
      const bool keeps = trans == CUBLAS_OP_N, upper = a.is_upper() == keeps;
      const auto element = [&](std::int64_t i, std::int64_t j) {
        if (i == j && unit) return T(1);
        if (!(keeps ? a.has(i, j) : a.has(j, i))) return T();
        return keeps ? a.at(i, j) : conjugate(a.at(j, i), trans == CUBLAS_OP_C);
      };
      const bool ascends = upper != solves;
      for (std::int64_t step = 0; step < a.n; ++step) {
        const std::int64_t i = ascends ? step : a.n - 1 - step;
        T sum = solves ? vector[i] : element(i, i) * vector[i];
        for (std::int64_t j = upper ? i + 1 : 0; j < (upper ? a.n : i); ++j) {
          const T value = element(i, j);
          if (value != T()) sum += (solves ? -value : value) * vector[j];
        }
        vector[i] = solves ? sum / element(i, i) : sum;
      }
    };
  });
}

}  // namespace
}  // namespace fencepost::sim

using namespace fencepost::sim;

#define FENCEPOST_PRODUCT \
  { as(alpha), as(x), incx, as(beta), as(y), incy }
#define FENCEPOST_BANDS(X, T, N, SUFFIX)                                                                             \
  cublasStatus_t cublas##X##gbmv##SUFFIX(cublasHandle_t handle, cublasOperation_t trans, N m, N n, N kl, N ku,       \
                                         const T* alpha, const T* A, N lda, const T* x, N incx, const T* beta, T* y, \
                                         N incy) {                                                                   \
    return gbmv<Number<T>>(FENCEPOST_BLAS_CALL, handle, trans, m, n, kl, ku, as(A), lda, FENCEPOST_PRODUCT);         \
  }                                                                                                                  \
  FENCEPOST_TRIANGLE(X, tbmv, tpmv, false, T, N, SUFFIX)                                                             \
  FENCEPOST_TRIANGLE(X, tbsv, tpsv, true, T, N, SUFFIX)
#define FENCEPOST_TRIANGLE(X, BAND, PACKED, SOLVES, T, N, SUFFIX)                                                 \
  cublasStatus_t cublas##X##BAND##SUFFIX(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,   \
                                         cublasDiagType_t diag, N n, N k, const T* A, N lda, T* x, N incx) {      \
    return triangle_times<Number<T>>(FENCEPOST_BLAS_CALL, handle, SOLVES, trans, diag,                            \
                                     {as(A), Storage::kBand, uplo, n, lda, k}, as(x), incx);                      \
  }                                                                                                               \
  cublasStatus_t cublas##X##PACKED##SUFFIX(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, \
                                           cublasDiagType_t diag, N n, const T* AP, T* x, N incx) {               \
    return triangle_times<Number<T>>(FENCEPOST_BLAS_CALL, handle, SOLVES, trans, diag,                            \
                                     {as(AP), Storage::kPacked, uplo, n}, as(x), incx);                           \
  }
#define FENCEPOST_SYMMETRIC_BANDS(X, BAND, PACKED, HERMITIAN, T, N, SUFFIX)                                        \
  cublasStatus_t cublas##X##BAND##SUFFIX(cublasHandle_t handle, cublasFillMode_t uplo, N n, N k, const T* alpha,   \
                                         const T* A, N lda, const T* x, N incx, const T* beta, T* y, N incy) {     \
    return symmetric_times<Number<T>>(FENCEPOST_BLAS_CALL, handle, HERMITIAN,                                      \
                                      {as(A), Storage::kBand, uplo, n, lda, k}, FENCEPOST_PRODUCT);                \
  }                                                                                                                \
  cublasStatus_t cublas##X##PACKED##SUFFIX(cublasHandle_t handle, cublasFillMode_t uplo, N n, const T* alpha,      \
                                           const T* AP, const T* x, N incx, const T* beta, T* y, N incy) {         \
    return symmetric_times<Number<T>>(FENCEPOST_BLAS_CALL, handle, HERMITIAN, {as(AP), Storage::kPacked, uplo, n}, \
                                      FENCEPOST_PRODUCT);                                                          \
  }
#define FENCEPOST_ALL(N, SUFFIX)                                       \
  FENCEPOST_BANDS(S, float, N, SUFFIX)                                 \
  FENCEPOST_BANDS(D, double, N, SUFFIX)                                \
  FENCEPOST_BANDS(C, cuComplex, N, SUFFIX)                             \
  FENCEPOST_BANDS(Z, cuDoubleComplex, N, SUFFIX)                       \
  FENCEPOST_SYMMETRIC_BANDS(S, sbmv, spmv, false, float, N, SUFFIX)    \
  FENCEPOST_SYMMETRIC_BANDS(D, sbmv, spmv, false, double, N, SUFFIX)   \
  FENCEPOST_SYMMETRIC_BANDS(C, hbmv, hpmv, true, cuComplex, N, SUFFIX) \
  FENCEPOST_SYMMETRIC_BANDS(Z, hbmv, hpmv, true, cuDoubleComplex, N, SUFFIX)

extern "C" {
FENCEPOST_ALL(int, )
FENCEPOST_ALL(int64_t, _64)
}
