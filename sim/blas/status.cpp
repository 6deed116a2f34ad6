// The names of cuBLAS' statuses.
#include "sim/include/cublasLt.h"

#define FENCEPOST_BLAS_STATUSES(X)                                                               \
  X(CUBLAS_STATUS_SUCCESS, "success")                                                            \
  X(CUBLAS_STATUS_NOT_INITIALIZED, "the library was not initialized")                            \
  X(CUBLAS_STATUS_ALLOC_FAILED, "the resource allocation failed")                                \
  X(CUBLAS_STATUS_INVALID_VALUE, "an unsupported value or parameter was passed to the function") \
  X(CUBLAS_STATUS_ARCH_MISMATCH, "the requested feature is not supported on the current device") \
  X(CUBLAS_STATUS_MAPPING_ERROR, "an access to the device's memory failed")                      \
  X(CUBLAS_STATUS_EXECUTION_FAILED, "the function failed to run on the device")                  \
  X(CUBLAS_STATUS_INTERNAL_ERROR, "an internal operation failed")                                \
  X(CUBLAS_STATUS_NOT_SUPPORTED, "the requested functionality is not supported")                 \
  X(CUBLAS_STATUS_LICENSE_ERROR, "a license is missing or invalid")

extern "C" {

const char* cublasGetStatusName(cublasStatus_t status) {
  switch (status) {
#define FENCEPOST_NAME(name, text) \
  case name:                       \
    return #name;
    FENCEPOST_BLAS_STATUSES(FENCEPOST_NAME)
#undef FENCEPOST_NAME
  }
  return "<unknown>";
}

const char* cublasGetStatusString(cublasStatus_t status) {
  switch (status) {
#define FENCEPOST_TEXT(name, text) \
  case name:                       \
    return text;
    FENCEPOST_BLAS_STATUSES(FENCEPOST_TEXT)
#undef FENCEPOST_TEXT
  }
  return "<unknown>";
}

const char* cublasLtGetStatusName(cublasStatus_t status) { return cublasGetStatusName(status); }
const char* cublasLtGetStatusString(cublasStatus_t status) { return cublasGetStatusString(status); }

}  // extern "C"
