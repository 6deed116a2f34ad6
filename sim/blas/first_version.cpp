// The state of cublas.h, cuBLAS' interface before version 2: the handle of the process, and errors that are kept.
#include <atomic>

#include "sim/blas/call.h"
#include "sim/interface/user_pc.h"

namespace {

std::atomic<cublasHandle_t> the_handle = nullptr;
thread_local cublasStatus_t last_error = CUBLAS_STATUS_SUCCESS;

}  // namespace

extern "C" {

cublasHandle_t fencepost_cublas_handle() { return the_handle; }

cublasStatus_t fencepost_cublas_init() {
  if (the_handle != nullptr) return CUBLAS_STATUS_SUCCESS;
  cublasHandle_t made = nullptr;
  const cublasStatus_t status = cublasCreate(&made);
  cublasHandle_t none = nullptr;
  if (made != nullptr && !the_handle.compare_exchange_strong(none, made)) cublasDestroy(made);
  return status;
}

cublasStatus_t fencepost_cublas_shutdown() {
  const cublasHandle_t handle = the_handle.exchange(nullptr);
  if (handle != nullptr) return cublasDestroy(handle);
  return fencepost::sim::BlasCall{"cublasShutdown", FENCEPOST_USER_PC}.invalid("cublasInit was not called",
                                                                               CUBLAS_STATUS_NOT_INITIALIZED);
}

void fencepost_cublas_note(cublasStatus_t status) {
  if (status != CUBLAS_STATUS_SUCCESS) last_error = status;
}

cublasStatus_t fencepost_cublas_error() {
  const cublasStatus_t status = last_error;
  last_error = CUBLAS_STATUS_SUCCESS;
  return status;
}

// Scripts that look for the library link these by their names, without a header.
// NOLINTBEGIN(readability-identifier-naming)
cublasStatus_t cublasInit() { return fencepost_cublas_init(); }
cublasStatus_t cublasShutdown() { return fencepost_cublas_shutdown(); }
cublasStatus_t cublasGetError() { return fencepost_cublas_error(); }
// NOLINTEND(readability-identifier-naming)

}  // extern "C"
