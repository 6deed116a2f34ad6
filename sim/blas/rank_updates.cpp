// Products of vectors that are added to one triangle of a matrix, whole or packed: syr, her, syr2, her2, spr, hpr,
// spr2, hpr2.
#include "sim/blas/storage.h"
#include "sim/interface/user_pc.h"

namespace fencepost::sim {
namespace {

template <class T>
struct RankUpdate {
  bool is_hermitian;
  StoredTriangle<T> a;
  const T* x;
  std::int64_t incx;
  const T* y;  ///< Null: of rank one, alpha x x'.
  std::int64_t incy;
};

/// A += alpha x y' + (alpha) y x', or alpha x x'; conjugated as it says. `Factor`: the type of alpha.
template <class T, class Factor>
cublasStatus_t update(const BlasCall& call, cublasHandle_t handle, bool is_of_two, const Factor* alpha,
                      const RankUpdate<T>& p) {
  ArgumentCheck check(call, handle);
  p.a.check(check);
  check.increment("incx", p.incx);
  if (is_of_two) check.increment("incy", p.incy);
  if (check.failed() || p.a.n == 0) return check.status();
  check.scalar("alpha", alpha, sizeof(Factor), handle).pointer("x", p.x);
  if (is_of_two) check.pointer("y", p.y);
  if (check.pointer("A", p.a.base).failed()) return check.status();
  return run(call, handle, false,
             [=, factor = Scalar<Factor>("alpha", alpha, is_on_device(handle))](
                 OperandList& list) mutable -> std::function<void()> {
               if (!factor.add(list)) return nullptr;
               if (factor.value() == Factor()) return [] {};
               if (!list.add(vector_operand("x", Access::kRead, p.x, p.a.n, p.incx)) ||
                   (is_of_two && !list.add(vector_operand("y", Access::kRead, p.y, p.a.n, p.incy))) ||
                   !list.add(p.a.operand("A", Access::kUpdate))) {
                 return nullptr;
               }
               return [=, alpha = T(factor.value())] {
                 const StoredVector<const T> x{p.x, p.a.n, p.incx};
                 const StoredVector<const T> y = is_of_two ? StoredVector<const T>{p.y, p.a.n, p.incy} : x;
                 for (std::int64_t j = 0; j < p.a.n; ++j) {
                   const T by_x = alpha * conjugate(y[j], p.is_hermitian);
                   const T by_y = is_of_two ? conjugate(alpha * conjugate(x[j], false), p.is_hermitian) : T();
                   for (std::int64_t i = p.a.first(j); i < p.a.end(j); ++i) {
                     T& element = p.a.at(i, j);
                     element += is_of_two ? x[i] * by_x + y[i] * by_y : x[i] * by_x;
                     if (p.is_hermitian && i == j) element = (element + conjugate(element)) / T(2);
                   }
                 }
               };
             });
}

}  // namespace
}  // namespace fencepost::sim

using namespace fencepost::sim;

// SY is sy or he, SP sp or hp; R the type of alpha with one vector.
#define FENCEPOST_UPDATES(X, SY, HERMITIAN, T, R, N, SUFFIX)                                                  \
  cublasStatus_t cublas##X##SY##r##SUFFIX(cublasHandle_t handle, cublasFillMode_t uplo, N n, const R* alpha,  \
                                          const T* x, N incx, T* A, N lda) {                                  \
    return update<Number<T>>(FENCEPOST_BLAS_CALL, handle, false, as(alpha),                                   \
                             {HERMITIAN, {as(A), Storage::kWhole, uplo, n, lda}, as(x), incx, nullptr, 1});   \
  }                                                                                                           \
  cublasStatus_t cublas##X##SY##r2##SUFFIX(cublasHandle_t handle, cublasFillMode_t uplo, N n, const T* alpha, \
                                           const T* x, N incx, const T* y, N incy, T* A, N lda) {             \
    return update<Number<T>>(FENCEPOST_BLAS_CALL, handle, true, as(alpha),                                    \
                             {HERMITIAN, {as(A), Storage::kWhole, uplo, n, lda}, as(x), incx, as(y), incy});  \
  }
#define FENCEPOST_PACKED_UPDATES(X, SP, HERMITIAN, T, R, N, SUFFIX)                                           \
  cublasStatus_t cublas##X##SP##r##SUFFIX(cublasHandle_t handle, cublasFillMode_t uplo, N n, const R* alpha,  \
                                          const T* x, N incx, T* AP) {                                        \
    return update<Number<T>>(FENCEPOST_BLAS_CALL, handle, false, as(alpha),                                   \
                             {HERMITIAN, {as(AP), Storage::kPacked, uplo, n}, as(x), incx, nullptr, 1});      \
  }                                                                                                           \
  cublasStatus_t cublas##X##SP##r2##SUFFIX(cublasHandle_t handle, cublasFillMode_t uplo, N n, const T* alpha, \
                                           const T* x, N incx, const T* y, N incy, T* AP) {                   \
    return update<Number<T>>(FENCEPOST_BLAS_CALL, handle, true, as(alpha),                                    \
                             {HERMITIAN, {as(AP), Storage::kPacked, uplo, n}, as(x), incx, as(y), incy});     \
  }
#define FENCEPOST_ALL(N, SUFFIX)                                               \
  FENCEPOST_UPDATES(S, sy, false, float, float, N, SUFFIX)                     \
  FENCEPOST_UPDATES(D, sy, false, double, double, N, SUFFIX)                   \
  FENCEPOST_UPDATES(C, sy, false, cuComplex, cuComplex, N, SUFFIX)             \
  FENCEPOST_UPDATES(Z, sy, false, cuDoubleComplex, cuDoubleComplex, N, SUFFIX) \
  FENCEPOST_UPDATES(C, he, true, cuComplex, float, N, SUFFIX)                  \
  FENCEPOST_UPDATES(Z, he, true, cuDoubleComplex, double, N, SUFFIX)           \
  FENCEPOST_PACKED_UPDATES(S, sp, false, float, float, N, SUFFIX)              \
  FENCEPOST_PACKED_UPDATES(D, sp, false, double, double, N, SUFFIX)            \
  FENCEPOST_PACKED_UPDATES(C, hp, true, cuComplex, float, N, SUFFIX)           \
  FENCEPOST_PACKED_UPDATES(Z, hp, true, cuDoubleComplex, double, N, SUFFIX)

extern "C" {
FENCEPOST_ALL(int, )
FENCEPOST_ALL(int64_t, _64)
}
