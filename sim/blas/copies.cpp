// Copies between the host and the device. Those without a stream are synchronous.
#include <optional>

#include "sim/blas/call.h"
#include "sim/interface/user_pc.h"
#include "sim/runtime/memory/copy.h"
#include "sim/runtime/stream.h"

namespace fencepost::sim {
namespace {

/// `columns` columns of `rows` elements, `from_ld` and `to_ld` elements from column to column.
cublasStatus_t copy_matrix(const BlasCall& call, cudaMemcpyKind kind, std::int64_t rows, std::int64_t columns,
                           std::int64_t bytes, const void* from, std::int64_t from_ld, void* to, std::int64_t to_ld,
                           std::optional<cudaStream_t> stream) {
  if (rows < 0 || columns < 0) return call.invalid("a size is negative");
  if (bytes <= 0) return call.invalid("the size of an element is not positive");
  if (from_ld <= 0 || to_ld <= 0) return call.invalid("an increment or leading dimension is not positive");
  if (from_ld < rows || to_ld < rows) return call.invalid("a leading dimension is less than the number of rows");
  if (stream && !is_stream(*stream)) {
    return call.invalid("its stream was never created, or was destroyed", CUBLAS_STATUS_MAPPING_ERROR);
  }
  const auto in_bytes = [bytes](std::int64_t count) { return static_cast<std::size_t>(count * bytes); };
  const cudaError_t error = copy(call.name, {to, in_bytes(to_ld)}, {from, in_bytes(from_ld)},
                                 {in_bytes(rows), static_cast<std::size_t>(columns)}, kind, stream, call.pc);
  return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}

}  // namespace
}  // namespace fencepost::sim

using namespace fencepost::sim;

// A vector is a matrix of one row, of which the increment is the leading dimension.
#define FENCEPOST_COPIES(WAY, KIND, N, SUFFIX)                                                                        \
  cublasStatus_t cublas##WAY##Vector##SUFFIX(N n, N element_bytes, const void* x, N incx, void* y, N incy) {          \
    return copy_matrix(FENCEPOST_BLAS_CALL, KIND, 1, n, element_bytes, x, incx, y, incy, std::nullopt);               \
  }                                                                                                                   \
  cublasStatus_t cublas##WAY##VectorAsync##SUFFIX(N n, N element_bytes, const void* x, N incx, void* y, N incy,       \
                                                  cudaStream_t stream) {                                              \
    return copy_matrix(FENCEPOST_BLAS_CALL, KIND, 1, n, element_bytes, x, incx, y, incy, stream);                     \
  }                                                                                                                   \
  cublasStatus_t cublas##WAY##Matrix##SUFFIX(N rows, N cols, N element_bytes, const void* A, N lda, void* B, N ldb) { \
    return copy_matrix(FENCEPOST_BLAS_CALL, KIND, rows, cols, element_bytes, A, lda, B, ldb, std::nullopt);           \
  }                                                                                                                   \
  cublasStatus_t cublas##WAY##MatrixAsync##SUFFIX(N rows, N cols, N element_bytes, const void* A, N lda, void* B,     \
                                                  N ldb, cudaStream_t stream) {                                       \
    return copy_matrix(FENCEPOST_BLAS_CALL, KIND, rows, cols, element_bytes, A, lda, B, ldb, stream);                 \
  }

extern "C" {
FENCEPOST_COPIES(Set, cudaMemcpyHostToDevice, int, )
FENCEPOST_COPIES(Get, cudaMemcpyDeviceToHost, int, )
FENCEPOST_COPIES(Set, cudaMemcpyHostToDevice, int64_t, _64)
FENCEPOST_COPIES(Get, cudaMemcpyDeviceToHost, int64_t, _64)
}
