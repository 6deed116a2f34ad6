// Operations on matrices of which one is symmetric, triangular or diagonal, and sums. Those of symmetric and triangular
// matrices are products of the whole matrices that these stand for.
#include <algorithm>
#include <vector>

#include "sim/blas/call.h"
#include "sim/blas/cblas.h"
#include "sim/interface/user_pc.h"
#include "sim/library/operand.h"

namespace fencepost::sim {
namespace {

using Size = std::int64_t;
using Compute = std::function<void()>;

template <class T>
std::vector<T> square(Size n) {
  return std::vector<T>(static_cast<std::size_t>(n * n));
}

/// The whole of a symmetric (or Hermitian) matrix of which one triangle is given.
template <class T>
std::vector<T> whole(const T* a, Size n, Size lda, cublasFillMode_t uplo, bool hermitian) {
  std::vector<T> all = square<T>(n);
  for (Size j = 0; j < n; ++j) {
    for (Size i = 0; i < n; ++i) {
      const bool there = uplo == CUBLAS_FILL_MODE_UPPER ? i <= j : i >= j;
      T value = there ? a[j * lda + i] : conjugate(a[i * lda + j], hermitian);
      if (hermitian && i == j) value = (value + conjugate(value)) / T(2);
      all[static_cast<std::size_t>(j * n + i)] = value;
    }
  }
  return all;
}

/// The whole of a triangular matrix: zeros in the other triangle.
template <class T>
std::vector<T> whole_triangle(const T* a, Size n, Size lda, cublasFillMode_t uplo, cublasDiagType_t diag) {
  std::vector<T> all = square<T>(n);
  for (Size j = 0; j < n; ++j) {
    for (Size i = 0; i < n; ++i) {
      const bool there = uplo == CUBLAS_FILL_MODE_UPPER ? i < j : i > j;
      T& element = all[static_cast<std::size_t>(j * n + i)];
      if (there) element = a[j * lda + i];
      if (i == j) element = diag == CUBLAS_DIAG_UNIT ? T(1) : a[j * lda + i];
    }
  }
  return all;
}

/// symm and hemm.
template <class T>
cublasStatus_t symm(const BlasCall& call, cublasHandle_t handle, bool hermitian, cublasSideMode_t side,
                    cublasFillMode_t uplo, Size m, Size n, const T* alpha, const T* a, Size lda, const T* b, Size ldb,
                    const T* beta, T* c, Size ldc) {
  ArgumentCheck check(call, handle);
  const bool left = side == CUBLAS_SIDE_LEFT;
  const Size order = left ? m : n;
  check.side(side).fill(uplo).size("m", m).size("n", n);
  check.leading("lda", lda, order, left ? "m" : "n").leading("ldb", ldb, m, "m").leading("ldc", ldc, m, "m");
  if (check.failed() || m == 0 || n == 0) return check.status();
  check.scalar("alpha", alpha, sizeof(T), handle).scalar("beta", beta, sizeof(T), handle);
  if (check.pointer("A", a).pointer("B", b).pointer("C", c).failed()) return check.status();
  need_openblas(call);
  return run(call, handle, false,
             [=, factor = Scalar<T>("alpha", alpha, is_on_device(handle)),
              old = Scalar<T>("beta", beta, is_on_device(handle))](OperandList& list) mutable -> Compute {
               if (!factor.add(list) || !old.add(list)) return nullptr;
               const Access access = old.value() == T() ? Access::kWrite : Access::kUpdate;
               if (factor.value() != T() && (!list.add(triangle_operand("A", Access::kRead, a, order, lda, uplo)) ||
                                             !list.add(matrix_operand("B", Access::kRead, b, m, n, ldb)))) {
                 return nullptr;
               }
               if (!list.add(matrix_operand("C", access, c, m, n, ldc))) return nullptr;
               return [=, alpha = factor.value(), beta = old.value()] {
                 if (alpha == T()) return gemm<T>(CUBLAS_OP_N, CUBLAS_OP_N, m, n, 0, T(), c, m, c, 1, beta, c, ldc);
                 const std::vector<T> all = whole(a, order, lda, uplo, hermitian);
                 if (left) {
                   gemm(CUBLAS_OP_N, CUBLAS_OP_N, m, n, m, alpha, all.data(), m, b, ldb, beta, c, ldc);
                 } else {
                   gemm(CUBLAS_OP_N, CUBLAS_OP_N, m, n, n, alpha, b, ldb, all.data(), n, beta, c, ldc);
                 }
               };
             });
}

/// What is added to one triangle of C. A and B are n × k, or k × n if they are transposed.
enum class RankK : std::uint8_t {
  kOne,               ///< op(A) op(A)^T: syrk.
  kHermitian,         ///< op(A) op(A)^H: herk; the diagonal becomes real.
  kProduct,           ///< op(A) op(B)^T, as far as it is symmetric: syrkx.
  kTwo,               ///< op(A) op(B)^T + op(B) op(A)^T: syr2k.
  kHermitianProduct,  ///< op(A) op(B)^H: herkx.
  kHermitianTwo       ///< op(A) op(B)^H + op(B) op(A)^H, the second with alpha conjugated: her2k.
};

/// `Factor` and `Old`: the types of alpha and beta.
template <class T, class Factor, class Old>
cublasStatus_t rank_k(const BlasCall& call, cublasHandle_t handle, RankK what, cublasFillMode_t uplo,
                      cublasOperation_t trans, Size n, Size k, const Factor* alpha, const T* a, Size lda, const T* b,
                      Size ldb, const Old* beta, T* c, Size ldc) {
  ArgumentCheck check(call, handle);
  const bool is_hermitian = what == RankK::kHermitian || what >= RankK::kHermitianProduct;
  const bool is_of_two = what == RankK::kTwo || what == RankK::kHermitianTwo;
  const bool has_b = what != RankK::kOne && what != RankK::kHermitian;
  const Size rows = trans == CUBLAS_OP_N ? n : k;
  const Size columns = trans == CUBLAS_OP_N ? k : n;
  const char* const rows_name = trans == CUBLAS_OP_N ? "n" : "k";
  check.fill(uplo).operation("trans", trans).size("n", n).size("k", k).leading("lda", lda, rows, rows_name);
  if (has_b) check.leading("ldb", ldb, rows, rows_name);
  if (check.leading("ldc", ldc, n, "n").failed() || n == 0) return check.status();
  constexpr bool kIsComplex = !std::is_same_v<T, Real<T>>;
  if (kIsComplex && trans == (is_hermitian ? CUBLAS_OP_T : CUBLAS_OP_C)) {
    return call.invalid("trans is not one of this operation's");
  }
  check.scalar("alpha", alpha, sizeof(Factor), handle).scalar("beta", beta, sizeof(Old), handle);
  if (k != 0) check.pointer("A", a);
  if (k != 0 && has_b) check.pointer("B", b);
  if (check.pointer("C", c).failed()) return check.status();
  need_openblas(call);
  return run(
      call, handle, false,
      [=, factor = Scalar<Factor>("alpha", alpha, is_on_device(handle)),
       old = Scalar<Old>("beta", beta, is_on_device(handle))](OperandList& list) mutable -> Compute {
        if (!factor.add(list) || !old.add(list)) return nullptr;
        const bool multiplies = factor.value() != Factor() && k != 0;
        const Access access = old.value() == Old() ? Access::kWrite : Access::kUpdate;
        if (multiplies && !list.add(matrix_operand("A", Access::kRead, a, rows, columns, lda))) return nullptr;
        if (multiplies && has_b && !list.add(matrix_operand("B", Access::kRead, b, rows, columns, ldb))) return nullptr;
        if (!list.add(triangle_operand("C", access, c, n, ldc, uplo))) return nullptr;
        return [=, alpha = factor.value(), beta = old.value()] {
          std::vector<T> product = square<T>(n);
          const cublasOperation_t other = trans != CUBLAS_OP_N ? CUBLAS_OP_N : is_hermitian ? CUBLAS_OP_C : CUBLAS_OP_T;
          if (multiplies) {
            gemm(trans, other, n, n, k, T(alpha), a, lda, has_b ? b : a, has_b ? ldb : lda, T(), product.data(), n);
            if (is_of_two) {
              const T second = conjugate(T(alpha), is_hermitian);
              gemm(trans, other, n, n, k, second, b, ldb, a, lda, T(1), product.data(), n);
            }
          }
          for (Size j = 0; j < n; ++j) {
            const Size first = uplo == CUBLAS_FILL_MODE_UPPER ? 0 : j;
            const Size end = uplo == CUBLAS_FILL_MODE_UPPER ? j + 1 : n;
            for (Size i = first; i < end; ++i) {
              T& element = c[j * ldc + i];
              const T sum = product[static_cast<std::size_t>(j * n + i)];
              element = beta == Old() ? sum : sum + T(beta) * element;
              if (is_hermitian && i == j) element = (element + conjugate(element)) / T(2);
            }
          }
        };
      });
}

template <class T>
struct Triangular {
  cublasSideMode_t side;
  cublasFillMode_t uplo;
  cublasOperation_t trans;
  cublasDiagType_t diag;
  Size m, n;
  const T* a;
  Size lda;
  [[nodiscard]] bool left() const { return side == CUBLAS_SIDE_LEFT; }
  [[nodiscard]] Size order() const { return left() ? m : n; }

  ArgumentCheck& check(ArgumentCheck& into) const {
    into.side(side).fill(uplo).operation("trans", trans).diagonal(diag).size("m", m).size("n", n);
    return into.leading("lda", lda, order(), left() ? "m" : "n");
  }
  [[nodiscard]] bool add(OperandList& list, const T* matrix) const {
    return list.add(triangle_operand("A", Access::kRead, matrix, order(), lda, uplo, diag != CUBLAS_DIAG_UNIT));
  }
};

/// C = alpha * op(A) * B; C may be B.
template <class T>
cublasStatus_t trmm(const BlasCall& call, cublasHandle_t handle, const Triangular<T>& p, const T* alpha, const T* b,
                    Size ldb, T* c, Size ldc) {
  ArgumentCheck check(call, handle);
  p.check(check).leading("ldb", ldb, p.m, "m").leading("ldc", ldc, p.m, "m");
  if (check.failed() || p.m == 0 || p.n == 0) return check.status();
  check.scalar("alpha", alpha, sizeof(T), handle).pointer("A", p.a).pointer("B", b).pointer("C", c);
  if (check.failed()) return check.status();
  need_openblas(call);
  return run(
      call, handle, false,
      [=, factor = Scalar<T>("alpha", alpha, is_on_device(handle))](OperandList& list) mutable -> Compute {
        if (!factor.add(list)) return nullptr;
        const bool multiplies = factor.value() != T();
        if (multiplies && (!p.add(list, p.a) || !list.add(matrix_operand("B", Access::kRead, b, p.m, p.n, ldb)))) {
          return nullptr;
        }
        if (!list.add(matrix_operand("C", Access::kWrite, c, p.m, p.n, ldc))) return nullptr;
        return [=, alpha = factor.value()] {
          std::vector<T> product(static_cast<std::size_t>(p.m * p.n));
          if (multiplies) {
            const std::vector<T> all = whole_triangle(p.a, p.order(), p.lda, p.uplo, p.diag);
            if (p.left()) {
              gemm(p.trans, CUBLAS_OP_N, p.m, p.n, p.m, alpha, all.data(), p.m, b, ldb, T(), product.data(), p.m);
            } else {
              gemm(CUBLAS_OP_N, p.trans, p.m, p.n, p.n, alpha, b, ldb, all.data(), p.n, T(), product.data(), p.m);
            }
          }
          for (Size j = 0; j < p.n; ++j) std::copy_n(product.data() + j * p.m, p.m, c + j * ldc);
        };
      });
}

/// Of one matrix (arrays null), or of a batch.
template <class T>
cublasStatus_t solve(const BlasCall& call, cublasHandle_t handle, const Triangular<T>& p, const T* alpha,
                     const T* const* a_array, T* b, T* const* b_array, Size ldb, Size batch) {
  ArgumentCheck check(call, handle);
  p.check(check).leading("ldb", ldb, p.m, "m").size("batchCount", batch);
  if (check.failed() || p.m == 0 || p.n == 0 || batch == 0) return check.status();
  const bool is_batch = a_array != nullptr || b_array != nullptr || (p.a == nullptr && b == nullptr);
  check.scalar("alpha", alpha, sizeof(T), handle);
  if (is_batch) {
    check.pointer("A", static_cast<const void*>(a_array)).pointer("B", static_cast<const void*>(b_array));
  } else {
    check.pointer("A", p.a).pointer("B", b);
  }
  if (check.failed()) return check.status();
  need_openblas(call);
  return run(
      call, handle, false,
      [=, factor = Scalar<T>("alpha", alpha, is_on_device(handle))](OperandList& list) mutable -> Compute {
        if (!factor.add(list)) return nullptr;
        std::vector<const T*> as{p.a};
        std::vector<T*> bs{b};
        if (is_batch) {
          const auto bytes = static_cast<std::size_t>(batch) * sizeof(void*);
          if (!list.add({.role = "A", .reads = true, .element_bytes = sizeof(void*), .ranges = {{a_array, bytes}}}) ||
              !list.add({.role = "B", .reads = true, .element_bytes = sizeof(void*), .ranges = {{b_array, bytes}}})) {
            return nullptr;
          }
          as.assign(a_array, a_array + batch);
          bs.assign(b_array, b_array + batch);
        }
        const Access access = factor.value() == T() ? Access::kWrite : Access::kUpdate;
        for (std::size_t i = 0; i < bs.size(); ++i) {
          if (factor.value() != T() && !p.add(list, as[i])) return nullptr;
          if (!list.add(matrix_operand("B", access, bs[i], p.m, p.n, ldb))) return nullptr;
        }
        return [=, alpha = factor.value()] {
          for (std::size_t i = 0; i < bs.size(); ++i) {
            if (alpha == T()) {
              for (Size j = 0; j < p.n; ++j) std::fill_n(bs[i] + j * ldb, p.m, T());
            } else {
              trsm(p.side, p.uplo, p.trans, p.diag, p.m, p.n, alpha, as[i], p.lda, bs[i], ldb);
            }
          }
        };
      });
}

/// C = alpha * op(A) + beta * op(B); C may be A or B where these are not transposed.
template <class T>
cublasStatus_t geam(const BlasCall& call, cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                    Size m, Size n, const T* alpha, const T* a, Size lda, const T* beta, const T* b, Size ldb, T* c,
                    Size ldc) {
  ArgumentCheck check(call, handle);
  const Size rows_a = transa == CUBLAS_OP_N ? m : n;
  const Size rows_b = transb == CUBLAS_OP_N ? m : n;
  check.operation("transa", transa).operation("transb", transb).size("m", m).size("n", n);
  check.scalar("alpha", alpha, sizeof(T), handle).scalar("beta", beta, sizeof(T), handle);
  if (check.failed()) return check.status();
  const bool on_device = is_on_device(handle);
  if (on_device || *alpha != T()) check.leading("lda", lda, rows_a, transa == CUBLAS_OP_N ? "m" : "n").pointer("A", a);
  if (on_device || *beta != T()) check.leading("ldb", ldb, rows_b, transb == CUBLAS_OP_N ? "m" : "n").pointer("B", b);
  if (check.leading("ldc", ldc, m, "m").pointer("C", c).failed() || m == 0 || n == 0) return check.status();
  if ((c == a && transa != CUBLAS_OP_N) || (c == b && transb != CUBLAS_OP_N)) {
    return call.invalid("C is a matrix that is transposed");
  }
  return run(call, handle, false,
             [=, first = Scalar<T>("alpha", alpha, is_on_device(handle)),
              second = Scalar<T>("beta", beta, is_on_device(handle))](OperandList& list) mutable -> Compute {
               if (!first.add(list) || !second.add(list)) return nullptr;
               if (first.value() != T() &&
                   !list.add(matrix_operand("A", Access::kRead, a, rows_a, rows_a == m ? n : m, lda))) {
                 return nullptr;
               }
               if (second.value() != T() &&
                   !list.add(matrix_operand("B", Access::kRead, b, rows_b, rows_b == m ? n : m, ldb))) {
                 return nullptr;
               }
               if (!list.add(matrix_operand("C", Access::kWrite, c, m, n, ldc))) return nullptr;
               return [=, alpha = first.value(), beta = second.value()] {
                 const auto element = [](cublasOperation_t op, const T* matrix, Size ld, Size i, Size j) {
                   return op == CUBLAS_OP_N ? matrix[j * ld + i] : conjugate(matrix[i * ld + j], op == CUBLAS_OP_C);
                 };
                 for (Size j = 0; j < n; ++j) {
                   for (Size i = 0; i < m; ++i) {
                     T sum{};
                     if (alpha != T()) sum += alpha * element(transa, a, lda, i, j);
                     if (beta != T()) sum += beta * element(transb, b, ldb, i, j);
                     c[j * ldc + i] = sum;
                   }
                 }
               };
             });
}

/// C = A * diag(x), or diag(x) * A if `side` is the left one; C may be A.
template <class T>
cublasStatus_t dgmm(const BlasCall& call, cublasHandle_t handle, cublasSideMode_t side, Size m, Size n, const T* a,
                    Size lda, const T* x, Size incx, T* c, Size ldc) {
  ArgumentCheck check(call, handle);
  check.side(side).size("m", m).size("n", n).leading("lda", lda, m, "m").leading("ldc", ldc, m, "m");
  if (check.failed() || m == 0 || n == 0) return check.status();
  if (check.pointer("A", a).pointer("x", x).pointer("C", c).failed()) return check.status();
  const Size count = side == CUBLAS_SIDE_LEFT ? m : n;
  return run(call, handle, false, [=](OperandList& list) -> Compute {
    if (!list.add(matrix_operand("A", Access::kRead, a, m, n, lda)) ||
        !list.add(vector_operand("x", Access::kRead, x, incx == 0 ? 1 : count, incx)) ||
        !list.add(matrix_operand("C", Access::kWrite, c, m, n, ldc))) {
      return nullptr;
    }
    return [=] {
      const auto factor = [&](Size i) { return incx >= 0 ? x[i * incx] : x[(i - count + 1) * incx]; };
      for (Size j = 0; j < n; ++j) {
        for (Size i = 0; i < m; ++i) c[j * ldc + i] = a[j * lda + i] * factor(side == CUBLAS_SIDE_LEFT ? i : j);
      }
    };
  });
}

}  // namespace
}  // namespace fencepost::sim

using namespace fencepost::sim;

#define FENCEPOST_TRIANGULAR(a) \
  { side, uplo, trans, diag, m, n, a, lda }
#define FENCEPOST_MATRICES(X, T, N, SUFFIX)                                                                            \
  cublasStatus_t cublas##X##symm##SUFFIX(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, N m,     \
                                         N n, const T* alpha, const T* A, N lda, const T* B, N ldb, const T* beta,     \
                                         T* C, N ldc) {                                                                \
    return symm(FENCEPOST_BLAS_CALL, handle, false, side, uplo, m, n, as(alpha), as(A), lda, as(B), ldb, as(beta),     \
                as(C), ldc);                                                                                           \
  }                                                                                                                    \
  cublasStatus_t cublas##X##syrk##SUFFIX(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, N n,   \
                                         N k, const T* alpha, const T* A, N lda, const T* beta, T* C, N ldc) {         \
    return rank_k(FENCEPOST_BLAS_CALL, handle, RankK::kOne, uplo, trans, n, k, as(alpha), as(A), lda, as(A), lda,      \
                  as(beta), as(C), ldc);                                                                               \
  }                                                                                                                    \
  cublasStatus_t cublas##X##syr2k##SUFFIX(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, N n,  \
                                          N k, const T* alpha, const T* A, N lda, const T* B, N ldb, const T* beta,    \
                                          T* C, N ldc) {                                                               \
    return rank_k(FENCEPOST_BLAS_CALL, handle, RankK::kTwo, uplo, trans, n, k, as(alpha), as(A), lda, as(B), ldb,      \
                  as(beta), as(C), ldc);                                                                               \
  }                                                                                                                    \
  cublasStatus_t cublas##X##syrkx##SUFFIX(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, N n,  \
                                          N k, const T* alpha, const T* A, N lda, const T* B, N ldb, const T* beta,    \
                                          T* C, N ldc) {                                                               \
    return rank_k(FENCEPOST_BLAS_CALL, handle, RankK::kProduct, uplo, trans, n, k, as(alpha), as(A), lda, as(B), ldb,  \
                  as(beta), as(C), ldc);                                                                               \
  }                                                                                                                    \
  cublasStatus_t cublas##X##trmm##SUFFIX(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,          \
                                         cublasOperation_t trans, cublasDiagType_t diag, N m, N n, const T* alpha,     \
                                         const T* A, N lda, const T* B, N ldb, T* C, N ldc) {                          \
    return trmm(FENCEPOST_BLAS_CALL, handle, Triangular<Number<T>> FENCEPOST_TRIANGULAR(as(A)), as(alpha), as(B), ldb, \
                as(C), ldc);                                                                                           \
  }                                                                                                                    \
  cublasStatus_t cublas##X##trsm##SUFFIX(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,          \
                                         cublasOperation_t trans, cublasDiagType_t diag, N m, N n, const T* alpha,     \
                                         const T* A, N lda, T* B, N ldb) {                                             \
    return solve(FENCEPOST_BLAS_CALL, handle, Triangular<Number<T>> FENCEPOST_TRIANGULAR(as(A)), as(alpha), {}, as(B), \
                 {}, ldb, 1);                                                                                          \
  }                                                                                                                    \
  cublasStatus_t cublas##X##trsmBatched##SUFFIX(                                                                       \
      cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans,                    \
      cublasDiagType_t diag, N m, N n, const T* alpha, const T* const A[], N lda, T* const B[], N ldb, N batchCount) { \
    return solve<Number<T>>(FENCEPOST_BLAS_CALL, handle, FENCEPOST_TRIANGULAR(nullptr), as(alpha),                     \
                            reinterpret_cast<const Number<T>* const*>(A), nullptr,                                     \
                            reinterpret_cast<Number<T>* const*>(B), ldb, batchCount);                                  \
  }                                                                                                                    \
  cublasStatus_t cublas##X##geam##SUFFIX(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,    \
                                         N m, N n, const T* alpha, const T* A, N lda, const T* beta, const T* B,       \
                                         N ldb, T* C, N ldc) {                                                         \
    return geam(FENCEPOST_BLAS_CALL, handle, transa, transb, m, n, as(alpha), as(A), lda, as(beta), as(B), ldb, as(C), \
                ldc);                                                                                                  \
  }                                                                                                                    \
  cublasStatus_t cublas##X##dgmm##SUFFIX(cublasHandle_t handle, cublasSideMode_t mode, N m, N n, const T* A, N lda,    \
                                         const T* x, N incx, T* C, N ldc) {                                            \
    return dgmm(FENCEPOST_BLAS_CALL, handle, mode, m, n, as(A), lda, as(x), incx, as(C), ldc);                         \
  }
#define FENCEPOST_HERMITIAN_MATRICES(X, T, R, N, SUFFIX)                                                              \
  cublasStatus_t cublas##X##hemm##SUFFIX(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, N m,    \
                                         N n, const T* alpha, const T* A, N lda, const T* B, N ldb, const T* beta,    \
                                         T* C, N ldc) {                                                               \
    return symm(FENCEPOST_BLAS_CALL, handle, true, side, uplo, m, n, as(alpha), as(A), lda, as(B), ldb, as(beta),     \
                as(C), ldc);                                                                                          \
  }                                                                                                                   \
  cublasStatus_t cublas##X##herk##SUFFIX(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, N n,  \
                                         N k, const R* alpha, const T* A, N lda, const R* beta, T* C, N ldc) {        \
    return rank_k(FENCEPOST_BLAS_CALL, handle, RankK::kHermitian, uplo, trans, n, k, alpha, as(A), lda, as(A), lda,   \
                  beta, as(C), ldc);                                                                                  \
  }                                                                                                                   \
  cublasStatus_t cublas##X##her2k##SUFFIX(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, N n, \
                                          N k, const T* alpha, const T* A, N lda, const T* B, N ldb, const R* beta,   \
                                          T* C, N ldc) {                                                              \
    return rank_k(FENCEPOST_BLAS_CALL, handle, RankK::kHermitianTwo, uplo, trans, n, k, as(alpha), as(A), lda, as(B), \
                  ldb, beta, as(C), ldc);                                                                             \
  }                                                                                                                   \
  cublasStatus_t cublas##X##herkx##SUFFIX(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, N n, \
                                          N k, const T* alpha, const T* A, N lda, const T* B, N ldb, const R* beta,   \
                                          T* C, N ldc) {                                                              \
    return rank_k(FENCEPOST_BLAS_CALL, handle, RankK::kHermitianProduct, uplo, trans, n, k, as(alpha), as(A), lda,    \
                  as(B), ldb, beta, as(C), ldc);                                                                      \
  }
#define FENCEPOST_ALL(N, SUFFIX)                               \
  FENCEPOST_MATRICES(S, float, N, SUFFIX)                      \
  FENCEPOST_MATRICES(D, double, N, SUFFIX)                     \
  FENCEPOST_MATRICES(C, cuComplex, N, SUFFIX)                  \
  FENCEPOST_MATRICES(Z, cuDoubleComplex, N, SUFFIX)            \
  FENCEPOST_HERMITIAN_MATRICES(C, cuComplex, float, N, SUFFIX) \
  FENCEPOST_HERMITIAN_MATRICES(Z, cuDoubleComplex, double, N, SUFFIX)

extern "C" {
FENCEPOST_ALL(int, )
FENCEPOST_ALL(int64_t, _64)
}
