// Systems with a sparse matrix, in one call.
#include "sim/factors/call.h"
#include "sim/interface/user_pc.h"

namespace fencepost::sim {
namespace {

template <class T>
struct System {
  RowMatrix<T> matrix;
  const T* b;
  double tolerance;
  int reorder;
  T* x;
  int* singularity;
};

template <class T>
cusolverStatus_t solve_system(const SolverCall& call, cusolverSpHandle_t handle, bool on_device, FactorKind kind,
                              const System<T>& s) {
  const RowMatrix<T>& p = s.matrix;
  FactorCheck checked = check(call, handle, p);
  checked.that(s.reorder >= 0 && s.reorder <= 3, "reorder is " + std::to_string(s.reorder) + ", not 0 to 3");
  checked.scalar("singularity", s.singularity, sizeof(int), false);
  if (p.rows != 0) checked.pointer("csrValA", p.values).pointer("b", s.b).pointer("x", s.x);
  if (checked.failed()) return checked.status();
  if (p.rows == 0) return *s.singularity = -1, CUSOLVER_STATUS_SUCCESS;
  need_cxsparse(call);
  return perform(call, handle, on_device, true, nullptr, [=](Places& places) -> SolverCompute {
    const std::optional<RowPattern> pattern = places.pattern(p);
    if (!pattern || !places.add("csrValA", Access::kRead, p.values, pattern->offsets.back()) ||
        !places.add("b", Access::kRead, s.b, p.rows) || !places.add("x", Access::kWrite, s.x, p.columns)) {
      return nullptr;
    }
    return [=, pattern = *pattern] {
      const Factors<Wide<T>> factors(pattern, widened(p.values, pattern.indices.size()), kind,
                                     s.reorder == 0 ? ColumnOrder::kGiven : ColumnOrder::kReduced);
      *s.singularity = factors.zero_pivot(s.tolerance);
      solve(factors, s.b, s.x);
    };
  });
}

}  // namespace
}  // namespace fencepost::sim

using namespace fencepost::sim;

#define FENCEPOST_ONE_SOLVE(X, T, R, NAME, ON_DEVICE, KIND)                                                        \
  cusolverStatus_t cusolverSp##X##NAME(cusolverSpHandle_t handle, int n, int nnz, const cusparseMatDescr_t descrA, \
                                       const T* values, const int* offsets, const int* columns, const T* b, R tol, \
                                       int reorder, T* x, int* singularity) {                                      \
    return solve_system<Number<T>>(                                                                                \
        FENCEPOST_SOLVER_CALL, handle, ON_DEVICE, KIND,                                                            \
        {{n, n, nnz, descrA, as(values), offsets, columns}, as(b), tol, reorder, as(x), singularity});             \
  }
#define FENCEPOST_ALL_SOLVES(X, T, R)                                   \
  FENCEPOST_ONE_SOLVE(X, T, R, csrlsvluHost, false, FactorKind::kLu)    \
  FENCEPOST_ONE_SOLVE(X, T, R, csrlsvqr, true, FactorKind::kQr)         \
  FENCEPOST_ONE_SOLVE(X, T, R, csrlsvqrHost, false, FactorKind::kQr)    \
  FENCEPOST_ONE_SOLVE(X, T, R, csrlsvchol, true, FactorKind::kCholesky) \
  FENCEPOST_ONE_SOLVE(X, T, R, csrlsvcholHost, false, FactorKind::kCholesky)

extern "C" {

FENCEPOST_ALL_SOLVES(S, float, float)
FENCEPOST_ALL_SOLVES(D, double, double)
FENCEPOST_ALL_SOLVES(C, cuComplex, float)
FENCEPOST_ALL_SOLVES(Z, cuDoubleComplex, double)

}  // extern "C"
