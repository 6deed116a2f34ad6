// Handles of cuSPARSE, and the descriptors of matrices of its older functions.
#include "sim/interface/user_pc.h"
#include "sim/runtime/error_state.h"
#include "sim/sparse/call.h"

namespace fencepost::sim {
namespace {

template <class Do>
cusparseStatus_t with(const SparseCall& call, cusparseHandle_t handle, Do act) {
  if (!Live<cusparseContext>::contains(handle)) return call.no_handle(handle);
  act(*handle);
  return CUSPARSE_STATUS_SUCCESS;
}

template <class Do>
cusparseStatus_t with_descriptor(const SparseCall& call, cusparseMatDescr_t descriptor, Do act) {
  if (SparseCheck check(call); check.descriptor("descrA", descriptor).failed()) return check.status();
  act(*descriptor);
  return CUSPARSE_STATUS_SUCCESS;
}

/// What a function that returns no status reads.
cusparseMatDescr known(cusparseMatDescr_t descriptor) {
  return Live<cusparseMatDescr>::contains(descriptor) ? *descriptor : cusparseMatDescr{};
}

}  // namespace
}  // namespace fencepost::sim

using namespace fencepost::sim;

extern "C" {

cusparseStatus_t cusparseCreate(cusparseHandle_t* handle) {
  if (handle == nullptr) return FENCEPOST_SPARSE_CALL.invalid("the place for the handle is null");
  if (sticky_error() != cudaSuccess) return CUSPARSE_STATUS_NOT_INITIALIZED;
  *handle = Live<cusparseContext>::add(new cusparseContext);
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDestroy(cusparseHandle_t handle) {
  if (!Live<cusparseContext>::remove(handle)) return FENCEPOST_SPARSE_CALL.no_handle(handle);
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseGetVersion(cusparseHandle_t, int* version) {
  if (version == nullptr) return FENCEPOST_SPARSE_CALL.invalid("the place for the result is null");
  *version = CUSPARSE_VERSION;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseGetProperty(libraryPropertyType type, int* value) {
  if (value == nullptr) return FENCEPOST_SPARSE_CALL.invalid("the place for the result is null");
  switch (type) {
    case MAJOR_VERSION:
      *value = CUSPARSE_VER_MAJOR;
      return CUSPARSE_STATUS_SUCCESS;
    case MINOR_VERSION:
      *value = CUSPARSE_VER_MINOR;
      return CUSPARSE_STATUS_SUCCESS;
    case PATCH_LEVEL:
      *value = CUSPARSE_VER_PATCH;
      return CUSPARSE_STATUS_SUCCESS;
  }
  return FENCEPOST_SPARSE_CALL.invalid("there is no such property");
}
cusparseStatus_t cusparseSetStream(cusparseHandle_t handle, cudaStream_t stream) {
  return with(FENCEPOST_SPARSE_CALL, handle, [&](cusparseContext& context) { context.stream = stream; });
}
cusparseStatus_t cusparseGetStream(cusparseHandle_t handle, cudaStream_t* stream) {
  if (stream == nullptr) return FENCEPOST_SPARSE_CALL.invalid("the place for the result is null");
  return with(FENCEPOST_SPARSE_CALL, handle, [&](cusparseContext& context) { *stream = context.stream; });
}
cusparseStatus_t cusparseSetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t mode) {
  if (mode != CUSPARSE_POINTER_MODE_HOST && mode != CUSPARSE_POINTER_MODE_DEVICE) {
    return FENCEPOST_SPARSE_CALL.invalid("there is no such mode");
  }
  return with(FENCEPOST_SPARSE_CALL, handle, [&](cusparseContext& context) { context.pointer_mode = mode; });
}
cusparseStatus_t cusparseGetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t* mode) {
  if (mode == nullptr) return FENCEPOST_SPARSE_CALL.invalid("the place for the result is null");
  return with(FENCEPOST_SPARSE_CALL, handle, [&](cusparseContext& context) { *mode = context.pointer_mode; });
}

cusparseStatus_t cusparseCreateMatDescr(cusparseMatDescr_t* descrA) {
  if (descrA == nullptr) return FENCEPOST_SPARSE_CALL.invalid("the place for the descriptor is null");
  *descrA = Live<cusparseMatDescr>::add(new cusparseMatDescr);
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDestroyMatDescr(cusparseMatDescr_t descrA) {
  if (Live<cusparseMatDescr>::remove(descrA)) return CUSPARSE_STATUS_SUCCESS;
  return SparseCheck(FENCEPOST_SPARSE_CALL).descriptor("descrA", descrA).status();
}
cusparseStatus_t cusparseSetMatType(cusparseMatDescr_t descrA, cusparseMatrixType_t type) {
  return with_descriptor(FENCEPOST_SPARSE_CALL, descrA, [&](cusparseMatDescr& of) { of.type = type; });
}
cusparseStatus_t cusparseSetMatFillMode(cusparseMatDescr_t descrA, cusparseFillMode_t fillMode) {
  return with_descriptor(FENCEPOST_SPARSE_CALL, descrA, [&](cusparseMatDescr& of) { of.fill = fillMode; });
}
cusparseStatus_t cusparseSetMatDiagType(cusparseMatDescr_t descrA, cusparseDiagType_t diagType) {
  return with_descriptor(FENCEPOST_SPARSE_CALL, descrA, [&](cusparseMatDescr& of) { of.diagonal = diagType; });
}
cusparseStatus_t cusparseSetMatIndexBase(cusparseMatDescr_t descrA, cusparseIndexBase_t base) {
  if (SparseCheck check(FENCEPOST_SPARSE_CALL); check.base(base).failed()) return check.status();
  return with_descriptor(FENCEPOST_SPARSE_CALL, descrA, [&](cusparseMatDescr& of) { of.base = base; });
}
cusparseMatrixType_t cusparseGetMatType(const cusparseMatDescr_t descrA) { return known(descrA).type; }
cusparseFillMode_t cusparseGetMatFillMode(const cusparseMatDescr_t descrA) { return known(descrA).fill; }
cusparseDiagType_t cusparseGetMatDiagType(const cusparseMatDescr_t descrA) { return known(descrA).diagonal; }
cusparseIndexBase_t cusparseGetMatIndexBase(const cusparseMatDescr_t descrA) { return known(descrA).base; }

}  // extern "C"
