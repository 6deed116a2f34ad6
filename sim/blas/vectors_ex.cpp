// Operations on vectors of types that are arguments, computed in double and rounded once.
#include <cmath>
#include <complex>
#include <string>
#include <vector>

#include "sim/blas/call.h"
#include "sim/blas/product.h"
#include "sim/interface/user_pc.h"
#include "sim/library/elements.h"
#include "sim/library/operand.h"

namespace fencepost::sim {
namespace {

using Compute = std::function<void()>;
using Values = std::vector<std::complex<double>>;

/// Of the parts of a complex number.
cudaDataType real_type(cudaDataType type) {
  return type == CUDA_C_32F ? CUDA_R_32F : type == CUDA_C_64F ? CUDA_R_64F : type;
}

struct AnyVector {
  const char* role;
  const void* base;
  cudaDataType type;
  std::int64_t count, increment;

  [[nodiscard]] bool is_there() const {
    const cudaDataType real = real_type(type);
    return real == CUDA_R_32F || real == CUDA_R_64F || is_narrow(type);
  }
  [[nodiscard]] Operand operand(Access access) const {
    return vector_operand(role, access, base, element_bytes(type), count, increment);
  }
  /// The first of the elements in their order.
  [[nodiscard]] std::byte* begin() const {
    auto* const bytes = static_cast<std::byte*>(const_cast<void*>(base));
    const std::int64_t first = increment < 0 ? (1 - count) * increment : 0;
    return bytes + first * static_cast<std::int64_t>(element_bytes(type));
  }
  /// Calls act(part, address, step) for the real numbers, and for the imaginary ones if there are such.
  template <class Act>
  void for_each_part(Act act) const {
    const std::int64_t parts = is_complex(type) ? 2 : 1;
    for (std::int64_t part = 0; part < parts; ++part) {
      act(part, begin() + part * static_cast<std::int64_t>(element_bytes(real_type(type))), parts * increment);
    }
  }
  [[nodiscard]] Values read() const {
    Values values(static_cast<std::size_t>(count));
    std::vector<double> numbers(values.size());
    for_each_part([&](std::int64_t part, const std::byte* from, std::int64_t step) {
      read_elements(real_type(type), from, step, count, numbers.data());
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        values[i] = part == 0 ? std::complex(numbers[i]) : std::complex(values[i].real(), numbers[i]);
      }
    });
    return values;
  }
  void write(const Values& values) const {
    std::vector<double> numbers(values.size());
    for_each_part([&](std::int64_t part, std::byte* to, std::int64_t step) {
      for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = part == 0 ? values[i].real() : values[i].imag();
      write_elements(real_type(type), numbers.data(), count, to, step);
    });
  }
};

/// Both vectors' types are the same, and all complex or none; `scalar` is real, if it must be.
cublasStatus_t check_types(const BlasCall& call, const AnyVector& x, const AnyVector& y, cudaDataType scalar,
                           bool is_real = false) {
  if (x.type != y.type) {
    return call.invalid("x is of type " + type_name(x.type) + ", y of " + type_name(y.type),
                        CUBLAS_STATUS_NOT_SUPPORTED);
  }
  const bool is_there = x.is_there() && AnyVector{"", nullptr, scalar, 0, 1}.is_there() &&
                        is_complex(scalar) == (!is_real && is_complex(x.type));
  return is_there ? CUBLAS_STATUS_SUCCESS : call.unsupported("with " + type_name(x.type) + " and " + type_name(scalar));
}

/// y = alpha * x, or that added to y.
cublasStatus_t scale(const BlasCall& call, cublasHandle_t handle, const void* alpha, cudaDataType alpha_type,
                     const AnyVector& x, const AnyVector& y, bool adds) {
  ArgumentCheck check(call, handle);
  if (check.size("n", x.count).failed() || x.count == 0) return check.status();
  if (const cublasStatus_t wrong = check_types(call, x, y, alpha_type); wrong != CUBLAS_STATUS_SUCCESS) return wrong;
  check.scalar("alpha", alpha, element_bytes(alpha_type), handle).pointer("x", x.base).pointer("y", y.base);
  if (check.failed()) return check.status();
  const bool on_device = is_on_device(handle);
  return run(call, handle, false,
             [=, factor = AnyScalar("alpha", alpha, alpha_type, on_device)](OperandList& list) mutable -> Compute {
               if (!factor.add(list)) return nullptr;
               const bool in_place = x.base == y.base;
               if (!list.add(x.operand(in_place ? Access::kUpdate : Access::kRead))) return nullptr;
               if (!in_place && !list.add(y.operand(adds ? Access::kUpdate : Access::kWrite))) return nullptr;
               return [=, value = factor.value] {
                 Values values = x.read();
                 const Values old = adds ? y.read() : Values(values.size());
                 for (std::size_t i = 0; i < values.size(); ++i) values[i] = value * values[i] + old[i];
                 y.write(values);
               };
             });
}

enum class Sum : std::uint8_t { kProducts, kConjugateProducts, kRoot };

/// The sum of products, of which the first may be conjugated, or the root of that of squares.
cublasStatus_t product(const BlasCall& call, cublasHandle_t handle, const AnyVector& x, const AnyVector& y,
                       void* result, cudaDataType result_type, Sum sum) {
  const bool root = sum == Sum::kRoot;
  ArgumentCheck check(call, handle);
  if (check.size("n", x.count).failed()) return check.status();
  if (const cublasStatus_t wrong = check_types(call, x, y, result_type, root); wrong != CUBLAS_STATUS_SUCCESS)
    return wrong;
  check.scalar("result", result, element_bytes(result_type), handle);
  if (x.count != 0) check.pointer("x", x.base).pointer("y", y.base);
  if (check.failed()) return check.status();
  const bool on_device = is_on_device(handle);
  return run(call, handle, !on_device, [=](OperandList& list) -> Compute {
    if (!list.add(x.operand(Access::kRead)) || (!root && !list.add(y.operand(Access::kRead)))) return nullptr;
    if (on_device && !list.add(AnyVector{"result", result, result_type, 1, 1}.operand(Access::kWrite))) return nullptr;
    return [=] {
      const Values left = x.read(), right = y.read();
      std::complex<double> total = 0;
      for (std::size_t i = 0; i < left.size(); ++i) {
        total += (sum == Sum::kProducts ? left[i] : std::conj(left[i])) * right[i];
      }
      if (root) total = std::sqrt(total.real());
      AnyVector{"result", result, result_type, 1, 1}.write({total});
    };
  });
}

/// x = c * x + s * y, y = c * y - s * x.
cublasStatus_t rotate(const BlasCall& call, cublasHandle_t handle, const AnyVector& x, const AnyVector& y,
                      const void* c, const void* s, cudaDataType scalar) {
  ArgumentCheck check(call, handle);
  if (check.size("n", x.count).failed() || x.count == 0) return check.status();
  if (const cublasStatus_t wrong = check_types(call, x, y, scalar, true); wrong != CUBLAS_STATUS_SUCCESS) return wrong;
  check.scalar("c", c, element_bytes(scalar), handle).scalar("s", s, element_bytes(scalar), handle);
  if (check.pointer("x", x.base).pointer("y", y.base).failed()) return check.status();
  const bool on_device = is_on_device(handle);
  return run(call, handle, false,
             [=, cosine = AnyScalar("c", c, scalar, on_device),
              sine = AnyScalar("s", s, scalar, on_device)](OperandList& list) mutable -> Compute {
               if (!cosine.add(list) || !sine.add(list) || !list.add(x.operand(Access::kUpdate)) ||
                   !list.add(y.operand(Access::kUpdate))) {
                 return nullptr;
               }
               return [=, cos = cosine.value.real(), sin = sine.value.real()] {
                 Values first = x.read(), second = y.read();
                 for (std::size_t i = 0; i < first.size(); ++i) {
                   const std::complex<double> a = first[i], b = second[i];
                   first[i] = cos * a + sin * b;
                   second[i] = cos * b - sin * a;
                 }
                 x.write(first);
                 y.write(second);
               };
             });
}

}  // namespace
}  // namespace fencepost::sim

using namespace fencepost::sim;

#define FENCEPOST_ALL(N, SUFFIX)                                                                                       \
  cublasStatus_t cublasAxpyEx##SUFFIX(cublasHandle_t handle, N n, const void* alpha, cudaDataType alpha_type,          \
                                      const void* x, cudaDataType x_type, N incx, void* y, cudaDataType y_type,        \
                                      N incy, cudaDataType) {                                                          \
    return scale(FENCEPOST_BLAS_CALL, handle, alpha, alpha_type, {"x", x, x_type, n, incx}, {"y", y, y_type, n, incy}, \
                 true);                                                                                                \
  }                                                                                                                    \
  cublasStatus_t cublasScalEx##SUFFIX(cublasHandle_t handle, N n, const void* alpha, cudaDataType alpha_type, void* x, \
                                      cudaDataType x_type, N incx, cudaDataType) {                                     \
    return scale(FENCEPOST_BLAS_CALL, handle, alpha, alpha_type, {"x", x, x_type, n, incx}, {"x", x, x_type, n, incx}, \
                 false);                                                                                               \
  }                                                                                                                    \
  cublasStatus_t cublasDotEx##SUFFIX(cublasHandle_t handle, N n, const void* x, cudaDataType x_type, N incx,           \
                                     const void* y, cudaDataType y_type, N incy, void* result,                         \
                                     cudaDataType result_type, cudaDataType) {                                         \
    return product(FENCEPOST_BLAS_CALL, handle, {"x", x, x_type, n, incx}, {"y", y, y_type, n, incy}, result,          \
                   result_type, Sum::kProducts);                                                                       \
  }                                                                                                                    \
  cublasStatus_t cublasDotcEx##SUFFIX(cublasHandle_t handle, N n, const void* x, cudaDataType x_type, N incx,          \
                                      const void* y, cudaDataType y_type, N incy, void* result,                        \
                                      cudaDataType result_type, cudaDataType) {                                        \
    return product(FENCEPOST_BLAS_CALL, handle, {"x", x, x_type, n, incx}, {"y", y, y_type, n, incy}, result,          \
                   result_type, Sum::kConjugateProducts);                                                              \
  }                                                                                                                    \
  cublasStatus_t cublasRotEx##SUFFIX(cublasHandle_t handle, N n, void* x, cudaDataType x_type, N incx, void* y,        \
                                     cudaDataType y_type, N incy, const void* c, const void* s,                        \
                                     cudaDataType scalar_type, cudaDataType) {                                         \
    return rotate(FENCEPOST_BLAS_CALL, handle, {"x", x, x_type, n, incx}, {"y", y, y_type, n, incy}, c, s,             \
                  scalar_type);                                                                                        \
  }                                                                                                                    \
  cublasStatus_t cublasNrm2Ex##SUFFIX(cublasHandle_t handle, N n, const void* x, cudaDataType x_type, N incx,          \
                                      void* result, cudaDataType result_type, cudaDataType) {                          \
    return product(FENCEPOST_BLAS_CALL, handle, {"x", x, x_type, n, incx}, {"x", x, x_type, n, incx}, result,          \
                   result_type, Sum::kRoot);                                                                           \
  }

extern "C" {
FENCEPOST_ALL(int, )
FENCEPOST_ALL(int64_t, _64)
}
