// cuSOLVER's refactorisation: P A Q' = L U, where P and Q are those of a matrix with its elements in the same places,
// so that nothing is left to choose. All in the NULL stream.
#include "sim/factors/call.h"
#include "sim/include/cusolverRf.h"
#include "sim/interface/user_pc.h"
#include "sim/runtime/error_state.h"

struct cusolverRfCommon {
  fencepost::sim::HandleStream stream;
  cusolverRfMatrixFormat_t format = CUSOLVERRF_MATRIX_FORMAT_CSR;
  cusolverRfUnitDiagonal_t diagonal = CUSOLVERRF_UNIT_DIAGONAL_STORED_L;
  cusolverRfFactorization_t factorisation = CUSOLVERRF_FACTORIZATION_ALG0;
  cusolverRfTriangularSolve_t solution = CUSOLVERRF_TRIANGULAR_SOLVE_ALG1;
  cusolverRfResetValuesFastMode_t fast = CUSOLVERRF_RESET_VALUES_FAST_MODE_OFF;
  double zero = 0, boost = 0;
  bool is_analysed = false;
  /// The matrix with its rows and columns in the order of the factors; what the program gave last.
  struct State {
    std::optional<fencepost::sim::RowPattern> original, ordered;
    std::vector<double> values;
    std::shared_ptr<const fencepost::sim::Factors<double>> factors;
  };
  std::shared_ptr<State> state = std::make_shared<State>();
};

namespace fencepost::sim {
namespace {

using Handle = cusolverRfHandle_t;
using State = cusolverRfCommon::State;

class RefactorCheck : public Arguments<RefactorCheck, cusolverStatus_t> {
 public:
  RefactorCheck(const SolverCall& call, Handle handle) : Arguments(call) {
    if (!Live<cusolverRfCommon>::contains(handle)) fail(call.no_handle(handle));
  }
};

template <class Do>
cusolverStatus_t with(const SolverCall& call, Handle handle, Do act) {
  if (!Live<cusolverRfCommon>::contains(handle)) return call.no_handle(handle);
  act(*handle);
  return CUSOLVER_STATUS_SUCCESS;
}

/// Does the plan with the host's memory, or as an operation of the NULL stream.
cusolverStatus_t perform(const SolverCall& call, Handle handle, bool on_device, bool waits, const FactorPlan& plan) {
  if (on_device) {
    return run(call, handle->stream, waits, [=](OperandList& list) -> SolverCompute {
      Places places(call, &list);
      return plan(places);
    });
  }
  Places places(call, nullptr);
  const SolverCompute compute = plan(places);
  if (!compute) return CUSOLVER_STATUS_EXECUTION_FAILED;
  compute();
  return CUSOLVER_STATUS_SUCCESS;
}

/// The matrix that is given to a call, and the orders of its factors.
struct Given {
  int n, nonzeros;
  const int *offsets, *indices;
  const double* values;
  const int *rows, *columns;
};

RefactorCheck check(const SolverCall& call, Handle handle, const Given& p) {
  RefactorCheck check(call, handle);
  check.size("n", p.n).size("nnzA", p.nonzeros).pointer("csrRowPtrA", p.offsets).pointer("P", p.rows);
  return check.pointer("csrColIndA", p.indices).pointer("csrValA", p.values).pointer("Q", p.columns);
}

/// The state of a matrix, with its values; nothing, and told, if it is none.
std::optional<State> read(Places& places, const Given& p) {
  const cusparseMatDescr from_zero;
  const auto pattern = places.pattern(p.n, p.n, p.nonzeros, from_zero, p.offsets, p.indices);
  if (!pattern || !places.add("csrValA", Access::kRead, p.values, pattern->offsets.back()) ||
      !places.add("P", Access::kRead, p.rows, p.n) || !places.add("Q", Access::kRead, p.columns, p.n)) {
    return std::nullopt;
  }
  const auto rows = places_in_order(places.call(), "P", p.rows, p.n);
  const auto columns = places_in_order(places.call(), "Q", p.columns, p.n);
  if (!rows || !columns) return std::nullopt;
  State state{.original = *pattern,
              .ordered = RowPattern{.rows = p.n, .columns = p.n, .offsets = {0}, .indices = {}},
              .values = {},
              .factors = {}};
  for (int i = 0; i < p.n; ++i) {
    const auto row = static_cast<std::size_t>(p.rows[i]);
    for (int at = pattern->offsets[row]; at < pattern->offsets[row + 1]; ++at) {
      const auto element = static_cast<std::size_t>(at);
      state.ordered->indices.push_back((*columns)[static_cast<std::size_t>(pattern->indices[element])]);
      state.values.push_back(p.values[element]);
    }
    state.ordered->offsets.push_back(static_cast<int>(state.values.size()));
  }
  return state;
}

/// Factors that the program brings are looked at, whether they are triangles, and made anew.
struct Brought {
  int nonzeros;
  const int *offsets, *indices;
  const double* values;
};

bool are_triangles(Places& places, int n, const Brought& lower, const Brought& upper) {
  const cusparseMatDescr from_zero;
  for (const Brought* const part : {&lower, &upper}) {
    const auto pattern = places.pattern(n, n, part->nonzeros, from_zero, part->offsets, part->indices);
    if (!pattern || !places.add("the values of a factor", Access::kRead, part->values, pattern->offsets.back())) {
      return false;
    }
    for (int row = 0; row < n; ++row) {
      const auto end = static_cast<std::size_t>(pattern->offsets[static_cast<std::size_t>(row) + 1]);
      for (auto at = static_cast<std::size_t>(pattern->offsets[static_cast<std::size_t>(row)]); at < end; ++at) {
        const int column = pattern->indices[at];
        if (part == &lower ? column <= row : column >= row) continue;
        (void)places.call().invalid(std::string(part == &lower ? "L" : "U") + " has an element in row " +
                                    std::to_string(row) + ", column " + std::to_string(column));
        return false;
      }
    }
  }
  return true;
}

cusolverStatus_t set_up(const SolverCall& call, Handle handle, bool on_device, const Given& p, const Brought& lower,
                        const Brought& upper) {
  RefactorCheck checked = check(call, handle, p);
  for (const Brought* const part : {&lower, &upper}) {
    const bool is_lower = part == &lower;
    checked.size(is_lower ? "nnzL" : "nnzU", part->nonzeros);
    checked.pointer(is_lower ? "csrRowPtrL" : "csrRowPtrU", part->offsets);
    if (part->nonzeros == 0) continue;
    checked.pointer(is_lower ? "csrColIndL" : "csrColIndU", part->indices);
    checked.pointer(is_lower ? "csrValL" : "csrValU", part->values);
  }
  if (checked.failed()) return checked.status();
  checked.provided(handle->format == CUSOLVERRF_MATRIX_FORMAT_CSR, "with CUSOLVERRF_MATRIX_FORMAT_CSC");
  checked.provided(
      handle->diagonal == CUSOLVERRF_UNIT_DIAGONAL_STORED_L || handle->diagonal == CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_L,
      "with a diagonal of U that is 1");
  if (checked.failed()) return checked.status();
  handle->is_analysed = false;
  return perform(call, handle, on_device, true, [=, state = handle->state](Places& places) -> SolverCompute {
    const std::optional<State> next = read(places, p);
    if (!next || !are_triangles(places, p.n, lower, upper)) return nullptr;
    return [=] { *state = *next; };
  });
}

cusolverStatus_t reset_values(const SolverCall& call, Handle handle, const Given& p) {
  if (const RefactorCheck checked = check(call, handle, p); checked.failed()) return checked.status();
  return perform(call, handle, true, false, [=, state = handle->state](Places& places) -> SolverCompute {
    const std::optional<State> next = read(places, p);
    if (!next) return nullptr;
    if (!state->original || next->original->offsets != state->original->offsets ||
        next->original->indices != state->original->indices) {
      (void)call.invalid("its matrix has its elements elsewhere than that of the setup");
      return nullptr;
    }
    return [=] {
      state->ordered = next->ordered;
      state->values = next->values;
    };
  });
}

cusolverStatus_t refactor(const SolverCall& call, Handle handle) {
  RefactorCheck checked(call, handle);
  if (!checked.failed()) {
    checked.that(handle->is_analysed, "cusolverRfAnalyze was not called");
    checked.provided(handle->boost == 0, "with a boost of pivots");
  }
  if (checked.failed()) return checked.status();
  need_cxsparse(call);
  const auto zero = std::make_shared<int>(-1);
  const cusolverStatus_t status =
      perform(call, handle, true, true, [=, state = handle->state, least = handle->zero](Places&) -> SolverCompute {
        if (!state->ordered) return (void)call.invalid("it was not set up"), nullptr;
        return [=] {
          state->factors = std::make_shared<const Factors<double>>(*state->ordered, state->values, FactorKind::kLu,
                                                                   ColumnOrder::kGiven, 0);
          *zero = state->factors->zero_pivot(least);
        };
      });
  return status == CUSOLVER_STATUS_SUCCESS && *zero >= 0 ? CUSOLVER_STATUS_ZERO_PIVOT : status;
}

struct RightSide {
  const int *rows, *columns;
  int count;
  double* work;
  int ldt;
  double* x;
  int ldx;
};

cusolverStatus_t solve_for(const SolverCall& call, Handle handle, const RightSide& p) {
  RefactorCheck checked(call, handle);
  checked.pointer("P", p.rows).pointer("Q", p.columns).pointer("Temp", p.work).pointer("XF", p.x);
  checked.that(p.count == 1, "nrhs is " + std::to_string(p.count) + ", not 1");
  if (checked.failed()) return checked.status();
  if (!handle->state->factors) return call.invalid("there are no factors");
  const int n = handle->state->factors->columns();
  if (checked.leading("ldt", p.ldt, n, "n").leading("ldxf", p.ldx, n, "n").failed()) return checked.status();
  return run(call, handle->stream, false,
             with_workspace(
                 [=, state = handle->state](OperandList& list) -> SolverCompute {
                   Places places(call, &list);
                   if (!places.add("P", Access::kRead, p.rows, n) || !places.add("Q", Access::kRead, p.columns, n) ||
                       !places.add("XF", Access::kUpdate, p.x, n)) {
                     return nullptr;
                   }
                   if (!places_in_order(call, "P", p.rows, n) || !places_in_order(call, "Q", p.columns, n))
                     return nullptr;
                   return [=] {
                     std::vector<double> right(static_cast<std::size_t>(n)), solution(right.size());
                     for (std::size_t i = 0; i < right.size(); ++i) right[i] = p.x[p.rows[i]];
                     state->factors->solve(right.data(), solution.data());
                     for (std::size_t i = 0; i < right.size(); ++i) p.x[p.columns[i]] = solution[i];
                   };
                 },
                 p.work, static_cast<std::size_t>(n) * sizeof(double)));
}

template <class V>
cusolverStatus_t tell(const SolverCall& call, Handle handle, V* place, V cusolverRfCommon::*value) {
  if (place == nullptr) return call.invalid("the place for the result is null");
  return with(call, handle, [&](const cusolverRfCommon& common) { *place = common.*value; });
}

}  // namespace
}  // namespace fencepost::sim

using namespace fencepost::sim;

extern "C" {

cusolverStatus_t cusolverRfCreate(cusolverRfHandle_t* handle) {
  if (handle == nullptr) return FENCEPOST_SOLVER_CALL.invalid("the place for the handle is null");
  if (sticky_error() != cudaSuccess) return CUSOLVER_STATUS_NOT_INITIALIZED;
  *handle = Live<cusolverRfCommon>::add(new cusolverRfCommon);
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverRfDestroy(cusolverRfHandle_t handle) {
  if (!Live<cusolverRfCommon>::remove(handle)) return FENCEPOST_SOLVER_CALL.no_handle(handle);
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverRfSetMatrixFormat(cusolverRfHandle_t handle, cusolverRfMatrixFormat_t format,
                                           cusolverRfUnitDiagonal_t diag) {
  return with(FENCEPOST_SOLVER_CALL, handle, [&](cusolverRfCommon& common) {
    common.format = format;
    common.diagonal = diag;
  });
}
cusolverStatus_t cusolverRfGetMatrixFormat(cusolverRfHandle_t handle, cusolverRfMatrixFormat_t* format,
                                           cusolverRfUnitDiagonal_t* diag) {
  const cusolverStatus_t status = tell(FENCEPOST_SOLVER_CALL, handle, format, &cusolverRfCommon::format);
  return status != CUSOLVER_STATUS_SUCCESS ? status
                                           : tell(FENCEPOST_SOLVER_CALL, handle, diag, &cusolverRfCommon::diagonal);
}
cusolverStatus_t cusolverRfSetNumericProperties(cusolverRfHandle_t handle, double zero, double boost) {
  return with(FENCEPOST_SOLVER_CALL, handle, [&](cusolverRfCommon& common) {
    common.zero = zero;
    common.boost = boost;
  });
}
cusolverStatus_t cusolverRfGetNumericProperties(cusolverRfHandle_t handle, double* zero, double* boost) {
  const cusolverStatus_t status = tell(FENCEPOST_SOLVER_CALL, handle, zero, &cusolverRfCommon::zero);
  return status != CUSOLVER_STATUS_SUCCESS ? status
                                           : tell(FENCEPOST_SOLVER_CALL, handle, boost, &cusolverRfCommon::boost);
}
cusolverStatus_t cusolverRfGetNumericBoostReport(cusolverRfHandle_t handle, cusolverRfNumericBoostReport_t* report) {
  if (report == nullptr) return FENCEPOST_SOLVER_CALL.invalid("the place for the result is null");
  return with(FENCEPOST_SOLVER_CALL, handle,
              [&](const cusolverRfCommon&) { *report = CUSOLVERRF_NUMERIC_BOOST_NOT_USED; });
}
cusolverStatus_t cusolverRfSetAlgs(cusolverRfHandle_t handle, cusolverRfFactorization_t factAlg,
                                   cusolverRfTriangularSolve_t solveAlg) {
  return with(FENCEPOST_SOLVER_CALL, handle, [&](cusolverRfCommon& common) {
    common.factorisation = factAlg;
    common.solution = solveAlg;
  });
}
cusolverStatus_t cusolverRfGetAlgs(cusolverRfHandle_t handle, cusolverRfFactorization_t* factAlg,
                                   cusolverRfTriangularSolve_t* solveAlg) {
  const cusolverStatus_t status = tell(FENCEPOST_SOLVER_CALL, handle, factAlg, &cusolverRfCommon::factorisation);
  return status != CUSOLVER_STATUS_SUCCESS ? status
                                           : tell(FENCEPOST_SOLVER_CALL, handle, solveAlg, &cusolverRfCommon::solution);
}
cusolverStatus_t cusolverRfSetResetValuesFastMode(cusolverRfHandle_t handle, cusolverRfResetValuesFastMode_t fastMode) {
  return with(FENCEPOST_SOLVER_CALL, handle, [&](cusolverRfCommon& common) { common.fast = fastMode; });
}
cusolverStatus_t cusolverRfGetResetValuesFastMode(cusolverRfHandle_t handle,
                                                  cusolverRfResetValuesFastMode_t* fastMode) {
  return tell(FENCEPOST_SOLVER_CALL, handle, fastMode, &cusolverRfCommon::fast);
}
#define FENCEPOST_REFACTOR_SETUP(NAME, ON_DEVICE)                                                                      \
  cusolverStatus_t NAME(int n, int nnzA, int* csrRowPtrA, int* csrColIndA, double* csrValA, int nnzL, int* csrRowPtrL, \
                        int* csrColIndL, double* csrValL, int nnzU, int* csrRowPtrU, int* csrColIndU, double* csrValU, \
                        int* P, int* Q, cusolverRfHandle_t handle) {                                                   \
    return set_up(FENCEPOST_SOLVER_CALL, handle, ON_DEVICE, {n, nnzA, csrRowPtrA, csrColIndA, csrValA, P, Q},          \
                  {nnzL, csrRowPtrL, csrColIndL, csrValL}, {nnzU, csrRowPtrU, csrColIndU, csrValU});                   \
  }
FENCEPOST_REFACTOR_SETUP(cusolverRfSetupHost, false)
FENCEPOST_REFACTOR_SETUP(cusolverRfSetupDevice, true)
cusolverStatus_t cusolverRfAnalyze(cusolverRfHandle_t handle) {
  const SolverCall call = FENCEPOST_SOLVER_CALL;
  if (Live<cusolverRfCommon>::contains(handle) && !handle->state->ordered) return call.invalid("it was not set up");
  return with(call, handle, [](cusolverRfCommon& common) { common.is_analysed = true; });
}
cusolverStatus_t cusolverRfResetValues(int n, int nnzA, int* csrRowPtrA, int* csrColIndA, double* csrValA, int* P,
                                       int* Q, cusolverRfHandle_t handle) {
  return reset_values(FENCEPOST_SOLVER_CALL, handle, {n, nnzA, csrRowPtrA, csrColIndA, csrValA, P, Q});
}
cusolverStatus_t cusolverRfRefactor(cusolverRfHandle_t handle) { return refactor(FENCEPOST_SOLVER_CALL, handle); }
cusolverStatus_t cusolverRfSolve(cusolverRfHandle_t handle, int* P, int* Q, int nrhs, double* Temp, int ldt, double* XF,
                                 int ldxf) {
  return solve_for(FENCEPOST_SOLVER_CALL, handle, {P, Q, nrhs, Temp, ldt, XF, ldxf});
}

}  // extern "C"
