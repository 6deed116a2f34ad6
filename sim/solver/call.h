// A call of cuSOLVER: its handle, what is wrong with its arguments, and the work that it issues.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "sim/include/cusolverDn.h"
#include "sim/library/call.h"
#include "sim/library/elements.h"
#include "sim/library/live.h"
#include "sim/library/numbers.h"
#include "sim/library/operand.h"

struct cusolverDnContext {
  fencepost::sim::HandleStream stream;
};

namespace fencepost::sim {

template <>
struct StatusesOf<cusolverStatus_t> {
  static constexpr auto kSuccess = CUSOLVER_STATUS_SUCCESS;
  static constexpr auto kNoHandle = CUSOLVER_STATUS_NOT_INITIALIZED;
  static constexpr auto kInvalid = CUSOLVER_STATUS_INVALID_VALUE;
  static constexpr auto kUnsupported = CUSOLVER_STATUS_NOT_SUPPORTED;
  static constexpr auto kUnsupportedName = "CUSOLVER_STATUS_NOT_SUPPORTED";
  static constexpr auto kFailed = CUSOLVER_STATUS_EXECUTION_FAILED;
};

using SolverCall = ApiCall<cusolverStatus_t>;
using SolverCompute = std::function<void()>;

/// Memory that a program gives to work in: written, but without contents.
struct SolverWork {
  void* base = nullptr;
  std::int64_t bytes = 0;
};

class SolverCheck : public Arguments<SolverCheck, cusolverStatus_t> {
 public:
  SolverCheck(const SolverCall& call, cusolverDnHandle_t handle) : Arguments(call) {
    if (!Live<cusolverDnContext>::contains(handle)) fail(call.no_handle(handle));
  }
  SolverCheck& fill(cublasFillMode_t value) {
    return that(value == CUBLAS_FILL_MODE_LOWER || value == CUBLAS_FILL_MODE_UPPER, "uplo is neither lower nor upper");
  }
  SolverCheck& vectors(cusolverEigMode_t value) {
    return that(value == CUSOLVER_EIG_MODE_NOVECTOR || value == CUSOLVER_EIG_MODE_VECTOR, "jobz is no mode");
  }
  SolverCheck& operation(cublasOperation_t value) {
    return that(value >= CUBLAS_OP_N && value <= CUBLAS_OP_C, "trans is no operation");
  }
  /// As many bytes as the functions for it say.
  SolverCheck& work(const SolverWork& given, std::int64_t least) {
    that(given.bytes >= least,
         "the workspace has " + std::to_string(given.bytes) + " bytes, and needs " + std::to_string(least));
    return pointer("the workspace", given.base);
  }
};

inline char letter(cublasFillMode_t uplo) { return uplo == CUBLAS_FILL_MODE_UPPER ? 'U' : 'L'; }
inline char letter(cublasOperation_t operation) {
  return operation == CUBLAS_OP_N ? 'N' : operation == CUBLAS_OP_T ? 'T' : 'C';
}
inline char letter(cublasSideMode_t side) { return side == CUBLAS_SIDE_LEFT ? 'L' : 'R'; }

inline cusolverStatus_t run_with(const SolverCall& call, cusolverDnHandle_t handle, const SolverWork& work,
                                 LibraryPlan plan) {
  return run(call, handle->stream, false,
             with_workspace(std::move(plan), work.base, static_cast<std::size_t>(work.bytes)));
}

/// Where a call tells whether it succeeded.
inline bool add_info(OperandList& list, int* info, std::int64_t count = 1) {
  return list.add(vector_operand("devInfo", Access::kWrite, info, count, 1));
}

/// The elements of the workspace that functions ask for: LAPACK has its own.
inline std::int64_t work_count(std::int64_t size) { return size > 1 ? size : 1; }

/// Tells the size of a workspace.
template <class N>
cusolverStatus_t tell_work(SolverCheck check, std::int64_t count, N* place) {
  if (check.pointer("the place for the size of the workspace", place).failed()) return check.status();
  *place = static_cast<N>(work_count(count));
  return CUSOLVER_STATUS_SUCCESS;
}
/// The same of the functions with 64 bits, in bytes, on the device and on the host.
inline cusolverStatus_t tell_work(SolverCheck check, std::int64_t count, cudaDataType type, std::size_t* on_device,
                                  std::size_t* on_host) {
  check.pointer("workspaceInBytesOnDevice", on_device).pointer("workspaceInBytesOnHost", on_host);
  if (check.failed()) return check.status();
  *on_device = static_cast<std::size_t>(work_count(count)) * element_bytes(type);
  *on_host = 0;
  return CUSOLVER_STATUS_SUCCESS;
}

/// `act` with a null pointer to the type of numbers that is meant.
template <class Do>
cusolverStatus_t with_type(const SolverCall& call, cudaDataType type, Do act) {
  switch (type) {
    case CUDA_R_32F:
      return act(static_cast<float*>(nullptr));
    case CUDA_R_64F:
      return act(static_cast<double*>(nullptr));
    case CUDA_C_32F:
      return act(static_cast<std::complex<float>*>(nullptr));
    case CUDA_C_64F:
      return act(static_cast<std::complex<double>*>(nullptr));
    default:
      return call.unsupported("with " + type_name(type));
  }
}

template <class T>
constexpr bool kIsReal = std::is_same_v<T, Real<T>>;

}  // namespace fencepost::sim

// In the definition of an API function: the call of it.
#define FENCEPOST_SOLVER_CALL FENCEPOST_LIBRARY_CALL(cusolverStatus_t)
