// Handles of cuSOLVER for sparse matrices, and what keeps factors.
#include "sim/factors/call.h"
#include "sim/interface/user_pc.h"
#include "sim/runtime/error_state.h"

namespace fencepost::sim {
namespace {

template <class Do>
cusolverStatus_t with(const SolverCall& call, cusolverSpHandle_t handle, Do act) {
  if (!Live<cusolverSpContext>::contains(handle)) return call.no_handle(handle);
  act(*handle);
  return CUSOLVER_STATUS_SUCCESS;
}

template <class Info>
cusolverStatus_t create(const SolverCall& call, Info** info) {
  if (info == nullptr) return call.invalid("the place for info is null");
  *info = Live<Info>::add(new Info);
  return CUSOLVER_STATUS_SUCCESS;
}

template <class Info>
cusolverStatus_t destroy(const SolverCall& call, Info* info) {
  if (Live<Info>::remove(info)) return CUSOLVER_STATUS_SUCCESS;
  return call.invalid(info == nullptr ? "info is null" : "info was never created, or was destroyed");
}

}  // namespace
}  // namespace fencepost::sim

using namespace fencepost::sim;

#define FENCEPOST_FACTOR_INFO(NAME, TYPE)                                                                 \
  cusolverStatus_t cusolverSpCreate##NAME(TYPE##_t* info) { return create(FENCEPOST_SOLVER_CALL, info); } \
  cusolverStatus_t cusolverSpDestroy##NAME(TYPE##_t info) { return destroy(FENCEPOST_SOLVER_CALL, info); }

extern "C" {

cusolverStatus_t cusolverSpCreate(cusolverSpHandle_t* handle) {
  if (handle == nullptr) return FENCEPOST_SOLVER_CALL.invalid("the place for the handle is null");
  if (sticky_error() != cudaSuccess) return CUSOLVER_STATUS_NOT_INITIALIZED;
  *handle = Live<cusolverSpContext>::add(new cusolverSpContext);
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverSpDestroy(cusolverSpHandle_t handle) {
  if (!Live<cusolverSpContext>::remove(handle)) return FENCEPOST_SOLVER_CALL.no_handle(handle);
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverSpSetStream(cusolverSpHandle_t handle, cudaStream_t streamId) {
  return with(FENCEPOST_SOLVER_CALL, handle, [&](cusolverSpContext& context) { context.stream = streamId; });
}
cusolverStatus_t cusolverSpGetStream(cusolverSpHandle_t handle, cudaStream_t* streamId) {
  if (streamId == nullptr) return FENCEPOST_SOLVER_CALL.invalid("the place for the result is null");
  return with(FENCEPOST_SOLVER_CALL, handle, [&](cusolverSpContext& context) { *streamId = context.stream; });
}

FENCEPOST_FACTOR_INFO(CsrqrInfo, csrqrInfo)
FENCEPOST_FACTOR_INFO(CsrcholInfo, csrcholInfo)
FENCEPOST_FACTOR_INFO(CsrluInfoHost, csrluInfoHost)
FENCEPOST_FACTOR_INFO(CsrqrInfoHost, csrqrInfoHost)
FENCEPOST_FACTOR_INFO(CsrcholInfoHost, csrcholInfoHost)

}  // extern "C"
