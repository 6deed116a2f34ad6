// Orthogonal factors, step by step, and of many matrices whose elements are in the same places.
#include "sim/factors/steps.h"
#include "sim/interface/user_pc.h"

namespace fencepost::sim {
namespace {

template <class T>
std::vector<T> without_imaginary(const std::vector<std::complex<double>>& from) {
  if constexpr (kIsReal<T>) {
    std::vector<T> values;
    for (const std::complex<double>& value : from) values.push_back(value.real());
    return values;
  } else {
    return from;
  }
}

/// Keeps the values of A - mu I.
template <class T, class Info>
cusolverStatus_t set_up(const SolverCall& call, cusolverSpHandle_t handle, bool on_device, const RowMatrix<T>& p, T mu,
                        Info* info) {
  FactorCheck checked = check(call, handle, p);
  checked.info(info);
  if (p.nonzeros != 0) checked.pointer("csrValA", p.values);
  if (checked.failed()) return checked.status();
  return perform(call, handle, on_device, false, nullptr, [=, state = info->state](Places& places) -> SolverCompute {
    const std::optional<RowPattern> pattern = places.pattern(p);
    if (!pattern || !is_analysed(places, *state, *pattern) ||
        !places.add("csrValA", Access::kRead, p.values, pattern->offsets.back())) {
      return nullptr;
    }
    return [=] {
      const RowPattern& where = *state->pattern;
      state->values.assign(p.values, p.values + where.indices.size());
      for (int row = 0; row < where.rows; ++row) {
        const auto end = static_cast<std::size_t>(where.offsets[static_cast<std::size_t>(row) + 1]);
        for (auto at = static_cast<std::size_t>(where.offsets[static_cast<std::size_t>(row)]); at < end; ++at) {
          if (where.indices[at] == row) state->values[at] -= std::complex<double>(mu);
        }
      }
    };
  });
}

/// `b` and `x` null: no system is solved.
template <class T, class Info>
cusolverStatus_t factor_qr(const SolverCall& call, cusolverSpHandle_t handle, bool on_device, int rows, int columns,
                           const T* b, T* x, Info* info, void* buffer) {
  FactorCheck checked(call, handle);
  checked.info(info).pointer("pBuffer", buffer);
  checked.that((b == nullptr) == (x == nullptr), "one of b and x is null, the other is not");
  if (checked.failed()) return checked.status();
  need_cxsparse(call);
  return perform(call, handle, on_device, false, buffer, [=, state = info->state](Places& places) -> SolverCompute {
    if (!state->pattern || state->values.size() != state->pattern->indices.size()) {
      return (void)call.invalid("its matrix was not set up"), nullptr;
    }
    if (state->pattern->rows != rows || state->pattern->columns != columns) {
      return (void)call.invalid("its matrix has another size than that of the analysis"), nullptr;
    }
    if (b != nullptr && (!places.add("b", Access::kRead, b, rows) || !places.add("x", Access::kWrite, x, columns))) {
      return nullptr;
    }
    return [=] {
      const auto factors = std::make_shared<const Factors<Wide<T>>>(
          *state->pattern, without_imaginary<Wide<T>>(state->values), FactorKind::kQr, ColumnOrder::kGiven);
      state->template of<T>() = factors;
      if (b != nullptr) solve(*factors, b, x);
    };
  });
}

template <class T>
struct Batch {
  RowMatrix<T> matrix;
  const T* b;
  T* x;
  int count;
};

/// Each matrix has its values behind those of the one before, each right side and solution, too.
template <class T>
cusolverStatus_t solve_batch(const SolverCall& call, cusolverSpHandle_t handle, const Batch<T>& p, csrqrInfo_t info,
                             void* buffer) {
  FactorCheck checked = check(call, handle, p.matrix);
  checked.size("batchSize", p.count).info(info).pointer("pBuffer", buffer);
  checked.provided(p.matrix.rows >= p.matrix.columns, "with m less than n");
  if (p.count != 0) checked.pointer("csrValA", p.matrix.values).pointer("b", p.b).pointer("x", p.x);
  if (checked.failed() || p.count == 0) return checked.status();
  need_cxsparse(call);
  return perform(call, handle, true, false, buffer, [=, state = info->state](Places& places) -> SolverCompute {
    const std::optional<RowPattern> pattern = places.pattern(p.matrix);
    if (!pattern || !is_analysed(places, *state, *pattern)) return nullptr;
    const std::int64_t nonzeros = p.matrix.nonzeros, rows = p.matrix.rows, columns = p.matrix.columns;
    if (!places.add("csrValA", Access::kRead, p.matrix.values, p.count * nonzeros) ||
        !places.add("b", Access::kRead, p.b, p.count * rows) ||
        !places.add("x", Access::kWrite, p.x, p.count * columns)) {
      return nullptr;
    }
    return [=] {
      const std::size_t elements = state->pattern->indices.size();
      for (std::int64_t i = 0; i < p.count; ++i) {
        const Factors<Wide<T>> factors(*state->pattern, widened(p.matrix.values + i * nonzeros, elements),
                                       FactorKind::kQr, ColumnOrder::kReduced);
        solve(factors, p.b + i * rows, p.x + i * columns);
      }
    };
  });
}

}  // namespace
}  // namespace fencepost::sim

using namespace fencepost::sim;

#define FENCEPOST_QR_ANALYSIS(HOST, ON_DEVICE)                                                                      \
  cusolverStatus_t cusolverSpXcsrqrAnalysis##HOST(cusolverSpHandle_t handle, int m, int n, int nnzA,                \
                                                  const cusparseMatDescr_t descrA, const int* csrRowPtrA,           \
                                                  const int* csrColIndA, csrqrInfo##HOST##_t info) {                \
    return analyse(FENCEPOST_SOLVER_CALL, handle, ON_DEVICE, {m, n, nnzA, descrA, nullptr, csrRowPtrA, csrColIndA}, \
                   info);                                                                                           \
  }
#define FENCEPOST_QR_STEPS(X, T, R, HOST, ON_DEVICE)                                                                   \
  cusolverStatus_t cusolverSp##X##csrqrBufferInfo##HOST(                                                               \
      cusolverSpHandle_t handle, int m, int n, int nnzA, const cusparseMatDescr_t descrA, const T* csrValA,            \
      const int* csrRowPtrA, const int* csrColIndA, csrqrInfo##HOST##_t info, size_t* internalDataInBytes,             \
      size_t* workspaceInBytes) {                                                                                      \
    return tell_bytes<Number<T>>(FENCEPOST_SOLVER_CALL, handle,                                                        \
                                 {m, n, nnzA, descrA, as(csrValA), csrRowPtrA, csrColIndA}, info, internalDataInBytes, \
                                 workspaceInBytes);                                                                    \
  }                                                                                                                    \
  cusolverStatus_t cusolverSp##X##csrqrSetup##HOST(                                                                    \
      cusolverSpHandle_t handle, int m, int n, int nnzA, const cusparseMatDescr_t descrA, const T* csrValA,            \
      const int* csrRowPtrA, const int* csrColIndA, T mu, csrqrInfo##HOST##_t info) {                                  \
    return set_up<Number<T>>(FENCEPOST_SOLVER_CALL, handle, ON_DEVICE,                                                 \
                             {m, n, nnzA, descrA, as(csrValA), csrRowPtrA, csrColIndA}, *as(&mu), info);               \
  }                                                                                                                    \
  cusolverStatus_t cusolverSp##X##csrqrFactor##HOST(cusolverSpHandle_t handle, int m, int n, int, T* b, T* x,          \
                                                    csrqrInfo##HOST##_t info, void* pBuffer) {                         \
    return factor_qr(FENCEPOST_SOLVER_CALL, handle, ON_DEVICE, m, n, as(b), as(x), info, pBuffer);                     \
  }                                                                                                                    \
  cusolverStatus_t cusolverSp##X##csrqrZeroPivot##HOST(cusolverSpHandle_t handle, csrqrInfo##HOST##_t info, R tol,     \
                                                       int* position) {                                                \
    return tell_zero_pivot<Number<T>>(FENCEPOST_SOLVER_CALL, handle, ON_DEVICE, info, tol, position);                  \
  }                                                                                                                    \
  cusolverStatus_t cusolverSp##X##csrqrSolve##HOST(cusolverSpHandle_t handle, int m, int n, T* b, T* x,                \
                                                   csrqrInfo##HOST##_t info, void* pBuffer) {                          \
    return solve_by_factors(FENCEPOST_SOLVER_CALL, handle, ON_DEVICE, m, n, as(b), as(x), info, pBuffer);              \
  }
#define FENCEPOST_QR(X, T, R)                                                                                          \
  FENCEPOST_QR_STEPS(X, T, R, , true)                                                                                  \
  FENCEPOST_QR_STEPS(X, T, R, Host, false)                                                                             \
  cusolverStatus_t cusolverSp##X##csrqrBufferInfoBatched(                                                              \
      cusolverSpHandle_t handle, int m, int n, int nnz, const cusparseMatDescr_t descrA, const T* csrVal,              \
      const int* csrRowPtr, const int* csrColInd, int, csrqrInfo_t info, size_t* internalDataInBytes,                  \
      size_t* workspaceInBytes) {                                                                                      \
    return tell_bytes<Number<T>>(FENCEPOST_SOLVER_CALL, handle, {m, n, nnz, descrA, as(csrVal), csrRowPtr, csrColInd}, \
                                 info, internalDataInBytes, workspaceInBytes);                                         \
  }                                                                                                                    \
  cusolverStatus_t cusolverSp##X##csrqrsvBatched(cusolverSpHandle_t handle, int m, int n, int nnz,                     \
                                                 const cusparseMatDescr_t descrA, const T* csrValA,                    \
                                                 const int* csrRowPtrA, const int* csrColIndA, const T* b, T* x,       \
                                                 int batchSize, csrqrInfo_t info, void* pBuffer) {                     \
    return solve_batch<Number<T>>(FENCEPOST_SOLVER_CALL, handle,                                                       \
                                  {{m, n, nnz, descrA, as(csrValA), csrRowPtrA, csrColIndA}, as(b), as(x), batchSize}, \
                                  info, pBuffer);                                                                      \
  }

extern "C" {

FENCEPOST_QR_ANALYSIS(, true)
FENCEPOST_QR_ANALYSIS(Host, false)
cusolverStatus_t cusolverSpXcsrqrAnalysisBatched(cusolverSpHandle_t handle, int m, int n, int nnzA,
                                                 const cusparseMatDescr_t descrA, const int* csrRowPtrA,
                                                 const int* csrColIndA, csrqrInfo_t info) {
  return analyse(FENCEPOST_SOLVER_CALL, handle, true, {m, n, nnzA, descrA, nullptr, csrRowPtrA, csrColIndA}, info);
}
FENCEPOST_QR(S, float, float)
FENCEPOST_QR(D, double, double)
FENCEPOST_QR(C, cuComplex, float)
FENCEPOST_QR(Z, cuDoubleComplex, double)

}  // extern "C"
