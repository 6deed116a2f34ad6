// A call of cuSPARSE: its handle and descriptors, what is wrong with its arguments, and the work that it issues.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "sim/include/cusparse.h"
#include "sim/library/call.h"
#include "sim/library/elements.h"
#include "sim/library/live.h"
#include "sim/library/scalar.h"

struct cusparseContext {
  fencepost::sim::HandleStream stream;
  cusparsePointerMode_t pointer_mode = CUSPARSE_POINTER_MODE_HOST;
};
struct cusparseMatDescr {
  cusparseMatrixType_t type = CUSPARSE_MATRIX_TYPE_GENERAL;
  cusparseFillMode_t fill = CUSPARSE_FILL_MODE_LOWER;
  cusparseDiagType_t diagonal = CUSPARSE_DIAG_TYPE_NON_UNIT;
  cusparseIndexBase_t base = CUSPARSE_INDEX_BASE_ZERO;
};
struct cusparseSpVecDescr {
  std::int64_t size = 0, nonzeros = 0;
  void *indices = nullptr, *values = nullptr;
  cusparseIndexType_t index_type = CUSPARSE_INDEX_32I;
  cusparseIndexBase_t base = CUSPARSE_INDEX_BASE_ZERO;
  cudaDataType type = CUDA_R_32F;
};
struct cusparseDnVecDescr {
  std::int64_t size = 0;
  void* values = nullptr;
  cudaDataType type = CUDA_R_32F;
};
struct cusparseDnMatDescr {
  std::int64_t rows = 0, columns = 0, ld = 0;
  void* values = nullptr;
  cudaDataType type = CUDA_R_32F;
  cusparseOrder_t order = CUSPARSE_ORDER_COL;
  int batch = 1;
  std::int64_t stride = 0;
};
struct cusparseSpMatDescr {
  cusparseFormat_t format = CUSPARSE_FORMAT_CSR;
  std::int64_t rows = 0, columns = 0, nonzeros = 0;
  void* offsets = nullptr;  ///< Of rows or columns; of COO the row indices.
  void *indices = nullptr, *values = nullptr;
  cusparseIndexType_t offset_type = CUSPARSE_INDEX_32I, index_type = CUSPARSE_INDEX_32I;
  cusparseIndexBase_t base = CUSPARSE_INDEX_BASE_ZERO;
  cudaDataType type = CUDA_R_32F;
  std::int64_t block_size = 1, ell_columns = 0;  ///< Of blocked ELL.
  cusparseFillMode_t fill = CUSPARSE_FILL_MODE_LOWER;
  cusparseDiagType_t diagonal = CUSPARSE_DIAG_TYPE_NON_UNIT;
};

namespace fencepost::sim {

template <>
struct StatusesOf<cusparseStatus_t> {
  static constexpr auto kSuccess = CUSPARSE_STATUS_SUCCESS;
  static constexpr auto kNoHandle = CUSPARSE_STATUS_NOT_INITIALIZED;
  static constexpr auto kInvalid = CUSPARSE_STATUS_INVALID_VALUE;
  static constexpr auto kUnsupported = CUSPARSE_STATUS_NOT_SUPPORTED;
  static constexpr auto kUnsupportedName = "CUSPARSE_STATUS_NOT_SUPPORTED";
  static constexpr auto kFailed = CUSPARSE_STATUS_EXECUTION_FAILED;
};

using SparseCall = ApiCall<cusparseStatus_t>;
using SparseCompute = std::function<void()>;

inline bool is_on_device(cusparseHandle_t handle) { return handle->pointer_mode == CUSPARSE_POINTER_MODE_DEVICE; }

class SparseCheck : public Arguments<SparseCheck, cusparseStatus_t> {
 public:
  SparseCheck(const SparseCall& call, cusparseHandle_t handle) : Arguments(call) {
    if (!Live<cusparseContext>::contains(handle)) fail(call.no_handle(handle));
  }
  /// Of a descriptor, which needs no handle.
  explicit SparseCheck(const SparseCall& call) : Arguments(call) {}

  /// It was created, and not destroyed.
  template <class D>
  SparseCheck& descriptor(const char* name, const D* value) {
    pointer(name, value);
    return that(failed() || Live<D>::contains(value),
                std::string(name) + " is a descriptor that was never created, or was destroyed");
  }
  SparseCheck& operation(const char* name, cusparseOperation_t value) {
    return that(value >= CUSPARSE_OPERATION_NON_TRANSPOSE && value <= CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE,
                std::string(name) + " is no operation");
  }
  SparseCheck& base(cusparseIndexBase_t value) {
    return that(value == CUSPARSE_INDEX_BASE_ZERO || value == CUSPARSE_INDEX_BASE_ONE,
                "the index base is neither 0 nor 1");
  }
  /// A type of elements: float, double and their complex numbers; half, bfloat16, int8 and int32.
  SparseCheck& type(cudaDataType value) {
    const bool there = value == CUDA_R_32F || value == CUDA_R_64F || value == CUDA_C_32F || value == CUDA_C_64F ||
                       value == CUDA_R_16F || value == CUDA_R_16BF || value == CUDA_R_8I || value == CUDA_R_32I;
    return provided(there, "with " + type_name(value));
  }
  SparseCheck& equal(const char* left, std::int64_t a, const char* right, std::int64_t b) {
    return that(a == b, std::string(left) + " is " + std::to_string(a) + ", " + right + " " + std::to_string(b));
  }
  SparseCheck& not_negative(const char* name, std::int64_t value) {
    return that(value >= 0, std::string(name) + " is negative: " + std::to_string(value));
  }
};

/// The least that a program can ask for: what is worked in is not the program's memory.
constexpr std::size_t kSparseBufferBytes = 16;

/// As run(), in the handle's stream, with a buffer of kSparseBufferBytes, or null, which counts as written.
inline cusparseStatus_t run_with(const SparseCall& call, cusparseHandle_t handle, void* buffer, LibraryPlan plan,
                                 bool waits = false) {
  return run(call, handle->stream, waits, with_workspace(std::move(plan), buffer, kSparseBufferBytes));
}

/// Rows or columns of an operand that is transposed.
inline bool transposes(cusparseOperation_t operation) { return operation != CUSPARSE_OPERATION_NON_TRANSPOSE; }

}  // namespace fencepost::sim

// In the definition of an API function: the call of it.
#define FENCEPOST_SPARSE_CALL FENCEPOST_LIBRARY_CALL(cusparseStatus_t)
