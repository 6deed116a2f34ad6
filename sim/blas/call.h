// A call of cuBLAS: its handle, what is wrong with its arguments, and the work that it issues.
#pragma once

#include <complex>
#include <cstdint>
#include <string>
#include <type_traits>

#include "sim/include/cublas_api.h"
#include "sim/runtime/memory/library_call.h"

struct cublasContext {
  cudaStream_t stream = nullptr;
  cublasPointerMode_t pointer_mode = CUBLAS_POINTER_MODE_HOST;
  cublasAtomicsMode_t atomics_mode = CUBLAS_ATOMICS_NOT_ALLOWED;
  cublasMath_t math_mode = CUBLAS_DEFAULT_MATH;
  int sm_count_target = 0;
  void* workspace = nullptr;  ///< The user's; null: cuBLAS' own.
  std::size_t workspace_bytes = 0;
};

namespace fencepost::sim {

/// Tells what is wrong with a call, at its line.
struct BlasCall : LibraryCall {
  cublasStatus_t invalid(const std::string& what, cublasStatus_t status = CUBLAS_STATUS_INVALID_VALUE) const;
  /// `what`: of right arguments that Fencepost has no code for.
  [[nodiscard]] cublasStatus_t unsupported(const std::string& what) const;
  /// Of cublasLt: the handle is not there, or is wrong.
  [[nodiscard]] cublasStatus_t no_handle(const void* handle) const;
};

/// The handle was created and not destroyed. Thread safety: full.
bool is_handle(cublasHandle_t);

/// Arguments of a call. The first that is wrong is told, and decides the status.
class ArgumentCheck {
 public:
  ArgumentCheck(const BlasCall& call, cublasHandle_t handle);
  /// Of cuBLASLt, whose calls have no such handle.
  explicit ArgumentCheck(const BlasCall& call) : call_(call) {}

  ArgumentCheck& size(const char* name, std::int64_t value);
  /// A leading dimension of a matrix with so many rows, which `what` names.
  ArgumentCheck& leading(const char* name, std::int64_t value, std::int64_t rows, const char* what);
  ArgumentCheck& increment(const char* name, std::int64_t value);
  ArgumentCheck& operation(const char* name, cublasOperation_t value);
  ArgumentCheck& fill(cublasFillMode_t value);
  ArgumentCheck& side(cublasSideMode_t value);
  ArgumentCheck& diagonal(cublasDiagType_t value);
  ArgumentCheck& pointer(const char* name, const void* value);
  /// A scalar that the call reads, or a result that it writes, of `bytes`: not null and, if it is to be the host's, not
  /// the device's.
  ArgumentCheck& scalar(const char* name, const void* value, std::size_t bytes, bool on_device);
  ArgumentCheck& scalar(const char* name, const void* value, std::size_t bytes, cublasHandle_t handle) {
    return status_ == CUBLAS_STATUS_SUCCESS
               ? scalar(name, value, bytes, handle->pointer_mode == CUBLAS_POINTER_MODE_DEVICE)
               : *this;
  }

  [[nodiscard]] cublasStatus_t status() const { return status_; }
  [[nodiscard]] bool failed() const { return status_ != CUBLAS_STATUS_SUCCESS; }

 private:
  ArgumentCheck& fail(const std::string& what);

  const BlasCall& call_;
  cublasStatus_t status_ = CUBLAS_STATUS_SUCCESS;
};

/// Issues the work in the handle's stream. `waits`: a result is put into the host's memory.
cublasStatus_t run(const BlasCall& call, cublasHandle_t handle, bool waits, LibraryPlan plan);
cublasStatus_t run(const BlasCall& call, cudaStream_t stream, void* workspace, std::size_t workspace_bytes, bool waits,
                   LibraryPlan plan);

/// alpha or beta: the host's, read when the call is made, or the device's, read when the work is done.
template <class T>
class Scalar {
 public:
  Scalar(const char* role, const T* pointer, bool on_device) : role_(role), pointer_(on_device ? pointer : nullptr) {
    if (!on_device) value_ = *pointer;
  }
  Scalar(const char* role, const T* pointer, cublasHandle_t handle)
      : Scalar(role, pointer, handle->pointer_mode == CUBLAS_POINTER_MODE_DEVICE) {}

  /// To be called before value().
  bool add(OperandList& list) {
    if (pointer_ == nullptr) return true;
    if (!list.add({.role = role_, .reads = true, .element_bytes = sizeof(T), .ranges = {{pointer_, sizeof(T)}}}))
      return false;
    value_ = *pointer_;
    return true;
  }
  [[nodiscard]] T value() const { return value_; }

 private:
  const char* role_;
  const T* pointer_;
  T value_{};
};

/// cuBLAS' types of numbers as those that C++ computes with.
inline const float* as(const float* p) { return p; }
inline const double* as(const double* p) { return p; }
inline const std::complex<float>* as(const cuComplex* p) { return reinterpret_cast<const std::complex<float>*>(p); }
inline const std::complex<double>* as(const cuDoubleComplex* p) {
  return reinterpret_cast<const std::complex<double>*>(p);
}
inline float* as(float* p) { return p; }
inline double* as(double* p) { return p; }
inline std::complex<float>* as(cuComplex* p) { return reinterpret_cast<std::complex<float>*>(p); }
inline std::complex<double>* as(cuDoubleComplex* p) { return reinterpret_cast<std::complex<double>*>(p); }

/// The type that C++ computes with.
template <class T>
using Number = std::remove_pointer_t<decltype(as(static_cast<T*>(nullptr)))>;

/// The type without its imaginary part.
template <class T>
struct RealOf {
  using Type = T;
};
template <class T>
struct RealOf<std::complex<T>> {
  using Type = T;
};
template <class T>
using Real = typename RealOf<T>::Type;

template <class T>
inline T conjugate(T value, bool really = true) {
  if constexpr (std::is_same_v<T, Real<T>>) {
    return value;
  } else {
    return really ? std::conj(value) : value;
  }
}

}  // namespace fencepost::sim

// In the definition of an API function: the call of it.
#define FENCEPOST_BLAS_CALL         \
  ::fencepost::sim::BlasCall {      \
    { __func__, FENCEPOST_USER_PC } \
  }
