// Gauss' factors of a matrix of the host's, step by step.
#include "sim/factors/steps.h"
#include "sim/interface/user_pc.h"

namespace fencepost::sim {
namespace {

/// Counts the elements of factors; of L those below its diagonal.
cusolverStatus_t count(const SolverCall& call, cusolverSpHandle_t handle, int* lower, int* upper,
                       csrluInfoHost_t info) {
  FactorCheck checked(call, handle);
  checked.info(info).scalar("nnzLRef", lower, sizeof *lower, false).scalar("nnzURef", upper, sizeof *upper, false);
  if (checked.failed()) return checked.status();
  const FactorState& state = *info->state;
  const auto tell = [&](const auto& factors) {
    const auto parts = factors.parts();
    *lower = static_cast<int>(parts.lower_values.size());
    *upper = static_cast<int>(parts.upper_values.size());
    return CUSOLVER_STATUS_SUCCESS;
  };
  if (state.real) return tell(*state.real);
  if (state.complex) return tell(*state.complex);
  return call.invalid("there are no factors");
}

template <class T>
struct Triangle {
  const char* descriptor_name;
  cusparseMatDescr_t descriptor;
  T* values;
  int *offsets, *indices;
};

template <class T>
void put(const Triangle<T>& place, const RowPattern& pattern, const std::vector<Wide<T>>& values) {
  narrow(values, place.values);
  const int base = place.descriptor->base;
  for (std::size_t i = 0; i < pattern.offsets.size(); ++i) place.offsets[i] = pattern.offsets[i] + base;
  for (std::size_t i = 0; i < pattern.indices.size(); ++i) place.indices[i] = pattern.indices[i] + base;
}

template <class T>
cusolverStatus_t extract(const SolverCall& call, cusolverSpHandle_t handle, int* rows, int* columns,
                         const Triangle<T>& lower, const Triangle<T>& upper, csrluInfoHost_t info) {
  FactorCheck checked(call, handle);
  checked.info(info).pointer("P", rows).pointer("Q", columns);
  for (const Triangle<T>* const part : {&lower, &upper}) {
    checked.descriptor(part->descriptor_name, part->descriptor);
  }
  if (checked.failed()) return checked.status();
  return perform(call, handle, false, true, nullptr, [=, state = info->state](Places& places) -> SolverCompute {
    const auto factors = factors_of<T>(call, *state);
    if (!factors) return nullptr;
    const std::int64_t n = factors->columns();
    const auto parts = factors->parts();
    if (parts.row_order.empty()) return (void)call.invalid("the matrix is singular: it has no factors"), nullptr;
    const auto lower_count = static_cast<std::int64_t>(parts.lower_values.size());
    const auto upper_count = static_cast<std::int64_t>(parts.upper_values.size());
    if (!places.add("P", Access::kWrite, rows, n) || !places.add("Q", Access::kWrite, columns, n) ||
        !places.add("csrValL", Access::kWrite, lower.values, lower_count) ||
        !places.add("csrRowPtrL", Access::kWrite, lower.offsets, n + 1) ||
        !places.add("csrColIndL", Access::kWrite, lower.indices, lower_count) ||
        !places.add("csrValU", Access::kWrite, upper.values, upper_count) ||
        !places.add("csrRowPtrU", Access::kWrite, upper.offsets, n + 1) ||
        !places.add("csrColIndU", Access::kWrite, upper.indices, upper_count)) {
      return nullptr;
    }
    return [=] {
      std::copy(parts.row_order.begin(), parts.row_order.end(), rows);
      std::copy(parts.column_order.begin(), parts.column_order.end(), columns);
      put(lower, parts.lower, parts.lower_values);
      put(upper, parts.upper, parts.upper_values);
    };
  });
}

}  // namespace
}  // namespace fencepost::sim

using namespace fencepost::sim;

#define FENCEPOST_LU(X, T, R)                                                                                          \
  cusolverStatus_t cusolverSp##X##csrluBufferInfoHost(                                                                 \
      cusolverSpHandle_t handle, int n, int nnzA, const cusparseMatDescr_t descrA, const T* csrValA,                   \
      const int* csrRowPtrA, const int* csrColIndA, csrluInfoHost_t info, size_t* internalDataInBytes,                 \
      size_t* workspaceInBytes) {                                                                                      \
    return tell_bytes<Number<T>>(FENCEPOST_SOLVER_CALL, handle,                                                        \
                                 {n, n, nnzA, descrA, as(csrValA), csrRowPtrA, csrColIndA}, info, internalDataInBytes, \
                                 workspaceInBytes);                                                                    \
  }                                                                                                                    \
  cusolverStatus_t cusolverSp##X##csrluFactorHost(                                                                     \
      cusolverSpHandle_t handle, int n, int nnzA, const cusparseMatDescr_t descrA, const T* csrValA,                   \
      const int* csrRowPtrA, const int* csrColIndA, csrluInfoHost_t info, R pivot_threshold, void* pBuffer) {          \
    return factor<Number<T>>(FENCEPOST_SOLVER_CALL, handle, false, FactorKind::kLu,                                    \
                             {n, n, nnzA, descrA, as(csrValA), csrRowPtrA, csrColIndA}, pivot_threshold, info,         \
                             pBuffer);                                                                                 \
  }                                                                                                                    \
  cusolverStatus_t cusolverSp##X##csrluZeroPivotHost(cusolverSpHandle_t handle, csrluInfoHost_t info, R tol,           \
                                                     int* position) {                                                  \
    return tell_zero_pivot<Number<T>>(FENCEPOST_SOLVER_CALL, handle, false, info, tol, position);                      \
  }                                                                                                                    \
  cusolverStatus_t cusolverSp##X##csrluSolveHost(cusolverSpHandle_t handle, int n, const T* b, T* x,                   \
                                                 csrluInfoHost_t info, void* pBuffer) {                                \
    return solve_by_factors(FENCEPOST_SOLVER_CALL, handle, false, n, n, as(b), as(x), info, pBuffer);                  \
  }                                                                                                                    \
  cusolverStatus_t cusolverSp##X##csrluExtractHost(cusolverSpHandle_t handle, int* P, int* Q,                          \
                                                   const cusparseMatDescr_t descrL, T* csrValL, int* csrRowPtrL,       \
                                                   int* csrColIndL, const cusparseMatDescr_t descrU, T* csrValU,       \
                                                   int* csrRowPtrU, int* csrColIndU, csrluInfoHost_t info, void*) {    \
    return extract<Number<T>>(FENCEPOST_SOLVER_CALL, handle, P, Q,                                                     \
                              {"descrL", descrL, as(csrValL), csrRowPtrL, csrColIndL},                                 \
                              {"descrU", descrU, as(csrValU), csrRowPtrU, csrColIndU}, info);                          \
  }

extern "C" {

cusolverStatus_t cusolverSpXcsrluAnalysisHost(cusolverSpHandle_t handle, int n, int nnzA,
                                              const cusparseMatDescr_t descrA, const int* csrRowPtrA,
                                              const int* csrColIndA, csrluInfoHost_t info) {
  return analyse(FENCEPOST_SOLVER_CALL, handle, false, {n, n, nnzA, descrA, nullptr, csrRowPtrA, csrColIndA}, info);
}
cusolverStatus_t cusolverSpXcsrluNnzHost(cusolverSpHandle_t handle, int* nnzLRef, int* nnzURef, csrluInfoHost_t info) {
  return count(FENCEPOST_SOLVER_CALL, handle, nnzLRef, nnzURef, info);
}
FENCEPOST_LU(S, float, float)
FENCEPOST_LU(D, double, double)
FENCEPOST_LU(C, cuComplex, float)
FENCEPOST_LU(Z, cuDoubleComplex, double)

}  // extern "C"
