// Systems of equations whose matrix has three diagonals, solved with pivots whether or not the call wants them.
#include <cmath>
#include <type_traits>
#include <utility>
#include <vector>

#include "sim/interface/user_pc.h"
#include "sim/library/numbers.h"
#include "sim/library/operand.h"
#include "sim/sparse/call.h"

namespace fencepost::sim {
namespace {

/// A column of B, or the whole of a batch's x, becomes the solution. dl[0] and du[size - 1] are not there.
template <class T>
void solve(std::int64_t size, const T* dl, const T* d, const T* du, T* x) {
  const auto count = static_cast<std::size_t>(size);
  // Of each row the diagonal and two elements right of it, as rows are exchanged.
  std::vector<T> diagonal(d, d + size), first(count), second(count), right(x, x + size);
  for (std::size_t i = 0; i + 1 < count; ++i) first[i] = du[i];
  for (std::size_t i = 0; i + 1 < count; ++i) {
    T below = dl[i + 1];
    if (std::abs(below) > std::abs(diagonal[i])) {
      // Row i + 1 takes the place of row i.
      std::swap(diagonal[i], below);
      std::swap(first[i], diagonal[i + 1]);
      std::swap(second[i], first[i + 1]);
      std::swap(right[i], right[i + 1]);
    }
    if (below == T()) continue;
    const T factor = below / diagonal[i];
    diagonal[i + 1] -= factor * first[i];
    first[i + 1] -= factor * second[i];
    right[i + 1] -= factor * right[i];
  }
  for (std::size_t i = count; i-- != 0;) {
    T sum = right[i];
    if (i + 1 < count) sum -= first[i] * right[i + 1];
    if (i + 2 < count) sum -= second[i] * right[i + 2];
    right[i] = sum / diagonal[i];
    x[i] = right[i];
  }
}

template <class T>
struct Tridiagonal {
  std::int64_t size, columns, ld;  ///< Of B.
  const T *dl, *d, *du;
  T* x;
  std::int64_t stride;  ///< From batch to batch of the diagonals; 0: all columns have the same.
};

template <class T>
SparseCheck check(const SparseCall& call, cusparseHandle_t handle, const Tridiagonal<T>& p, bool needs_all) {
  SparseCheck check(call, handle);
  check.size("m", p.size).size(p.stride != 0 ? "batchCount" : "n", p.columns);
  if (!check.failed()) check.that(p.size >= 3, "m is " + std::to_string(p.size) + ", less than 3");
  check.leading(p.stride != 0 ? "batchStride" : "ldb", p.ld, p.size, "m");
  if (needs_all) check.pointer("dl", p.dl).pointer("d", p.d).pointer("du", p.du).pointer("B or x", p.x);
  return check;
}

template <class T>
cusparseStatus_t solve_all(const SparseCall& call, cusparseHandle_t handle, const Tridiagonal<T>& p, void* buffer) {
  if (const SparseCheck checked = check(call, handle, p, true); checked.failed()) return checked.status();
  if (p.columns == 0) return CUSPARSE_STATUS_SUCCESS;
  return run_with(call, handle, buffer, [=](OperandList& list) -> SparseCompute {
    const std::int64_t batch = p.stride != 0 ? p.columns : 1;
    const auto diagonal = [&](const char* role, const T* base, std::int64_t count) {
      return list.add(matrix_operand(role, Access::kRead, base, sizeof(T), count, batch, p.stride));
    };
    if (!diagonal("dl", p.dl + 1, p.size - 1) || !diagonal("d", p.d, p.size) || !diagonal("du", p.du, p.size - 1) ||
        !list.add(matrix_operand(p.stride != 0 ? "x" : "B", Access::kUpdate, p.x, p.size, p.columns, p.ld))) {
      return nullptr;
    }
    return [=] {
      for (std::int64_t i = 0; i < p.columns; ++i) {
        const std::int64_t at = i * p.stride;
        solve(p.size, p.dl + at, p.d + at, p.du + at, p.x + i * p.ld);
      }
    };
  });
}

template <class T>
cusparseStatus_t tell_buffer(const SparseCall& call, cusparseHandle_t handle, const Tridiagonal<T>& p,
                             std::size_t* bytes) {
  SparseCheck checked = check(call, handle, p, false);
  if (checked.pointer("the place for the size of the buffer", bytes).failed()) return checked.status();
  *bytes = kSparseBufferBytes;
  return CUSPARSE_STATUS_SUCCESS;
}

template <class T>
Tridiagonal<Number<T>> system_of(std::int64_t m, std::int64_t n, const T* dl, const T* d, const T* du, const T* x,
                                 std::int64_t ld, std::int64_t stride) {
  return {m, n, ld, as(dl), as(d), as(du), as(const_cast<T*>(x)), stride};
}

}  // namespace
}  // namespace fencepost::sim

using namespace fencepost::sim;

#define FENCEPOST_GTSV2(X, T, WAY)                                                                               \
  cusparseStatus_t cusparse##X##gtsv2##WAY##_bufferSizeExt(cusparseHandle_t handle, int m, int n, const T* dl,   \
                                                           const T* d, const T* du, const T* B, int ldb,         \
                                                           size_t* bufferSizeInBytes) {                          \
    return tell_buffer(FENCEPOST_SPARSE_CALL, handle, system_of(m, n, dl, d, du, B, ldb, 0), bufferSizeInBytes); \
  }                                                                                                              \
  cusparseStatus_t cusparse##X##gtsv2##WAY(cusparseHandle_t handle, int m, int n, const T* dl, const T* d,       \
                                           const T* du, T* B, int ldb, void* pBuffer) {                          \
    return solve_all(FENCEPOST_SPARSE_CALL, handle, system_of(m, n, dl, d, du, B, ldb, 0), pBuffer);             \
  }
#define FENCEPOST_GTSV2_BATCH(X, T)                                                                                    \
  cusparseStatus_t cusparse##X##gtsv2StridedBatch_bufferSizeExt(cusparseHandle_t handle, int m, const T* dl,           \
                                                                const T* d, const T* du, const T* x, int batchCount,   \
                                                                int batchStride, size_t* bufferSizeInBytes) {          \
    return tell_buffer(FENCEPOST_SPARSE_CALL, handle,                                                                  \
                       system_of(m, batchCount, dl, d, du, x, batchStride, batchStride), bufferSizeInBytes);           \
  }                                                                                                                    \
  cusparseStatus_t cusparse##X##gtsv2StridedBatch(cusparseHandle_t handle, int m, const T* dl, const T* d,             \
                                                  const T* du, T* x, int batchCount, int batchStride, void* pBuffer) { \
    return solve_all(FENCEPOST_SPARSE_CALL, handle, system_of(m, batchCount, dl, d, du, x, batchStride, batchStride),  \
                     pBuffer);                                                                                         \
  }
#define FENCEPOST_ALL(X, T)       \
  FENCEPOST_GTSV2(X, T, )         \
  FENCEPOST_GTSV2(X, T, _nopivot) \
  FENCEPOST_GTSV2_BATCH(X, T)

extern "C" {
FENCEPOST_ALL(S, float)
FENCEPOST_ALL(D, double)
FENCEPOST_ALL(C, cuComplex)
FENCEPOST_ALL(Z, cuDoubleComplex)
}
