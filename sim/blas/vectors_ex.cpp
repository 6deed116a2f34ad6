// Operations on vectors of types that are arguments: real ones, computed in double and rounded once.
#include <cmath>
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

struct AnyVector {
  const char* role;
  const void* base;
  cudaDataType type;
  std::int64_t count, increment;

  [[nodiscard]] bool is_there() const { return type == CUDA_R_32F || type == CUDA_R_64F || is_narrow(type); }
  [[nodiscard]] Operand operand(Access access) const {
    return vector_operand(role, access, base, element_bytes(type), count, increment);
  }
  /// The first of the elements in their order.
  [[nodiscard]] std::byte* begin() const {
    auto* const bytes = static_cast<std::byte*>(const_cast<void*>(base));
    const std::int64_t first = increment < 0 ? (1 - count) * increment : 0;
    return bytes + first * static_cast<std::int64_t>(element_bytes(type));
  }
  [[nodiscard]] std::vector<double> read() const {
    std::vector<double> values(static_cast<std::size_t>(count));
    read_elements(type, begin(), increment, count, values.data());
    return values;
  }
  void write(const std::vector<double>& values) const {
    write_elements(type, values.data(), count, begin(), increment);
  }
};

/// The types are real, and both vectors' the same.
cublasStatus_t check_types(const BlasCall& call, const AnyVector& x, const AnyVector& y, cudaDataType scalar) {
  if (x.type != y.type) {
    return call.invalid("x is of type " + type_name(x.type) + ", y of " + type_name(y.type),
                        CUBLAS_STATUS_NOT_SUPPORTED);
  }
  const bool is_real = x.is_there() && AnyVector{"", nullptr, scalar, 0, 1}.is_there();
  return is_real ? CUBLAS_STATUS_SUCCESS : call.unsupported("with " + type_name(x.type) + " and " + type_name(scalar));
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
               return [=, value = factor.value.real()] {
                 std::vector<double> values = x.read();
                 const std::vector<double> old = adds ? y.read() : std::vector<double>(values.size());
                 for (std::size_t i = 0; i < values.size(); ++i) values[i] = value * values[i] + old[i];
                 y.write(values);
               };
             });
}

/// The sum of products, or its root.
cublasStatus_t product(const BlasCall& call, cublasHandle_t handle, const AnyVector& x, const AnyVector& y,
                       void* result, cudaDataType result_type, bool root) {
  ArgumentCheck check(call, handle);
  if (check.size("n", x.count).failed()) return check.status();
  if (const cublasStatus_t wrong = check_types(call, x, y, result_type); wrong != CUBLAS_STATUS_SUCCESS) return wrong;
  check.scalar("result", result, element_bytes(result_type), handle);
  if (x.count != 0) check.pointer("x", x.base).pointer("y", y.base);
  if (check.failed()) return check.status();
  const bool on_device = is_on_device(handle);
  return run(call, handle, !on_device, [=](OperandList& list) -> Compute {
    if (!list.add(x.operand(Access::kRead)) || (!root && !list.add(y.operand(Access::kRead)))) return nullptr;
    if (on_device && !list.add(AnyVector{"result", result, result_type, 1, 1}.operand(Access::kWrite))) return nullptr;
    return [=] {
      const std::vector<double> left = x.read(), right = y.read();
      double sum = 0;
      for (std::size_t i = 0; i < left.size(); ++i) sum += left[i] * right[i];
      if (root) sum = std::sqrt(sum);
      write_elements(result_type, &sum, 1, result, 1);
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
                   result_type, false);                                                                                \
  }                                                                                                                    \
  cublasStatus_t cublasNrm2Ex##SUFFIX(cublasHandle_t handle, N n, const void* x, cudaDataType x_type, N incx,          \
                                      void* result, cudaDataType result_type, cudaDataType) {                          \
    return product(FENCEPOST_BLAS_CALL, handle, {"x", x, x_type, n, incx}, {"x", x, x_type, n, incx}, result,          \
                   result_type, true);                                                                                 \
  }

extern "C" {
FENCEPOST_ALL(int, )
FENCEPOST_ALL(int64_t, _64)
}
