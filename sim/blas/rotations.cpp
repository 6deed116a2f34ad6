// Plane rotations of vectors, and their parameters, which OpenBLAS computes.
#include <array>

#include "sim/blas/cblas.h"
#include "sim/blas/storage.h"
#include "sim/interface/user_pc.h"

namespace fencepost::sim {
namespace {

/// A call that updates and writes single numbers: the host's, for which it waits, or the device's.
template <class T>
struct Numbers {
  const char* role;
  T* place;
  Access access;
  std::int64_t count = 1;
};

template <class Compute, class... T>
cublasStatus_t on_numbers(const BlasCall& call, cublasHandle_t handle, Compute compute, const Numbers<T>&... numbers) {
  ArgumentCheck check(call, handle);
  (check.scalar(numbers.role, numbers.place, sizeof(T) * static_cast<std::size_t>(numbers.count), handle), ...);
  if (check.failed()) return check.status();
  need_openblas(call);
  const bool on_device = is_on_device(handle);
  return run(call, handle, !on_device, [=](OperandList& list) -> std::function<void()> {
    const auto add = [&](const auto& number) {
      return list.add(vector_operand(number.role, number.access, number.place, number.count, 1));
    };
    if (on_device && !(add(numbers) && ...)) return nullptr;
    return [=] { compute(numbers.place...); };
  });
}

template <class T>
cublasStatus_t rotg_of(const BlasCall& call, cublasHandle_t handle, T* a, T* b, Real<T>* c, T* s) {
  const Access of_b = std::is_same_v<T, Real<T>> ? Access::kUpdate : Access::kRead;
  return on_numbers(
      call, handle, [](T* a, T* b, Real<T>* c, T* s) { rotg(*a, *b, *c, *s); }, Numbers<T>{"a", a, Access::kUpdate},
      Numbers<T>{"b", b, of_b}, Numbers<Real<T>>{"c", c, Access::kWrite}, Numbers<T>{"s", s, Access::kWrite});
}

template <class T>
cublasStatus_t rotmg_of(const BlasCall& call, cublasHandle_t handle, T* d1, T* d2, T* x1, const T* y1, T* param) {
  return on_numbers(
      call, handle, [](T* d1, T* d2, T* x1, const T* y1, T* param) { rotmg(*d1, *d2, *x1, *y1, param); },
      Numbers<T>{"d1", d1, Access::kUpdate}, Numbers<T>{"d2", d2, Access::kUpdate},
      Numbers<T>{"x1", x1, Access::kUpdate}, Numbers<const T>{"y1", y1, Access::kRead},
      Numbers<T>{"param", param, Access::kWrite, 5});
}

/// rotm: H by its flag and the elements that this does not give.
template <class T>
std::array<T, 4> matrix_of(const T* param) {
  if (param[0] == T(-1)) return {param[1], param[2], param[3], param[4]};
  if (param[0] == T(0)) return {T(1), param[2], param[3], T(1)};
  if (param[0] == T(1)) return {param[1], T(-1), T(1), param[4]};
  return {T(1), T(0), T(0), T(1)};
}

template <class T>
cublasStatus_t rotm(const BlasCall& call, cublasHandle_t handle, std::int64_t n, T* x, std::int64_t incx, T* y,
                    std::int64_t incy, const T* param) {
  ArgumentCheck check(call, handle);
  if (check.size("n", n).failed() || n == 0) return check.status();
  if (check.scalar("param", param, 5 * sizeof(T), handle).pointer("x", x).pointer("y", y).failed()) {
    return check.status();
  }
  const bool on_device = is_on_device(handle);
  std::array<T, 5> kept{};
  if (!on_device) std::copy_n(param, 5, kept.begin());
  return run(call, handle, false, [=](OperandList& list) -> std::function<void()> {
    if ((on_device && !list.add(vector_operand("param", Access::kRead, param, 5, 1))) ||
        !list.add(vector_operand("x", Access::kUpdate, x, n, incx)) ||
        !list.add(vector_operand("y", Access::kUpdate, y, n, incy))) {
      return nullptr;
    }
    return [=, h = matrix_of(on_device ? param : kept.data())] {
      const StoredVector<T> first{x, n, incx}, second{y, n, incy};
      for (std::int64_t i = 0; i < n; ++i) {
        const T a = first[i], b = second[i];
        first[i] = h[0] * a + h[2] * b;
        second[i] = h[1] * a + h[3] * b;
      }
    };
  });
}

template <class T, class S>
cublasStatus_t complex_rot(const BlasCall& call, cublasHandle_t handle, std::int64_t n, T* x, std::int64_t incx, T* y,
                           std::int64_t incy, const Real<T>* c, const S* s) {
  ArgumentCheck check(call, handle);
  if (check.size("n", n).failed() || n == 0) return check.status();
  check.scalar("c", c, sizeof *c, handle).scalar("s", s, sizeof *s, handle).pointer("x", x).pointer("y", y);
  if (check.failed()) return check.status();
  return run(call, handle, false,
             [=, cosine = Scalar<Real<T>>("c", c, is_on_device(handle)),
              sine = Scalar<S>("s", s, is_on_device(handle))](OperandList& list) mutable -> std::function<void()> {
               if (!cosine.add(list) || !sine.add(list) ||
                   !list.add(vector_operand("x", Access::kUpdate, x, n, incx)) ||
                   !list.add(vector_operand("y", Access::kUpdate, y, n, incy))) {
                 return nullptr;
               }
               return [=, cos = cosine.value(), sin = T(sine.value())] {
                 const StoredVector<T> first{x, n, incx}, second{y, n, incy};
                 for (std::int64_t i = 0; i < n; ++i) {
                   const T a = first[i], b = second[i];
                   first[i] = cos * a + sin * b;
                   second[i] = cos * b - std::conj(sin) * a;
                 }
               };
             });
}

/// One triangle from one storage to another.
template <class T>
cublasStatus_t store(const BlasCall& call, cublasHandle_t handle, const char* from_role,
                     const StoredTriangle<const T>& from, const char* to_role, const StoredTriangle<T>& to) {
  ArgumentCheck check(call, handle);
  from.check(check);
  to.check(check);
  if (check.failed() || from.n == 0) return check.status();
  if (check.pointer(from_role, from.base).pointer(to_role, to.base).failed()) return check.status();
  return run(call, handle, false, [=](OperandList& list) -> std::function<void()> {
    if (!list.add(from.operand(from_role, Access::kRead)) || !list.add(to.operand(to_role, Access::kWrite))) {
      return nullptr;
    }
    return [=] {
      for (std::int64_t j = 0; j < from.n; ++j) {
        for (std::int64_t i = from.first(j); i < from.end(j); ++i) to.at(i, j) = from.at(i, j);
      }
    };
  });
}

}  // namespace
}  // namespace fencepost::sim

using namespace fencepost::sim;

#define FENCEPOST_ROTATION_OF(X, T, R)                                              \
  cublasStatus_t cublas##X##rotg(cublasHandle_t handle, T* a, T* b, R* c, T* s) {   \
    return rotg_of<Number<T>>(FENCEPOST_BLAS_CALL, handle, as(a), as(b), c, as(s)); \
  }
#define FENCEPOST_MODIFIED_ROTATION_OF(X, T)                                                           \
  cublasStatus_t cublas##X##rotmg(cublasHandle_t handle, T* d1, T* d2, T* x1, const T* y1, T* param) { \
    return rotmg_of(FENCEPOST_BLAS_CALL, handle, d1, d2, x1, y1, param);                               \
  }
#define FENCEPOST_MODIFIED_ROTATION(X, T, N, SUFFIX)                                                               \
  cublasStatus_t cublas##X##rotm##SUFFIX(cublasHandle_t handle, N n, T* x, N incx, T* y, N incy, const T* param) { \
    return rotm(FENCEPOST_BLAS_CALL, handle, n, x, incx, y, incy, param);                                          \
  }
#define FENCEPOST_COMPLEX_ROTATION(NAME, T, R, S, N, SUFFIX)                                                   \
  cublasStatus_t cublas##NAME##SUFFIX(cublasHandle_t handle, N n, T* x, N incx, T* y, N incy, const R* cosine, \
                                      const S* sine) {                                                         \
    return complex_rot(FENCEPOST_BLAS_CALL, handle, n, as(x), incx, as(y), incy, cosine, as(sine));            \
  }
#define FENCEPOST_ROTATIONS(N, SUFFIX)                                                  \
  FENCEPOST_MODIFIED_ROTATION(S, float, N, SUFFIX)                                      \
  FENCEPOST_MODIFIED_ROTATION(D, double, N, SUFFIX)                                     \
  FENCEPOST_COMPLEX_ROTATION(Crot, cuComplex, float, cuComplex, N, SUFFIX)              \
  FENCEPOST_COMPLEX_ROTATION(Csrot, cuComplex, float, float, N, SUFFIX)                 \
  FENCEPOST_COMPLEX_ROTATION(Zrot, cuDoubleComplex, double, cuDoubleComplex, N, SUFFIX) \
  FENCEPOST_COMPLEX_ROTATION(Zdrot, cuDoubleComplex, double, double, N, SUFFIX)
#define FENCEPOST_PACK(X, T)                                                                                         \
  cublasStatus_t cublas##X##trttp(cublasHandle_t handle, cublasFillMode_t uplo, int n, const T* A, int lda, T* AP) { \
    return store<Number<T>>(FENCEPOST_BLAS_CALL, handle, "A", {as(A), Storage::kWhole, uplo, n, lda}, "AP",          \
                            {as(AP), Storage::kPacked, uplo, n});                                                    \
  }                                                                                                                  \
  cublasStatus_t cublas##X##tpttr(cublasHandle_t handle, cublasFillMode_t uplo, int n, const T* AP, T* A, int lda) { \
    return store<Number<T>>(FENCEPOST_BLAS_CALL, handle, "AP", {as(AP), Storage::kPacked, uplo, n}, "A",             \
                            {as(A), Storage::kWhole, uplo, n, lda});                                                 \
  }

extern "C" {
FENCEPOST_ROTATION_OF(S, float, float)
FENCEPOST_ROTATION_OF(D, double, double)
FENCEPOST_ROTATION_OF(C, cuComplex, float)
FENCEPOST_ROTATION_OF(Z, cuDoubleComplex, double)
FENCEPOST_MODIFIED_ROTATION_OF(S, float)
FENCEPOST_MODIFIED_ROTATION_OF(D, double)
FENCEPOST_ROTATIONS(int, )
FENCEPOST_ROTATIONS(int64_t, _64)
FENCEPOST_PACK(S, float)
FENCEPOST_PACK(D, double)
FENCEPOST_PACK(C, cuComplex)
FENCEPOST_PACK(Z, cuDoubleComplex)
}
