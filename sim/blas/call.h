// A call of cuBLAS: its handle, what is wrong with its arguments, and the work that it issues.
#pragma once

#include <cstdint>

#include "sim/include/cublas_api.h"
#include "sim/library/call.h"
#include "sim/library/numbers.h"
#include "sim/library/scalar.h"

struct cublasContext {
  fencepost::sim::HandleStream stream;
  cublasPointerMode_t pointer_mode = CUBLAS_POINTER_MODE_HOST;
  cublasAtomicsMode_t atomics_mode = CUBLAS_ATOMICS_NOT_ALLOWED;
  cublasMath_t math_mode = CUBLAS_DEFAULT_MATH;
  int sm_count_target = 0;
  void* workspace = nullptr;  ///< The user's; null: cuBLAS' own.
  std::size_t workspace_bytes = 0;
  struct Emulation {
    cublasEmulationStrategy_t strategy = CUBLAS_EMULATION_STRATEGY_DEFAULT;
    cudaEmulationSpecialValuesSupport special_values = CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_DEFAULT;
    cudaEmulationMantissaControl control = CUDA_EMULATION_MANTISSA_CONTROL_DYNAMIC;
    int most_bits = 0, bit_offset = 0;
  } emulation{};
};

namespace fencepost::sim {

template <>
struct StatusesOf<cublasStatus_t> {
  static constexpr auto kSuccess = CUBLAS_STATUS_SUCCESS;
  static constexpr auto kNoHandle = CUBLAS_STATUS_NOT_INITIALIZED;
  static constexpr auto kInvalid = CUBLAS_STATUS_INVALID_VALUE;
  static constexpr auto kUnsupported = CUBLAS_STATUS_NOT_SUPPORTED;
  static constexpr auto kUnsupportedName = "CUBLAS_STATUS_NOT_SUPPORTED";
  static constexpr auto kFailed = CUBLAS_STATUS_EXECUTION_FAILED;
};

using BlasCall = ApiCall<cublasStatus_t>;

/// The handle was created and not destroyed. Thread safety: full.
bool is_handle(cublasHandle_t);

/// Scalars and results are the device's. The handle is right.
inline bool is_on_device(cublasHandle_t handle) { return handle->pointer_mode == CUBLAS_POINTER_MODE_DEVICE; }

class ArgumentCheck : public Arguments<ArgumentCheck, cublasStatus_t> {
 public:
  ArgumentCheck(const BlasCall& call, cublasHandle_t handle);
  /// Of cuBLASLt, whose calls have no such handle.
  explicit ArgumentCheck(const BlasCall& call) : Arguments(call) {}

  ArgumentCheck& increment(const char* name, std::int64_t value);
  ArgumentCheck& operation(const char* name, cublasOperation_t value);
  ArgumentCheck& fill(cublasFillMode_t value);
  ArgumentCheck& side(cublasSideMode_t value);
  ArgumentCheck& diagonal(cublasDiagType_t value);
  using Arguments::scalar;
  ArgumentCheck& scalar(const char* name, const void* value, std::size_t bytes, cublasHandle_t handle) {
    return failed() ? *this : scalar(name, value, bytes, is_on_device(handle));
  }
};

/// Issues the work in the handle's stream. `waits`: a result is put into the host's memory.
cublasStatus_t run(const BlasCall& call, cublasHandle_t handle, bool waits, LibraryPlan plan);

}  // namespace fencepost::sim

// In the definition of an API function: the call of it.
#define FENCEPOST_BLAS_CALL FENCEPOST_LIBRARY_CALL(cublasStatus_t)
