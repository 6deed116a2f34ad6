// Operations on a matrix and vectors. Sums are made in order, in the type of the elements.
#include <vector>

#include "sim/blas/call.h"
#include "sim/interface/user_pc.h"
#include "sim/library/operand.h"

namespace fencepost::sim {
namespace {

/// A vector of so many elements, read or written in its own order.
template <class T>
struct Vector {
  T* base;
  std::int64_t count, increment;
  T& operator[](std::int64_t i) const {
    return increment > 0 ? base[i * increment] : base[(i - count + 1) * increment];
  }
};

/// Of the elements of y = alpha * sums + beta * y, which is not read if beta is 0.
template <class T>
void combine(Vector<T> y, const std::vector<T>& sums, T alpha, T beta) {
  for (std::int64_t i = 0; i < y.count; ++i) {
    const T product = alpha * sums[static_cast<std::size_t>(i)];
    y[i] = beta == T() ? product : product + beta * y[i];
  }
}

template <class T>
std::vector<T> times(cublasOperation_t trans, std::int64_t m, std::int64_t n, const T* a, std::int64_t lda,
                     Vector<const T> x) {
  std::vector<T> sums(static_cast<std::size_t>(trans == CUBLAS_OP_N ? m : n));
  for (std::int64_t j = 0; j < n; ++j) {
    const T* const column = a + j * lda;
    if (trans == CUBLAS_OP_N) {
      const T factor = x[j];
      for (std::int64_t i = 0; i < m; ++i) sums[static_cast<std::size_t>(i)] += column[i] * factor;
    } else {
      T sum{};
      for (std::int64_t i = 0; i < m; ++i) sum += conjugate(column[i], trans == CUBLAS_OP_C) * x[i];
      sums[static_cast<std::size_t>(j)] = sum;
    }
  }
  return sums;
}

/// Element (i, j) of a matrix of which one triangle is given.
template <class T>
T symmetric(const T* a, std::int64_t lda, cublasFillMode_t uplo, bool hermitian, std::int64_t i, std::int64_t j) {
  const bool there = uplo == CUBLAS_FILL_MODE_UPPER ? i <= j : i >= j;
  const T value = there ? a[j * lda + i] : conjugate(a[i * lda + j], hermitian);
  return hermitian && i == j ? T((value + conjugate(value)) / T(2)) : value;
}

template <class T>
struct MatrixVector {
  cublasOperation_t trans;
  std::int64_t m, n;
  const T* alpha;
  const T* a;
  std::int64_t lda, stride_a;
  const T* x;
  std::int64_t incx, stride_x;
  const T* beta;
  T* y;
  std::int64_t incy, stride_y, batch;
  // Of matrices and vectors that lie anywhere: arrays of their addresses, of the device; else null.
  const T* const* as = nullptr;
  const T* const* xs = nullptr;
  T* const* ys = nullptr;

  [[nodiscard]] const T* a_of(std::int64_t i) const { return as != nullptr ? as[i] : a + i * stride_a; }
  [[nodiscard]] const T* x_of(std::int64_t i) const { return xs != nullptr ? xs[i] : x + i * stride_x; }
  [[nodiscard]] T* y_of(std::int64_t i) const { return ys != nullptr ? ys[i] : y + i * stride_y; }
  /// What has the addresses, where there are such arrays.
  bool add_arrays(OperandList& list, bool multiplies) const {
    const auto add = [&](const char* role, const void* array) {
      const auto bytes = static_cast<std::size_t>(batch) * sizeof(void*);
      return list.add({.role = role, .reads = true, .element_bytes = sizeof(void*), .ranges = {{array, bytes}}});
    };
    if (ys == nullptr) return true;
    return (!multiplies || (add("Aarray", as) && add("xarray", xs))) && add("yarray", ys);
  }
};

template <class T>
cublasStatus_t gemv(const BlasCall& call, cublasHandle_t handle, const MatrixVector<T>& p) {
  ArgumentCheck check(call, handle);
  check.operation("trans", p.trans).size("m", p.m).size("n", p.n).size("batchCount", p.batch);
  check.leading("lda", p.lda, p.m, "m").increment("incx", p.incx).increment("incy", p.incy);
  if (check.failed() || p.m == 0 || p.n == 0 || p.batch == 0) return check.status();
  check.scalar("alpha", p.alpha, sizeof(T), handle).scalar("beta", p.beta, sizeof(T), handle);
  if (p.ys != nullptr) {
    check.pointer("Aarray", p.as).pointer("xarray", p.xs).pointer("yarray", p.ys);
  } else {
    check.pointer("A", p.a).pointer("x", p.x).pointer("y", p.y);
  }
  if (check.failed()) return check.status();
  return run(
      call, handle, false,
      [p, factor = Scalar<T>("alpha", p.alpha, is_on_device(handle)),
       old = Scalar<T>("beta", p.beta, is_on_device(handle))](OperandList& list) mutable -> std::function<void()> {
        if (!factor.add(list) || !old.add(list)) return nullptr;
        const std::int64_t columns = p.trans == CUBLAS_OP_N ? p.n : p.m;
        const std::int64_t rows = p.trans == CUBLAS_OP_N ? p.m : p.n;
        const Access access = old.value() == T() ? Access::kWrite : Access::kUpdate;
        const bool multiplies = factor.value() != T();
        if (!p.add_arrays(list, multiplies)) return nullptr;
        if (multiplies && p.as == nullptr &&
            !list.add(matrix_operand("A", Access::kRead, p.a, sizeof(T), p.m, p.n, p.lda, p.batch, p.stride_a))) {
          return nullptr;
        }
        for (std::int64_t i = 0; i < p.batch; ++i) {
          if (multiplies && p.as != nullptr &&
              !list.add(matrix_operand("A", Access::kRead, p.as[i], p.m, p.n, p.lda))) {
            return nullptr;
          }
          if (multiplies && !list.add(vector_operand("x", Access::kRead, p.x_of(i), columns, p.incx))) return nullptr;
          if (!list.add(vector_operand("y", access, p.y_of(i), rows, p.incy))) return nullptr;
        }
        return [=, alpha = factor.value(), beta = old.value()] {
          for (std::int64_t i = 0; i < p.batch; ++i) {
            std::vector<T> sums(static_cast<std::size_t>(rows));
            if (alpha != T()) {
              sums = times(p.trans, p.m, p.n, p.a_of(i), p.lda, Vector<const T>{p.x_of(i), columns, p.incx});
            }
            combine(Vector<T>{p.y_of(i), rows, p.incy}, sums, alpha, beta);
          }
        };
      });
}

/// symv and hemv.
template <class T>
cublasStatus_t symv(const BlasCall& call, cublasHandle_t handle, cublasFillMode_t uplo, bool hermitian, std::int64_t n,
                    const T* alpha, const T* a, std::int64_t lda, const T* x, std::int64_t incx, const T* beta, T* y,
                    std::int64_t incy) {
  ArgumentCheck check(call, handle);
  check.fill(uplo).size("n", n).leading("lda", lda, n, "n").increment("incx", incx).increment("incy", incy);
  if (check.failed() || n == 0) return check.status();
  check.scalar("alpha", alpha, sizeof(T), handle).scalar("beta", beta, sizeof(T), handle);
  if (check.pointer("A", a).pointer("x", x).pointer("y", y).failed()) return check.status();
  return run(call, handle, false,
             [=, factor = Scalar<T>("alpha", alpha, is_on_device(handle)),
              old = Scalar<T>("beta", beta, is_on_device(handle))](OperandList& list) mutable -> std::function<void()> {
               if (!factor.add(list) || !old.add(list)) return nullptr;
               const Access access = old.value() == T() ? Access::kWrite : Access::kUpdate;
               if (factor.value() != T() && (!list.add(triangle_operand("A", Access::kRead, a, n, lda, uplo)) ||
                                             !list.add(vector_operand("x", Access::kRead, x, n, incx)))) {
                 return nullptr;
               }
               if (!list.add(vector_operand("y", access, y, n, incy))) return nullptr;
               return [=, alpha = factor.value(), beta = old.value()] {
                 std::vector<T> sums(static_cast<std::size_t>(n));
                 const Vector<const T> from{x, n, incx};
                 for (std::int64_t j = 0; j < n && alpha != T(); ++j) {
                   for (std::int64_t i = 0; i < n; ++i) {
                     sums[static_cast<std::size_t>(i)] += symmetric(a, lda, uplo, hermitian, i, j) * from[j];
                   }
                 }
                 combine(Vector<T>{y, n, incy}, sums, alpha, beta);
               };
             });
}

/// trmv, or trsv, which solves. Both work on a triangle as it is multiplied: op(A), which is upper if one of `uplo` and
/// the transposition says so.
template <class T>
cublasStatus_t triangular(const BlasCall& call, cublasHandle_t handle, bool solves, cublasFillMode_t uplo,
                          cublasOperation_t trans, cublasDiagType_t diag, std::int64_t n, const T* a, std::int64_t lda,
                          T* x, std::int64_t incx) {
  ArgumentCheck check(call, handle);
  check.fill(uplo).operation("trans", trans).diagonal(diag);
  check.size("n", n).leading("lda", lda, n, "n").increment("incx", incx);
  if (check.failed() || n == 0) return check.status();
  if (check.pointer("A", a).pointer("x", x).failed()) return check.status();
  return run(call, handle, false, [=](OperandList& list) -> std::function<void()> {
    const bool unit = diag == CUBLAS_DIAG_UNIT;
    if (!list.add(triangle_operand("A", Access::kRead, a, n, lda, uplo, !unit)) ||
        !list.add(vector_operand("x", Access::kUpdate, x, n, incx))) {
      return nullptr;
    }
    return [=] {
      const Vector<T> vector{x, n, incx};
      const bool upper = (uplo == CUBLAS_FILL_MODE_UPPER) == (trans == CUBLAS_OP_N);
      const auto element = [&](std::int64_t i, std::int64_t j) {
        if (i == j && unit) return T(1);
        return trans == CUBLAS_OP_N ? a[j * lda + i] : conjugate(a[i * lda + j], trans == CUBLAS_OP_C);
      };
      // A product needs the elements that come later in the triangle as they were, a solution those that are solved.
      const bool ascends = upper != solves;
      for (std::int64_t step = 0; step < n; ++step) {
        const std::int64_t i = ascends ? step : n - 1 - step;
        T sum = solves ? vector[i] : element(i, i) * vector[i];
        for (std::int64_t j = upper ? i + 1 : 0; j < (upper ? n : i); ++j) {
          sum += (solves ? -element(i, j) : element(i, j)) * vector[j];
        }
        vector[i] = solves ? sum / element(i, i) : sum;
      }
    };
  });
}

/// ger, geru, gerc: A += alpha * x * y^T.
template <class T>
cublasStatus_t ger(const BlasCall& call, cublasHandle_t handle, bool conjugated, std::int64_t m, std::int64_t n,
                   const T* alpha, const T* x, std::int64_t incx, const T* y, std::int64_t incy, T* a,
                   std::int64_t lda) {
  ArgumentCheck check(call, handle);
  check.size("m", m).size("n", n).increment("incx", incx).increment("incy", incy).leading("lda", lda, m, "m");
  if (check.failed() || m == 0 || n == 0) return check.status();
  if (check.scalar("alpha", alpha, sizeof(T), handle).pointer("x", x).pointer("y", y).pointer("A", a).failed()) {
    return check.status();
  }
  return run(call, handle, false,
             [=, factor = Scalar<T>("alpha", alpha, is_on_device(handle))](
                 OperandList& list) mutable -> std::function<void()> {
               if (!factor.add(list)) return nullptr;
               if (factor.value() == T()) return [] {};
               if (!list.add(vector_operand("x", Access::kRead, x, m, incx)) ||
                   !list.add(vector_operand("y", Access::kRead, y, n, incy)) ||
                   !list.add(matrix_operand("A", Access::kUpdate, a, m, n, lda))) {
                 return nullptr;
               }
               return [=, alpha = factor.value()] {
                 const Vector<const T> rows{x, m, incx}, columns{y, n, incy};
                 for (std::int64_t j = 0; j < n; ++j) {
                   const T scaled = alpha * conjugate(columns[j], conjugated);
                   for (std::int64_t i = 0; i < m; ++i) a[j * lda + i] += rows[i] * scaled;
                 }
               };
             });
}

}  // namespace
}  // namespace fencepost::sim

using namespace fencepost::sim;

#define FENCEPOST_MATRIX_VECTOR(X, T, N, SUFFIX)                                                                       \
  cublasStatus_t cublas##X##gemv##SUFFIX(cublasHandle_t handle, cublasOperation_t trans, N m, N n, const T* alpha,     \
                                         const T* A, N lda, const T* x, N incx, const T* beta, T* y, N incy) {         \
    return gemv(                                                                                                       \
        FENCEPOST_BLAS_CALL, handle,                                                                                   \
        MatrixVector<Number<T>>{trans, m, n, as(alpha), as(A), lda, 0, as(x), incx, 0, as(beta), as(y), incy, 0, 1});  \
  }                                                                                                                    \
  cublasStatus_t cublas##X##gemvStridedBatched##SUFFIX(cublasHandle_t handle, cublasOperation_t trans, N m, N n,       \
                                                       const T* alpha, const T* A, N lda, long long int strideA,       \
                                                       const T* x, N incx, long long int stridex, const T* beta, T* y, \
                                                       N incy, long long int stridey, N batchCount) {                  \
    return gemv(FENCEPOST_BLAS_CALL, handle,                                                                           \
                MatrixVector<Number<T>>{trans, m, n, as(alpha), as(A), lda, strideA, as(x), incx, stridex, as(beta),   \
                                        as(y), incy, stridey, batchCount});                                            \
  }                                                                                                                    \
  cublasStatus_t cublas##X##gemvBatched##SUFFIX(                                                                       \
      cublasHandle_t handle, cublasOperation_t trans, N m, N n, const T* alpha, const T* const Aarray[], N lda,        \
      const T* const xarray[], N incx, const T* beta, T* const yarray[], N incy, N batchCount) {                       \
    using Element = Number<T>;                                                                                         \
    return gemv(FENCEPOST_BLAS_CALL, handle,                                                                           \
                MatrixVector<Element>{trans, m, n, as(alpha), nullptr, lda, 0, nullptr, incx, 0, as(beta), nullptr,    \
                                      incy, 0, batchCount, reinterpret_cast<const Element* const*>(Aarray),            \
                                      reinterpret_cast<const Element* const*>(xarray),                                 \
                                      reinterpret_cast<Element* const*>(yarray)});                                     \
  }                                                                                                                    \
  cublasStatus_t cublas##X##symv##SUFFIX(cublasHandle_t handle, cublasFillMode_t uplo, N n, const T* alpha,            \
                                         const T* A, N lda, const T* x, N incx, const T* beta, T* y, N incy) {         \
    return symv(FENCEPOST_BLAS_CALL, handle, uplo, false, n, as(alpha), as(A), lda, as(x), incx, as(beta), as(y),      \
                incy);                                                                                                 \
  }                                                                                                                    \
  cublasStatus_t cublas##X##trmv##SUFFIX(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,        \
                                         cublasDiagType_t diag, N n, const T* A, N lda, T* x, N incx) {                \
    return triangular(FENCEPOST_BLAS_CALL, handle, false, uplo, trans, diag, n, as(A), lda, as(x), incx);              \
  }                                                                                                                    \
  cublasStatus_t cublas##X##trsv##SUFFIX(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,        \
                                         cublasDiagType_t diag, N n, const T* A, N lda, T* x, N incx) {                \
    return triangular(FENCEPOST_BLAS_CALL, handle, true, uplo, trans, diag, n, as(A), lda, as(x), incx);               \
  }
#define FENCEPOST_OUTER_PRODUCT(NAME, CONJUGATED, T, N, SUFFIX)                                                        \
  cublasStatus_t cublas##NAME##SUFFIX(cublasHandle_t handle, N m, N n, const T* alpha, const T* x, N incx, const T* y, \
                                      N incy, T* A, N lda) {                                                           \
    return ger(FENCEPOST_BLAS_CALL, handle, CONJUGATED, m, n, as(alpha), as(x), incx, as(y), incy, as(A), lda);        \
  }
#define FENCEPOST_HERMITIAN_VECTOR(X, T, N, SUFFIX)                                                              \
  cublasStatus_t cublas##X##hemv##SUFFIX(cublasHandle_t handle, cublasFillMode_t uplo, N n, const T* alpha,      \
                                         const T* A, N lda, const T* x, N incx, const T* beta, T* y, N incy) {   \
    return symv(FENCEPOST_BLAS_CALL, handle, uplo, true, n, as(alpha), as(A), lda, as(x), incx, as(beta), as(y), \
                incy);                                                                                           \
  }
#define FENCEPOST_ALL(N, SUFFIX)                                    \
  FENCEPOST_MATRIX_VECTOR(S, float, N, SUFFIX)                      \
  FENCEPOST_MATRIX_VECTOR(D, double, N, SUFFIX)                     \
  FENCEPOST_MATRIX_VECTOR(C, cuComplex, N, SUFFIX)                  \
  FENCEPOST_MATRIX_VECTOR(Z, cuDoubleComplex, N, SUFFIX)            \
  FENCEPOST_OUTER_PRODUCT(Sger, false, float, N, SUFFIX)            \
  FENCEPOST_OUTER_PRODUCT(Dger, false, double, N, SUFFIX)           \
  FENCEPOST_OUTER_PRODUCT(Cgeru, false, cuComplex, N, SUFFIX)       \
  FENCEPOST_OUTER_PRODUCT(Zgeru, false, cuDoubleComplex, N, SUFFIX) \
  FENCEPOST_OUTER_PRODUCT(Cgerc, true, cuComplex, N, SUFFIX)        \
  FENCEPOST_OUTER_PRODUCT(Zgerc, true, cuDoubleComplex, N, SUFFIX)  \
  FENCEPOST_HERMITIAN_VECTOR(C, cuComplex, N, SUFFIX)               \
  FENCEPOST_HERMITIAN_VECTOR(Z, cuDoubleComplex, N, SUFFIX)

extern "C" {
FENCEPOST_ALL(int, )
FENCEPOST_ALL(int64_t, _64)
}
