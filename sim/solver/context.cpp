// Handles of cuSOLVER.
#include "sim/interface/user_pc.h"
#include "sim/runtime/error_state.h"
#include "sim/solver/call.h"

struct cusolverDnParams {};

namespace fencepost::sim {
namespace {

template <class Do>
cusolverStatus_t with(const SolverCall& call, cusolverDnHandle_t handle, Do act) {
  if (!Live<cusolverDnContext>::contains(handle)) return call.no_handle(handle);
  act(*handle);
  return CUSOLVER_STATUS_SUCCESS;
}

}  // namespace
}  // namespace fencepost::sim

using namespace fencepost::sim;

extern "C" {

cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t* handle) {
  if (handle == nullptr) return FENCEPOST_SOLVER_CALL.invalid("the place for the handle is null");
  if (sticky_error() != cudaSuccess) return CUSOLVER_STATUS_NOT_INITIALIZED;
  *handle = Live<cusolverDnContext>::add(new cusolverDnContext);
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t handle) {
  if (!Live<cusolverDnContext>::remove(handle)) return FENCEPOST_SOLVER_CALL.no_handle(handle);
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t streamId) {
  return with(FENCEPOST_SOLVER_CALL, handle, [&](cusolverDnContext& context) { context.stream = streamId; });
}
cusolverStatus_t cusolverDnGetStream(cusolverDnHandle_t handle, cudaStream_t* streamId) {
  if (streamId == nullptr) return FENCEPOST_SOLVER_CALL.invalid("the place for the result is null");
  return with(FENCEPOST_SOLVER_CALL, handle, [&](cusolverDnContext& context) { *streamId = context.stream; });
}
cusolverStatus_t cusolverDnCreateParams(cusolverDnParams_t* params) {
  if (params == nullptr) return FENCEPOST_SOLVER_CALL.invalid("the place for the parameters is null");
  *params = Live<cusolverDnParams>::add(new cusolverDnParams);
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnDestroyParams(cusolverDnParams_t params) {
  if (Live<cusolverDnParams>::remove(params)) return CUSOLVER_STATUS_SUCCESS;
  return FENCEPOST_SOLVER_CALL.invalid("its parameters were never created, or were destroyed");
}
cusolverStatus_t cusolverDnSetAdvOptions(cusolverDnParams_t params, cusolverDnFunction_t, cusolverAlgMode_t) {
  if (Live<cusolverDnParams>::contains(params)) return CUSOLVER_STATUS_SUCCESS;
  return FENCEPOST_SOLVER_CALL.invalid("its parameters were never created, or were destroyed");
}
cusolverStatus_t cusolverGetVersion(int* version) {
  if (version == nullptr) return FENCEPOST_SOLVER_CALL.invalid("the place for the result is null");
  *version = CUSOLVER_VERSION;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverGetProperty(libraryPropertyType type, int* value) {
  if (value == nullptr) return FENCEPOST_SOLVER_CALL.invalid("the place for the result is null");
  if (type != MAJOR_VERSION && type != MINOR_VERSION && type != PATCH_LEVEL) {
    return FENCEPOST_SOLVER_CALL.invalid("there is no such property");
  }
  *value = type == MAJOR_VERSION ? CUSOLVER_VER_MAJOR : type == MINOR_VERSION ? CUSOLVER_VER_MINOR : CUSOLVER_VER_PATCH;
  return CUSOLVER_STATUS_SUCCESS;
}

}  // extern "C"
