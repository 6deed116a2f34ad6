// Cholesky's factor, step by step.
#include "sim/factors/steps.h"
#include "sim/interface/user_pc.h"

namespace fencepost::sim {
namespace {

template <class T>
cusolverStatus_t tell_diagonal(const SolverCall& call, cusolverSpHandle_t handle, csrcholInfo_t info,
                               Real<T>* diagonal) {
  FactorCheck checked(call, handle);
  checked.info(info).pointer("diag", diagonal);
  if (checked.failed()) return checked.status();
  return perform(call, handle, true, false, nullptr, [=, state = info->state](Places& places) -> SolverCompute {
    const auto factors = factors_of<T>(call, *state);
    if (!factors || !places.add("diag", Access::kWrite, diagonal, factors->columns())) return nullptr;
    return [=] {
      // What is not positive has no factor.
      std::vector<double> from = factors->diagonal();
      from.resize(static_cast<std::size_t>(factors->columns()));
      for (std::size_t i = 0; i < from.size(); ++i) diagonal[i] = static_cast<Real<T>>(from[i]);
    };
  });
}

}  // namespace
}  // namespace fencepost::sim

using namespace fencepost::sim;

#define FENCEPOST_CHOLESKY_ANALYSIS(HOST, ON_DEVICE)                                                                \
  cusolverStatus_t cusolverSpXcsrcholAnalysis##HOST(cusolverSpHandle_t handle, int n, int nnzA,                     \
                                                    const cusparseMatDescr_t descrA, const int* csrRowPtrA,         \
                                                    const int* csrColIndA, csrcholInfo##HOST##_t info) {            \
    return analyse(FENCEPOST_SOLVER_CALL, handle, ON_DEVICE, {n, n, nnzA, descrA, nullptr, csrRowPtrA, csrColIndA}, \
                   info);                                                                                           \
  }
#define FENCEPOST_CHOLESKY_STEPS(X, T, R, HOST, ON_DEVICE)                                                             \
  cusolverStatus_t cusolverSp##X##csrcholBufferInfo##HOST(                                                             \
      cusolverSpHandle_t handle, int n, int nnzA, const cusparseMatDescr_t descrA, const T* csrValA,                   \
      const int* csrRowPtrA, const int* csrColIndA, csrcholInfo##HOST##_t info, size_t* internalDataInBytes,           \
      size_t* workspaceInBytes) {                                                                                      \
    return tell_bytes<Number<T>>(FENCEPOST_SOLVER_CALL, handle,                                                        \
                                 {n, n, nnzA, descrA, as(csrValA), csrRowPtrA, csrColIndA}, info, internalDataInBytes, \
                                 workspaceInBytes);                                                                    \
  }                                                                                                                    \
  cusolverStatus_t cusolverSp##X##csrcholFactor##HOST(                                                                 \
      cusolverSpHandle_t handle, int n, int nnzA, const cusparseMatDescr_t descrA, const T* csrValA,                   \
      const int* csrRowPtrA, const int* csrColIndA, csrcholInfo##HOST##_t info, void* pBuffer) {                       \
    return factor<Number<T>>(FENCEPOST_SOLVER_CALL, handle, ON_DEVICE, FactorKind::kCholesky,                          \
                             {n, n, nnzA, descrA, as(csrValA), csrRowPtrA, csrColIndA}, 1, info, pBuffer);             \
  }                                                                                                                    \
  cusolverStatus_t cusolverSp##X##csrcholZeroPivot##HOST(cusolverSpHandle_t handle, csrcholInfo##HOST##_t info, R tol, \
                                                         int* position) {                                              \
    return tell_zero_pivot<Number<T>>(FENCEPOST_SOLVER_CALL, handle, ON_DEVICE, info, tol, position);                  \
  }                                                                                                                    \
  cusolverStatus_t cusolverSp##X##csrcholSolve##HOST(cusolverSpHandle_t handle, int n, const T* b, T* x,               \
                                                     csrcholInfo##HOST##_t info, void* pBuffer) {                      \
    return solve_by_factors(FENCEPOST_SOLVER_CALL, handle, ON_DEVICE, n, n, as(b), as(x), info, pBuffer);              \
  }
#define FENCEPOST_CHOLESKY(X, T, R)                                                                     \
  FENCEPOST_CHOLESKY_STEPS(X, T, R, , true)                                                             \
  FENCEPOST_CHOLESKY_STEPS(X, T, R, Host, false)                                                        \
  cusolverStatus_t cusolverSp##X##csrcholDiag(cusolverSpHandle_t handle, csrcholInfo_t info, R* diag) { \
    return tell_diagonal<Number<T>>(FENCEPOST_SOLVER_CALL, handle, info, diag);                         \
  }

extern "C" {

FENCEPOST_CHOLESKY_ANALYSIS(, true)
FENCEPOST_CHOLESKY_ANALYSIS(Host, false)
FENCEPOST_CHOLESKY(S, float, float)
FENCEPOST_CHOLESKY(D, double, double)
FENCEPOST_CHOLESKY(C, cuComplex, float)
FENCEPOST_CHOLESKY(Z, cuDoubleComplex, double)

}  // extern "C"
