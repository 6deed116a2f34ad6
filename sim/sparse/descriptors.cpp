// Descriptors of the generic functions: vectors and dense matrices.
#include "sim/sparse/descriptors.h"
#include "sim/interface/user_pc.h"

namespace fencepost::sim {
namespace {

SparseCheck check_vector(const SparseCall& call, std::int64_t size, std::int64_t nonzeros, const void* indices,
                         const void* values, cusparseIndexBase_t base, cudaDataType type) {
  SparseCheck check(call);
  check.not_negative("size", size).not_negative("nnz", nonzeros).base(base).type(type);
  check.that(nonzeros <= size, "nnz is greater than size");
  if (nonzeros != 0) check.pointer("indices", indices).pointer("values", values);
  return check;
}

SparseCheck check_dense(const SparseCall& call, std::int64_t size, const void* values, cudaDataType type) {
  SparseCheck check(call);
  check.not_negative("size", size).type(type);
  if (size != 0) check.pointer("values", values);
  return check;
}

SparseCheck check_dense(const SparseCall& call, std::int64_t rows, std::int64_t columns, std::int64_t ld,
                        const void* values, cudaDataType type, cusparseOrder_t order) {
  SparseCheck check(call);
  check.not_negative("rows", rows).not_negative("cols", columns).type(type);
  check.that(order == CUSPARSE_ORDER_COL || order == CUSPARSE_ORDER_ROW, "there is no such order");
  check.leading("ld", ld, order == CUSPARSE_ORDER_COL ? rows : columns, order == CUSPARSE_ORDER_COL ? "rows" : "cols");
  if (rows != 0 && columns != 0) check.pointer("values", values);
  return check;
}

}  // namespace
}  // namespace fencepost::sim

using namespace fencepost::sim;

extern "C" {

cusparseStatus_t cusparseCreateSpVec(cusparseSpVecDescr_t* spVecDescr, int64_t size, int64_t nnz, void* indices,
                                     void* values, cusparseIndexType_t idxType, cusparseIndexBase_t idxBase,
                                     cudaDataType valueType) {
  SparseCheck check = check_vector(FENCEPOST_SPARSE_CALL, size, nnz, indices, values, idxBase, valueType);
  return create(check, spVecDescr, cusparseSpVecDescr{size, nnz, indices, values, idxType, idxBase, valueType});
}
cusparseStatus_t cusparseSpVecGet(cusparseSpVecDescr_t spVecDescr, int64_t* size, int64_t* nnz, void** indices,
                                  void** values, cusparseIndexType_t* idxType, cusparseIndexBase_t* idxBase,
                                  cudaDataType* valueType) {
  return with(FENCEPOST_SPARSE_CALL, spVecDescr, [&](const cusparseSpVecDescr& of) {
    tell(size, of.size), tell(nnz, of.nonzeros), tell(indices, of.indices), tell(values, of.values);
    tell(idxType, of.index_type), tell(idxBase, of.base), tell(valueType, of.type);
  });
}
cusparseStatus_t cusparseSpVecGetValues(cusparseSpVecDescr_t spVecDescr, void** values) {
  return with(FENCEPOST_SPARSE_CALL, spVecDescr, [&](const cusparseSpVecDescr& of) { tell(values, of.values); });
}
cusparseStatus_t cusparseCreateConstSpVec(cusparseConstSpVecDescr_t* spVecDescr, int64_t size, int64_t nnz,
                                          const void* indices, const void* values, cusparseIndexType_t idxType,
                                          cusparseIndexBase_t idxBase, cudaDataType valueType) {
  SparseCheck check = check_vector(FENCEPOST_SPARSE_CALL, size, nnz, indices, values, idxBase, valueType);
  return create(check, spVecDescr,
                cusparseSpVecDescr{size, nnz, const_cast<void*>(indices), const_cast<void*>(values), idxType, idxBase,
                                   valueType});
}
cusparseStatus_t cusparseConstSpVecGet(cusparseConstSpVecDescr_t spVecDescr, int64_t* size, int64_t* nnz,
                                       const void** indices, const void** values, cusparseIndexType_t* idxType,
                                       cusparseIndexBase_t* idxBase, cudaDataType* valueType) {
  return with(FENCEPOST_SPARSE_CALL, spVecDescr, [&](const cusparseSpVecDescr& of) {
    tell(size, of.size), tell(nnz, of.nonzeros), tell(indices, of.indices), tell(values, of.values);
    tell(idxType, of.index_type), tell(idxBase, of.base), tell(valueType, of.type);
  });
}
cusparseStatus_t cusparseConstSpVecGetValues(cusparseConstSpVecDescr_t spVecDescr, const void** values) {
  return with(FENCEPOST_SPARSE_CALL, spVecDescr, [&](const cusparseSpVecDescr& of) { tell(values, of.values); });
}
cusparseStatus_t cusparseDestroySpVec(cusparseConstSpVecDescr_t spVecDescr) {
  return destroy(FENCEPOST_SPARSE_CALL, spVecDescr);
}
cusparseStatus_t cusparseSpVecGetIndexBase(cusparseConstSpVecDescr_t spVecDescr, cusparseIndexBase_t* idxBase) {
  return with(FENCEPOST_SPARSE_CALL, spVecDescr, [&](const cusparseSpVecDescr& of) { tell(idxBase, of.base); });
}
cusparseStatus_t cusparseSpVecSetValues(cusparseSpVecDescr_t spVecDescr, void* values) {
  return with(FENCEPOST_SPARSE_CALL, spVecDescr, [&](cusparseSpVecDescr& of) { of.values = values; });
}
cusparseStatus_t cusparseCreateDnVec(cusparseDnVecDescr_t* dnVecDescr, int64_t size, void* values,
                                     cudaDataType valueType) {
  SparseCheck check = check_dense(FENCEPOST_SPARSE_CALL, size, values, valueType);
  return create(check, dnVecDescr, cusparseDnVecDescr{size, values, valueType});
}
cusparseStatus_t cusparseDnVecGet(cusparseDnVecDescr_t dnVecDescr, int64_t* size, void** values,
                                  cudaDataType* valueType) {
  return with(FENCEPOST_SPARSE_CALL, dnVecDescr, [&](const cusparseDnVecDescr& of) {
    tell(size, of.size), tell(values, of.values), tell(valueType, of.type);
  });
}
cusparseStatus_t cusparseDnVecGetValues(cusparseDnVecDescr_t dnVecDescr, void** values) {
  return with(FENCEPOST_SPARSE_CALL, dnVecDescr, [&](const cusparseDnVecDescr& of) { tell(values, of.values); });
}
cusparseStatus_t cusparseCreateConstDnVec(cusparseConstDnVecDescr_t* dnVecDescr, int64_t size, const void* values,
                                          cudaDataType valueType) {
  SparseCheck check = check_dense(FENCEPOST_SPARSE_CALL, size, values, valueType);
  return create(check, dnVecDescr, cusparseDnVecDescr{size, const_cast<void*>(values), valueType});
}
cusparseStatus_t cusparseConstDnVecGet(cusparseConstDnVecDescr_t dnVecDescr, int64_t* size, const void** values,
                                       cudaDataType* valueType) {
  return with(FENCEPOST_SPARSE_CALL, dnVecDescr, [&](const cusparseDnVecDescr& of) {
    tell(size, of.size), tell(values, of.values), tell(valueType, of.type);
  });
}
cusparseStatus_t cusparseConstDnVecGetValues(cusparseConstDnVecDescr_t dnVecDescr, const void** values) {
  return with(FENCEPOST_SPARSE_CALL, dnVecDescr, [&](const cusparseDnVecDescr& of) { tell(values, of.values); });
}
cusparseStatus_t cusparseDestroyDnVec(cusparseConstDnVecDescr_t dnVecDescr) {
  return destroy(FENCEPOST_SPARSE_CALL, dnVecDescr);
}
cusparseStatus_t cusparseDnVecSetValues(cusparseDnVecDescr_t dnVecDescr, void* values) {
  return with(FENCEPOST_SPARSE_CALL, dnVecDescr, [&](cusparseDnVecDescr& of) { of.values = values; });
}
cusparseStatus_t cusparseCreateDnMat(cusparseDnMatDescr_t* dnMatDescr, int64_t rows, int64_t cols, int64_t ld,
                                     void* values, cudaDataType valueType, cusparseOrder_t order) {
  SparseCheck check = check_dense(FENCEPOST_SPARSE_CALL, rows, cols, ld, values, valueType, order);
  return create(check, dnMatDescr, cusparseDnMatDescr{rows, cols, ld, values, valueType, order});
}
cusparseStatus_t cusparseDnMatGet(cusparseDnMatDescr_t dnMatDescr, int64_t* rows, int64_t* cols, int64_t* ld,
                                  void** values, cudaDataType* type, cusparseOrder_t* order) {
  return with(FENCEPOST_SPARSE_CALL, dnMatDescr, [&](const cusparseDnMatDescr& of) {
    tell(rows, of.rows), tell(cols, of.columns), tell(ld, of.ld), tell(values, of.values);
    tell(type, of.type), tell(order, of.order);
  });
}
cusparseStatus_t cusparseDnMatGetValues(cusparseDnMatDescr_t dnMatDescr, void** values) {
  return with(FENCEPOST_SPARSE_CALL, dnMatDescr, [&](const cusparseDnMatDescr& of) { tell(values, of.values); });
}
cusparseStatus_t cusparseCreateConstDnMat(cusparseConstDnMatDescr_t* dnMatDescr, int64_t rows, int64_t cols, int64_t ld,
                                          const void* values, cudaDataType valueType, cusparseOrder_t order) {
  SparseCheck check = check_dense(FENCEPOST_SPARSE_CALL, rows, cols, ld, values, valueType, order);
  return create(check, dnMatDescr, cusparseDnMatDescr{rows, cols, ld, const_cast<void*>(values), valueType, order});
}
cusparseStatus_t cusparseConstDnMatGet(cusparseConstDnMatDescr_t dnMatDescr, int64_t* rows, int64_t* cols, int64_t* ld,
                                       const void** values, cudaDataType* type, cusparseOrder_t* order) {
  return with(FENCEPOST_SPARSE_CALL, dnMatDescr, [&](const cusparseDnMatDescr& of) {
    tell(rows, of.rows), tell(cols, of.columns), tell(ld, of.ld), tell(values, of.values);
    tell(type, of.type), tell(order, of.order);
  });
}
cusparseStatus_t cusparseConstDnMatGetValues(cusparseConstDnMatDescr_t dnMatDescr, const void** values) {
  return with(FENCEPOST_SPARSE_CALL, dnMatDescr, [&](const cusparseDnMatDescr& of) { tell(values, of.values); });
}
cusparseStatus_t cusparseDestroyDnMat(cusparseConstDnMatDescr_t dnMatDescr) {
  return destroy(FENCEPOST_SPARSE_CALL, dnMatDescr);
}
cusparseStatus_t cusparseDnMatSetValues(cusparseDnMatDescr_t dnMatDescr, void* values) {
  return with(FENCEPOST_SPARSE_CALL, dnMatDescr, [&](cusparseDnMatDescr& of) { of.values = values; });
}
cusparseStatus_t cusparseDnMatSetStridedBatch(cusparseDnMatDescr_t dnMatDescr, int batchCount, int64_t batchStride) {
  const SparseCall call = FENCEPOST_SPARSE_CALL;
  if (SparseCheck check(call);
      check.that(batchCount > 0 && batchStride >= 0, "the batch is empty, or its stride negative").failed())
    return check.status();
  return with(call, dnMatDescr, [&](cusparseDnMatDescr& of) { of.batch = batchCount, of.stride = batchStride; });
}
cusparseStatus_t cusparseDnMatGetStridedBatch(cusparseConstDnMatDescr_t dnMatDescr, int* batchCount,
                                              int64_t* batchStride) {
  return with(FENCEPOST_SPARSE_CALL, dnMatDescr,
              [&](const cusparseDnMatDescr& of) { tell(batchCount, of.batch), tell(batchStride, of.stride); });
}

}  // extern "C"
