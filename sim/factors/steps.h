// The steps of a factorisation: analysis, factors, zero pivot, solution. Each with the device's memory or the host's.
#pragma once

#include "sim/factors/call.h"

namespace fencepost::sim {

/// Where the elements are is kept.
template <class Info>
cusolverStatus_t analyse(const SolverCall& call, cusolverSpHandle_t handle, bool on_device, const RowMatrix<double>& p,
                         Info* info) {
  FactorCheck checked = check(call, handle, p);
  checked.info(info).provided(p.rows >= p.columns, "with m less than n");
  if (checked.failed()) return checked.status();
  return perform(call, handle, on_device, true, nullptr, [p, state = info->state](Places& places) -> SolverCompute {
    const std::optional<RowPattern> pattern = places.pattern(p);
    if (!pattern) return nullptr;
    return [state, pattern = *pattern] { *state = {.pattern = pattern, .values = {}, .real = {}, .complex = {}}; };
  });
}

template <class T, class Info>
cusolverStatus_t tell_bytes(const SolverCall& call, cusolverSpHandle_t handle, const RowMatrix<T>& p, Info* info,
                            std::size_t* internal, std::size_t* workspace) {
  FactorCheck checked = check(call, handle, p);
  checked.info(info).pointer("internalDataInBytes", internal).pointer("workspaceInBytes", workspace);
  if (checked.failed()) return checked.status();
  *internal = *workspace = kFactorBufferBytes;
  return CUSOLVER_STATUS_SUCCESS;
}

/// Nothing, and told, if the pattern is not that of the analysis.
inline bool is_analysed(Places& places, const FactorState& state, const RowPattern& pattern) {
  if (state.pattern && state.pattern->rows == pattern.rows && state.pattern->offsets == pattern.offsets &&
      state.pattern->indices == pattern.indices) {
    return true;
  }
  (void)places.call().invalid(state.pattern ? "its matrix has its elements elsewhere than that of the analysis"
                                            : "its matrix was not analysed");
  return false;
}

template <class T, class Info>
cusolverStatus_t factor(const SolverCall& call, cusolverSpHandle_t handle, bool on_device, FactorKind kind,
                        const RowMatrix<T>& p, double pivoting, Info* info, void* buffer) {
  FactorCheck checked = check(call, handle, p);
  checked.info(info).pointer("pBuffer", buffer);
  if (p.nonzeros != 0) checked.pointer("csrValA", p.values);
  if (checked.failed()) return checked.status();
  need_cxsparse(call);
  return perform(call, handle, on_device, false, buffer, [=, state = info->state](Places& places) -> SolverCompute {
    const std::optional<RowPattern> pattern = places.pattern(p);
    if (!pattern || !is_analysed(places, *state, *pattern) ||
        !places.add("csrValA", Access::kRead, p.values, pattern->offsets.back())) {
      return nullptr;
    }
    return [=] {
      state->template of<T>() = std::make_shared<const Factors<Wide<T>>>(
          *state->pattern, widened(p.values, state->pattern->indices.size()), kind, ColumnOrder::kGiven, pivoting);
    };
  });
}

/// The factors, or null, and told.
template <class T>
std::shared_ptr<const Factors<Wide<T>>> factors_of(const SolverCall& call, FactorState& state) {
  const auto factors = state.of<T>();
  if (!factors) (void)call.invalid("there are no factors of this type of numbers");
  return factors;
}

template <class T, class Info>
cusolverStatus_t tell_zero_pivot(const SolverCall& call, cusolverSpHandle_t handle, bool on_device, Info* info,
                                 double tolerance, int* position) {
  FactorCheck checked(call, handle);
  checked.info(info).scalar("position", position, sizeof *position, false);
  if (checked.failed()) return checked.status();
  return perform(call, handle, on_device, true, nullptr, [=, state = info->state](Places&) -> SolverCompute {
    const auto factors = factors_of<T>(call, *state);
    if (!factors) return nullptr;
    return [=] { *position = factors->zero_pivot(tolerance); };
  });
}

template <class T, class Info>
cusolverStatus_t solve_by_factors(const SolverCall& call, cusolverSpHandle_t handle, bool on_device, int rows,
                                  int columns, const T* b, T* x, Info* info, void* buffer) {
  FactorCheck checked(call, handle);
  checked.info(info).pointer("b", b).pointer("x", x).pointer("pBuffer", buffer);
  if (checked.failed()) return checked.status();
  return perform(call, handle, on_device, false, buffer, [=, state = info->state](Places& places) -> SolverCompute {
    const auto factors = factors_of<T>(call, *state);
    if (!factors) return nullptr;
    if (factors->rows() != rows || factors->columns() != columns) {
      (void)call.invalid("its factors are of a matrix of " + std::to_string(factors->rows()) + " by " +
                         std::to_string(factors->columns()));
      return nullptr;
    }
    if (!places.add("b", Access::kRead, b, rows) || !places.add("x", Access::kWrite, x, columns)) return nullptr;
    return [=] { solve(*factors, b, x); };
  });
}

}  // namespace fencepost::sim
