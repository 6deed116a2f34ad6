#include "sim/blas/call.h"

#include <string>
#include <utility>

#include "sim/interface/user_pc.h"
#include "sim/library/live.h"
#include "sim/runtime/device.h"
#include "sim/runtime/devices/current.h"
#include "sim/runtime/error_state.h"
#include "sim/runtime/resting/held_work.h"

namespace fencepost::sim {
namespace {

/// Sets or tells a property of a handle.
template <class Do>
cublasStatus_t with(const BlasCall& call, cublasHandle_t handle, Do act) {
  if (!is_handle(handle)) return call.no_handle(handle);
  act(*handle);
  return CUBLAS_STATUS_SUCCESS;
}

template <class T>
cublasStatus_t get(const BlasCall& call, cublasHandle_t handle, T cublasContext::*member, T* value) {
  if (value == nullptr) return call.invalid("the place for the result is null");
  return with(call, handle, [&](const cublasContext& context) { *value = context.*member; });
}

}  // namespace

bool is_handle(cublasHandle_t handle) { return Live<cublasContext>::contains(handle); }

ArgumentCheck::ArgumentCheck(const BlasCall& call, cublasHandle_t handle) : Arguments(call) {
  if (!is_handle(handle)) fail(call.no_handle(handle));
}

ArgumentCheck& ArgumentCheck::increment(const char* name, std::int64_t value) {
  if (failed()) return *this;
  return value == 0 ? fail(std::string(name) + " is 0") : *this;
}

ArgumentCheck& ArgumentCheck::operation(const char* name, cublasOperation_t value) {
  if (failed()) return *this;
  if (value == CUBLAS_OP_CONJG) return provided(false, std::string("with ") + name + " = CUBLAS_OP_CONJG");
  return value < CUBLAS_OP_N || value > CUBLAS_OP_CONJG ? fail(std::string(name) + " is no operation") : *this;
}

ArgumentCheck& ArgumentCheck::fill(cublasFillMode_t value) {
  if (failed()) return *this;
  return value != CUBLAS_FILL_MODE_LOWER && value != CUBLAS_FILL_MODE_UPPER ? fail("uplo is neither lower nor upper")
                                                                            : *this;
}

ArgumentCheck& ArgumentCheck::side(cublasSideMode_t value) {
  if (failed()) return *this;
  return value != CUBLAS_SIDE_LEFT && value != CUBLAS_SIDE_RIGHT ? fail("side is neither left nor right") : *this;
}

ArgumentCheck& ArgumentCheck::diagonal(cublasDiagType_t value) {
  if (failed()) return *this;
  return value != CUBLAS_DIAG_UNIT && value != CUBLAS_DIAG_NON_UNIT ? fail("diag is neither unit nor non-unit") : *this;
}

cublasStatus_t run(const BlasCall& call, cublasHandle_t handle, bool waits, LibraryPlan plan) {
  return run(call, handle->stream, waits, with_workspace(std::move(plan), handle->workspace, handle->workspace_bytes));
}

}  // namespace fencepost::sim

using fencepost::sim::get;
using fencepost::sim::Live;
using fencepost::sim::sticky_error;
using fencepost::sim::with;

extern "C" {

cublasStatus_t cublasCreate(cublasHandle_t* handle) {
  if (handle == nullptr) return FENCEPOST_BLAS_CALL.invalid("the place for the handle is null");
  if (sticky_error() != cudaSuccess) return CUBLAS_STATUS_NOT_INITIALIZED;
  *handle = Live<cublasContext>::add(new cublasContext);
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasDestroy(cublasHandle_t handle) {
  if (!Live<cublasContext>::remove(handle)) return FENCEPOST_BLAS_CALL.no_handle(handle);
  // It waits for the device (cuBLAS, "cuBLAS Context").
  if (fencepost::sim::launch_rests) {
    fencepost::sim::finish_held_work_of_device(fencepost::sim::current_device());
  }
  fencepost::sim::observers().streams->on_host_wait_device(fencepost::sim::current_device(), FENCEPOST_USER_PC);
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetVersion(cublasHandle_t, int* version) {
  if (version == nullptr) return FENCEPOST_BLAS_CALL.invalid("the place for the result is null");
  *version = CUBLAS_VERSION;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetProperty(libraryPropertyType type, int* value) {
  if (value == nullptr) return FENCEPOST_BLAS_CALL.invalid("the place for the result is null");
  switch (type) {
    case MAJOR_VERSION:
      *value = CUBLAS_VER_MAJOR;
      return CUBLAS_STATUS_SUCCESS;
    case MINOR_VERSION:
      *value = CUBLAS_VER_MINOR;
      return CUBLAS_STATUS_SUCCESS;
    case PATCH_LEVEL:
      *value = CUBLAS_VER_PATCH;
      return CUBLAS_STATUS_SUCCESS;
  }
  return FENCEPOST_BLAS_CALL.invalid("there is no such property");
}

size_t cublasGetCudartVersion(void) { return static_cast<size_t>(fencepost::sim::cuda_version()); }

cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void* user_workspace, size_t bytes) {
  constexpr std::uintptr_t kAlignment = 256;
  if (reinterpret_cast<std::uintptr_t>(user_workspace) % kAlignment != 0) {
    return FENCEPOST_BLAS_CALL.invalid("the workspace is not aligned to 256 bytes");
  }
  return with(FENCEPOST_BLAS_CALL, handle, [&](cublasContext& context) {
    context.workspace = user_workspace;
    context.workspace_bytes = bytes;
  });
}

cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream) {
  return with(FENCEPOST_BLAS_CALL, handle, [&](cublasContext& context) {
    context.stream = stream;
    context.workspace = nullptr;
    context.workspace_bytes = 0;
  });
}

cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t* stream) {
  if (stream == nullptr) return FENCEPOST_BLAS_CALL.invalid("the place for the result is null");
  return with(FENCEPOST_BLAS_CALL, handle, [&](const cublasContext& context) { *stream = context.stream; });
}

cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode) {
  if (mode != CUBLAS_POINTER_MODE_HOST && mode != CUBLAS_POINTER_MODE_DEVICE) {
    return FENCEPOST_BLAS_CALL.invalid("there is no such mode");
  }
  return with(FENCEPOST_BLAS_CALL, handle, [&](cublasContext& context) { context.pointer_mode = mode; });
}

cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t* mode) {
  return get(FENCEPOST_BLAS_CALL, handle, &cublasContext::pointer_mode, mode);
}

cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode) {
  return with(FENCEPOST_BLAS_CALL, handle, [&](cublasContext& context) { context.atomics_mode = mode; });
}

cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t* mode) {
  return get(FENCEPOST_BLAS_CALL, handle, &cublasContext::atomics_mode, mode);
}

cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode) {
  constexpr int kModes = CUBLAS_TF32_TENSOR_OP_MATH | CUBLAS_FP32_EMULATED_BF16X9_MATH |
                         CUBLAS_FP64_EMULATED_FIXEDPOINT_MATH | CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION;
  if ((mode & ~kModes) != 0) return FENCEPOST_BLAS_CALL.invalid("there is no math mode " + std::to_string(mode));
  return with(FENCEPOST_BLAS_CALL, handle, [&](cublasContext& context) { context.math_mode = mode; });
}

cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t* mode) {
  return get(FENCEPOST_BLAS_CALL, handle, &cublasContext::math_mode, mode);
}

cublasStatus_t cublasSetSmCountTarget(cublasHandle_t handle, int count) {
  if (count < 0) return FENCEPOST_BLAS_CALL.invalid("the count is negative");
  return with(FENCEPOST_BLAS_CALL, handle, [&](cublasContext& context) { context.sm_count_target = count; });
}

cublasStatus_t cublasGetSmCountTarget(cublasHandle_t handle, int* count) {
  return get(FENCEPOST_BLAS_CALL, handle, &cublasContext::sm_count_target, count);
}

cublasStatus_t cublasLoggerConfigure(int, int, int, const char*) { return CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasSetLoggerCallback(cublasLogCallback) { return CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasGetLoggerCallback(cublasLogCallback* callback) {
  if (callback == nullptr) return FENCEPOST_BLAS_CALL.invalid("the place for the result is null");
  *callback = nullptr;
  return CUBLAS_STATUS_SUCCESS;
}

}  // extern "C"
