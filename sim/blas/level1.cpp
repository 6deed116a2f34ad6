// Operations on vectors. Sums are made in a wider type, in order.
#include <cmath>

#include "sim/blas/call.h"
#include "sim/interface/user_pc.h"
#include "sim/library/operand.h"

namespace fencepost::sim {
namespace {

/// Element i of a vector that the call describes: from its end if the increment is negative.
template <class T>
struct Vector {
  T* base;
  std::int64_t count, increment;
  T& operator[](std::int64_t i) const {
    return increment > 0 ? base[i * increment] : base[(i - count + 1) * increment];
  }
};

/// The type to add up in.
template <class T>
struct WideOf {
  using Type = std::conditional_t<std::is_same_v<T, float>, double, long double>;
};
template <class T>
struct WideOf<std::complex<T>> {
  using Type = std::complex<typename WideOf<T>::Type>;
};
template <class T>
using Wide = typename WideOf<T>::Type;

template <class T>
Wide<T> wide(T value) {
  return Wide<T>(value);
}

/// Of term(0), …, term(count - 1): four sums side by side, so that an addition need not wait for the one before.
template <class Sum, class Term>
Sum sum_of(std::int64_t count, Term term) {
  Sum sums[4] = {};
  std::int64_t i = 0;
  for (; i + 4 <= count; i += 4) {
    for (std::int64_t k = 0; k < 4; ++k) sums[k] += term(i + k);
  }
  for (; i < count; ++i) sums[0] += term(i);
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

/// A call with vectors x and y, each read, written or both.
template <class T, class U, class Do>
cublasStatus_t on_two(const BlasCall& call, cublasHandle_t handle, std::int64_t n, T* x, std::int64_t incx,
                      Access access_x, U* y, std::int64_t incy, Access access_y, Do act) {
  ArgumentCheck check(call, handle);
  if (check.size("n", n).failed() || n == 0) return check.status();
  if (check.pointer("x", x).pointer("y", y).failed()) return check.status();
  return run(call, handle, false, [=](OperandList& list) -> std::function<void()> {
    if (!list.add(vector_operand("x", access_x, x, n, incx)) || !list.add(vector_operand("y", access_y, y, n, incy))) {
      return nullptr;
    }
    return [=] { act(Vector<T>{x, n, incx}, Vector<U>{y, n, incy}); };
  });
}

template <class T>
cublasStatus_t axpy(const BlasCall& call, cublasHandle_t handle, std::int64_t n, const T* alpha, const T* x,
                    std::int64_t incx, T* y, std::int64_t incy) {
  ArgumentCheck check(call, handle);
  if (check.size("n", n).failed() || n == 0) return check.status();
  if (check.scalar("alpha", alpha, sizeof(T), handle).pointer("x", x).pointer("y", y).failed()) return check.status();
  return run(call, handle, false,
             [=, factor = Scalar<T>("alpha", alpha, is_on_device(handle))](
                 OperandList& list) mutable -> std::function<void()> {
               if (!factor.add(list)) return nullptr;
               const T value = factor.value();
               if (value == T()) return [] {};
               if (!list.add(vector_operand("x", Access::kRead, x, n, incx)) ||
                   !list.add(vector_operand("y", Access::kUpdate, y, n, incy))) {
                 return nullptr;
               }
               return [=] {
                 const Vector<const T> from{x, n, incx};
                 const Vector<T> to{y, n, incy};
                 for (std::int64_t i = 0; i < n; ++i) to[i] += value * from[i];
               };
             });
}

template <class T, class Factor>
cublasStatus_t scal(const BlasCall& call, cublasHandle_t handle, std::int64_t n, const Factor* alpha, T* x,
                    std::int64_t incx) {
  ArgumentCheck check(call, handle);
  if (check.size("n", n).failed() || n == 0 || incx <= 0) return check.status();
  if (check.scalar("alpha", alpha, sizeof(Factor), handle).pointer("x", x).failed()) return check.status();
  return run(call, handle, false,
             [=, factor = Scalar<Factor>("alpha", alpha, is_on_device(handle))](
                 OperandList& list) mutable -> std::function<void()> {
               if (!factor.add(list) || !list.add(vector_operand("x", Access::kUpdate, x, n, incx))) return nullptr;
               return [=, value = factor.value()] {
                 for (std::int64_t i = 0; i < n; ++i) x[i * incx] *= value;
               };
             });
}

/// A call that makes one number of vectors: the host's, for which it waits, or the device's.
template <class R, class Compute>
cublasStatus_t to_result(const BlasCall& call, cublasHandle_t handle, R* result, const std::vector<Operand>& operands,
                         Compute compute) {
  ArgumentCheck check(call, handle);
  if (check.scalar("result", result, sizeof(R), handle).failed()) return check.status();
  const bool on_device = is_on_device(handle);
  return run(call, handle, !on_device, [=](OperandList& list) -> std::function<void()> {
    for (const Operand& operand : operands) {
      if (!list.add(operand)) return nullptr;
    }
    if (on_device && !list.add(vector_operand("result", Access::kWrite, result, 1, 1))) return nullptr;
    return [=] { *result = compute(); };
  });
}

/// Of one vector; an empty one, or an increment that is not positive, makes 0.
template <class T, class R, class Compute>
cublasStatus_t reduce(const BlasCall& call, cublasHandle_t handle, std::int64_t n, const T* x, std::int64_t incx,
                      R* result, Compute compute) {
  ArgumentCheck check(call, handle);
  if (check.size("n", n).failed()) return check.status();
  if (n == 0 || incx <= 0) return to_result(call, handle, result, {}, [] { return R(); });
  if (check.pointer("x", x).failed()) return check.status();
  return to_result(call, handle, result, {vector_operand("x", Access::kRead, x, n, incx)}, [=] {
    return static_cast<R>(compute(Vector<const T>{x, n, incx}));
  });
}

template <class T>
Real<T> magnitude(T value) {
  if constexpr (std::is_same_v<T, Real<T>>) {
    return std::abs(value);
  } else {
    return std::abs(value.real()) + std::abs(value.imag());
  }
}

template <class T>
Wide<Real<T>> sum_of_magnitudes(Vector<const T> x) {
  return sum_of<Wide<Real<T>>>(x.count, [&](std::int64_t i) { return magnitude(x[i]); });
}

template <class T>
Wide<Real<T>> norm(Vector<const T> x) {
  return std::sqrt(sum_of<Wide<Real<T>>>(x.count, [&](std::int64_t i) { return std::norm(wide(x[i])); }));
}

/// The first of the best, counted from 1.
template <class T, class Better>
std::int64_t best(Vector<const T> x, Better better) {
  std::int64_t found = 0;
  for (std::int64_t i = 1; i < x.count; ++i) {
    if (better(magnitude(x[i]), magnitude(x[found]))) found = i;
  }
  return found + 1;
}

template <class T>
cublasStatus_t dot(const BlasCall& call, cublasHandle_t handle, std::int64_t n, const T* x, std::int64_t incx,
                   const T* y, std::int64_t incy, T* result, bool conjugated) {
  ArgumentCheck check(call, handle);
  if (check.size("n", n).failed()) return check.status();
  if (n == 0) return to_result(call, handle, result, {}, [] { return T(); });
  if (check.pointer("x", x).pointer("y", y).failed()) return check.status();
  return to_result(call, handle, result,
                   {vector_operand("x", Access::kRead, x, n, incx), vector_operand("y", Access::kRead, y, n, incy)},
                   [=] {
                     const Vector<const T> left{x, n, incx}, right{y, n, incy};
                     return static_cast<T>(sum_of<Wide<T>>(
                         n, [&](std::int64_t i) { return wide(conjugate(left[i], conjugated)) * wide(right[i]); }));
                   });
}

template <class T>
cublasStatus_t rot(const BlasCall& call, cublasHandle_t handle, std::int64_t n, T* x, std::int64_t incx, T* y,
                   std::int64_t incy, const T* c, const T* s) {
  ArgumentCheck check(call, handle);
  if (check.size("n", n).failed() || n == 0) return check.status();
  if (check.scalar("c", c, sizeof(T), handle)
          .scalar("s", s, sizeof(T), handle)
          .pointer("x", x)
          .pointer("y", y)
          .failed()) {
    return check.status();
  }
  return run(call, handle, false,
             [=, cosine = Scalar<T>("c", c, is_on_device(handle)),
              sine = Scalar<T>("s", s, is_on_device(handle))](OperandList& list) mutable -> std::function<void()> {
               if (!cosine.add(list) || !sine.add(list) ||
                   !list.add(vector_operand("x", Access::kUpdate, x, n, incx)) ||
                   !list.add(vector_operand("y", Access::kUpdate, y, n, incy))) {
                 return nullptr;
               }
               return [=, cos = cosine.value(), sin = sine.value()] {
                 const Vector<T> first{x, n, incx}, second{y, n, incy};
                 for (std::int64_t i = 0; i < n; ++i) {
                   const T a = first[i], b = second[i];
                   first[i] = cos * a + sin * b;
                   second[i] = cos * b - sin * a;
                 }
               };
             });
}

}  // namespace
}  // namespace fencepost::sim

using namespace fencepost::sim;

#define FENCEPOST_CALL FENCEPOST_BLAS_CALL
#define FENCEPOST_VECTORS(X, LETTER, A, T, R, N, SUFFIX)                                                        \
  cublasStatus_t cublas##X##axpy##SUFFIX(cublasHandle_t handle, N n, const T* alpha, const T* x, N incx, T* y,  \
                                         N incy) {                                                              \
    return axpy(FENCEPOST_CALL, handle, n, as(alpha), as(x), incx, as(y), incy);                                \
  }                                                                                                             \
  cublasStatus_t cublas##X##copy##SUFFIX(cublasHandle_t handle, N n, const T* x, N incx, T* y, N incy) {        \
    return on_two(FENCEPOST_CALL, handle, n, as(x), incx, Access::kRead, as(y), incy, Access::kWrite,           \
                  [](auto from, auto to) {                                                                      \
                    for (std::int64_t i = 0; i < from.count; ++i) to[i] = from[i];                              \
                  });                                                                                           \
  }                                                                                                             \
  cublasStatus_t cublas##X##scal##SUFFIX(cublasHandle_t handle, N n, const T* alpha, T* x, N incx) {            \
    return scal(FENCEPOST_CALL, handle, n, as(alpha), as(x), incx);                                             \
  }                                                                                                             \
  cublasStatus_t cublas##X##swap##SUFFIX(cublasHandle_t handle, N n, T* x, N incx, T* y, N incy) {              \
    return on_two(FENCEPOST_CALL, handle, n, as(x), incx, Access::kUpdate, as(y), incy, Access::kUpdate,        \
                  [](auto a, auto b) {                                                                          \
                    for (std::int64_t i = 0; i < a.count; ++i) std::swap(a[i], b[i]);                           \
                  });                                                                                           \
  }                                                                                                             \
  cublasStatus_t cublas##A##asum##SUFFIX(cublasHandle_t handle, N n, const T* x, N incx, R* result) {           \
    return reduce(FENCEPOST_CALL, handle, n, as(x), incx, result, [](auto v) { return sum_of_magnitudes(v); }); \
  }                                                                                                             \
  cublasStatus_t cublas##A##nrm2##SUFFIX(cublasHandle_t handle, N n, const T* x, N incx, R* result) {           \
    return reduce(FENCEPOST_CALL, handle, n, as(x), incx, result, [](auto v) { return norm(v); });              \
  }                                                                                                             \
  cublasStatus_t cublasI##LETTER##amax##SUFFIX(cublasHandle_t handle, N n, const T* x, N incx, N* result) {     \
    return reduce(FENCEPOST_CALL, handle, n, as(x), incx, result,                                               \
                  [](auto v) { return best(v, [](R a, R b) { return a > b; }); });                              \
  }                                                                                                             \
  cublasStatus_t cublasI##LETTER##amin##SUFFIX(cublasHandle_t handle, N n, const T* x, N incx, N* result) {     \
    return reduce(FENCEPOST_CALL, handle, n, as(x), incx, result,                                               \
                  [](auto v) { return best(v, [](R a, R b) { return a < b; }); });                              \
  }
#define FENCEPOST_REAL_VECTORS(X, T, N, SUFFIX)                                                             \
  cublasStatus_t cublas##X##dot##SUFFIX(cublasHandle_t handle, N n, const T* x, N incx, const T* y, N incy, \
                                        T* result) {                                                        \
    return dot(FENCEPOST_CALL, handle, n, x, incx, y, incy, result, false);                                 \
  }                                                                                                         \
  cublasStatus_t cublas##X##rot##SUFFIX(cublasHandle_t handle, N n, T* x, N incx, T* y, N incy, const T* c, \
                                        const T* s) {                                                       \
    return rot(FENCEPOST_CALL, handle, n, x, incx, y, incy, c, s);                                          \
  }
#define FENCEPOST_COMPLEX_VECTORS(X, LETTER, T, R, N, SUFFIX)                                                \
  cublasStatus_t cublas##X##dotu##SUFFIX(cublasHandle_t handle, N n, const T* x, N incx, const T* y, N incy, \
                                         T* result) {                                                        \
    return dot(FENCEPOST_CALL, handle, n, as(x), incx, as(y), incy, as(result), false);                      \
  }                                                                                                          \
  cublasStatus_t cublas##X##dotc##SUFFIX(cublasHandle_t handle, N n, const T* x, N incx, const T* y, N incy, \
                                         T* result) {                                                        \
    return dot(FENCEPOST_CALL, handle, n, as(x), incx, as(y), incy, as(result), true);                       \
  }                                                                                                          \
  cublasStatus_t cublas##X##LETTER##scal##SUFFIX(cublasHandle_t handle, N n, const R* alpha, T* x, N incx) { \
    return scal(FENCEPOST_CALL, handle, n, alpha, as(x), incx);                                              \
  }
#define FENCEPOST_ALL(N, SUFFIX)                                  \
  FENCEPOST_VECTORS(S, s, S, float, float, N, SUFFIX)             \
  FENCEPOST_VECTORS(D, d, D, double, double, N, SUFFIX)           \
  FENCEPOST_VECTORS(C, c, Sc, cuComplex, float, N, SUFFIX)        \
  FENCEPOST_VECTORS(Z, z, Dz, cuDoubleComplex, double, N, SUFFIX) \
  FENCEPOST_REAL_VECTORS(S, float, N, SUFFIX)                     \
  FENCEPOST_REAL_VECTORS(D, double, N, SUFFIX)                    \
  FENCEPOST_COMPLEX_VECTORS(C, s, cuComplex, float, N, SUFFIX)    \
  FENCEPOST_COMPLEX_VECTORS(Z, d, cuDoubleComplex, double, N, SUFFIX)

extern "C" {
FENCEPOST_ALL(int, )
FENCEPOST_ALL(int64_t, _64)
}
