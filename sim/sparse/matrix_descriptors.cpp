// Descriptors of the generic functions: sparse matrices.
#include "sim/interface/user_pc.h"
#include "sim/sparse/descriptors.h"

namespace fencepost::sim {
namespace {

/// Indices and values may be set later.
SparseCheck check_sparse(const SparseCall& call, const cusparseSpMatDescr& matrix) {
  SparseCheck check(call);
  check.not_negative("rows", matrix.rows).not_negative("cols", matrix.columns).not_negative("nnz", matrix.nonzeros);
  check.base(matrix.base).type(matrix.type);
  for (const cusparseIndexType_t type : {matrix.offset_type, matrix.index_type}) {
    check.that(type == CUSPARSE_INDEX_16U || type == CUSPARSE_INDEX_32I || type == CUSPARSE_INDEX_64I,
               "there is no such type of indices");
  }
  return check;
}

template <class Handle>
cusparseStatus_t create_sparse(const SparseCall& call, Handle* place, const cusparseSpMatDescr& matrix) {
  SparseCheck check = check_sparse(call, matrix);
  return create(check, place, matrix);
}

template <class Handle>
cusparseStatus_t create_blocked(const SparseCall& call, Handle* place, const cusparseSpMatDescr& matrix) {
  SparseCheck check = check_sparse(call, matrix);
  const std::int64_t size = matrix.block_size;
  check.that(size > 0 && matrix.ell_columns >= 0 && matrix.rows % size == 0 && matrix.columns % size == 0 &&
                 matrix.ell_columns % size == 0 && matrix.ell_columns <= matrix.columns,
             "rows, cols and ellCols are not multiples of the size of a block");
  return create(check, place, matrix);
}

}  // namespace
}  // namespace fencepost::sim

using namespace fencepost::sim;

extern "C" {

cusparseStatus_t cusparseCreateCsr(cusparseSpMatDescr_t* spMatDescr, int64_t rows, int64_t cols, int64_t nnz,
                                   void* csrRowOffsets, void* csrColInd, void* csrValues,
                                   cusparseIndexType_t csrRowOffsetsType, cusparseIndexType_t csrColIndType,
                                   cusparseIndexBase_t idxBase, cudaDataType valueType) {
  return create_sparse(FENCEPOST_SPARSE_CALL, spMatDescr,
                       {.format = CUSPARSE_FORMAT_CSR,
                        .rows = rows,
                        .columns = cols,
                        .nonzeros = nnz,
                        .offsets = csrRowOffsets,
                        .indices = csrColInd,
                        .values = csrValues,
                        .offset_type = csrRowOffsetsType,
                        .index_type = csrColIndType,
                        .base = idxBase,
                        .type = valueType});
}
cusparseStatus_t cusparseCsrGet(cusparseSpMatDescr_t spMatDescr, int64_t* rows, int64_t* cols, int64_t* nnz,
                                void** csrRowOffsets, void** csrColInd, void** csrValues,
                                cusparseIndexType_t* csrRowOffsetsType, cusparseIndexType_t* csrColIndType,
                                cusparseIndexBase_t* idxBase, cudaDataType* valueType) {
  return with(FENCEPOST_SPARSE_CALL, spMatDescr, [&](const cusparseSpMatDescr& of) {
    tell(rows, of.rows), tell(cols, of.columns), tell(nnz, of.nonzeros), tell(csrRowOffsets, of.offsets);
    tell(csrColInd, of.indices), tell(csrValues, of.values), tell(csrRowOffsetsType, of.offset_type),
        tell(csrColIndType, of.index_type);
    tell(idxBase, of.base), tell(valueType, of.type);
  });
}
cusparseStatus_t cusparseCreateConstCsr(cusparseConstSpMatDescr_t* spMatDescr, int64_t rows, int64_t cols, int64_t nnz,
                                        const void* csrRowOffsets, const void* csrColInd, const void* csrValues,
                                        cusparseIndexType_t csrRowOffsetsType, cusparseIndexType_t csrColIndType,
                                        cusparseIndexBase_t idxBase, cudaDataType valueType) {
  return create_sparse(FENCEPOST_SPARSE_CALL, spMatDescr,
                       {.format = CUSPARSE_FORMAT_CSR,
                        .rows = rows,
                        .columns = cols,
                        .nonzeros = nnz,
                        .offsets = const_cast<void*>(csrRowOffsets),
                        .indices = const_cast<void*>(csrColInd),
                        .values = const_cast<void*>(csrValues),
                        .offset_type = csrRowOffsetsType,
                        .index_type = csrColIndType,
                        .base = idxBase,
                        .type = valueType});
}
cusparseStatus_t cusparseConstCsrGet(cusparseConstSpMatDescr_t spMatDescr, int64_t* rows, int64_t* cols, int64_t* nnz,
                                     const void** csrRowOffsets, const void** csrColInd, const void** csrValues,
                                     cusparseIndexType_t* csrRowOffsetsType, cusparseIndexType_t* csrColIndType,
                                     cusparseIndexBase_t* idxBase, cudaDataType* valueType) {
  return with(FENCEPOST_SPARSE_CALL, spMatDescr, [&](const cusparseSpMatDescr& of) {
    tell(rows, of.rows), tell(cols, of.columns), tell(nnz, of.nonzeros), tell(csrRowOffsets, of.offsets);
    tell(csrColInd, of.indices), tell(csrValues, of.values), tell(csrRowOffsetsType, of.offset_type),
        tell(csrColIndType, of.index_type);
    tell(idxBase, of.base), tell(valueType, of.type);
  });
}
cusparseStatus_t cusparseCsrSetPointers(cusparseSpMatDescr_t spMatDescr, void* csrRowOffsets, void* csrColInd,
                                        void* csrValues) {
  return with(FENCEPOST_SPARSE_CALL, spMatDescr, [&](cusparseSpMatDescr& of) {
    of.offsets = csrRowOffsets, of.indices = csrColInd, of.values = csrValues;
  });
}
cusparseStatus_t cusparseCreateCsc(cusparseSpMatDescr_t* spMatDescr, int64_t rows, int64_t cols, int64_t nnz,
                                   void* cscColOffsets, void* cscRowInd, void* cscValues,
                                   cusparseIndexType_t cscColOffsetsType, cusparseIndexType_t cscRowIndType,
                                   cusparseIndexBase_t idxBase, cudaDataType valueType) {
  return create_sparse(FENCEPOST_SPARSE_CALL, spMatDescr,
                       {.format = CUSPARSE_FORMAT_CSC,
                        .rows = rows,
                        .columns = cols,
                        .nonzeros = nnz,
                        .offsets = cscColOffsets,
                        .indices = cscRowInd,
                        .values = cscValues,
                        .offset_type = cscColOffsetsType,
                        .index_type = cscRowIndType,
                        .base = idxBase,
                        .type = valueType});
}
cusparseStatus_t cusparseCscGet(cusparseSpMatDescr_t spMatDescr, int64_t* rows, int64_t* cols, int64_t* nnz,
                                void** cscColOffsets, void** cscRowInd, void** cscValues,
                                cusparseIndexType_t* cscColOffsetsType, cusparseIndexType_t* cscRowIndType,
                                cusparseIndexBase_t* idxBase, cudaDataType* valueType) {
  return with(FENCEPOST_SPARSE_CALL, spMatDescr, [&](const cusparseSpMatDescr& of) {
    tell(rows, of.rows), tell(cols, of.columns), tell(nnz, of.nonzeros), tell(cscColOffsets, of.offsets);
    tell(cscRowInd, of.indices), tell(cscValues, of.values), tell(cscColOffsetsType, of.offset_type),
        tell(cscRowIndType, of.index_type);
    tell(idxBase, of.base), tell(valueType, of.type);
  });
}
cusparseStatus_t cusparseCreateConstCsc(cusparseConstSpMatDescr_t* spMatDescr, int64_t rows, int64_t cols, int64_t nnz,
                                        const void* cscColOffsets, const void* cscRowInd, const void* cscValues,
                                        cusparseIndexType_t cscColOffsetsType, cusparseIndexType_t cscRowIndType,
                                        cusparseIndexBase_t idxBase, cudaDataType valueType) {
  return create_sparse(FENCEPOST_SPARSE_CALL, spMatDescr,
                       {.format = CUSPARSE_FORMAT_CSC,
                        .rows = rows,
                        .columns = cols,
                        .nonzeros = nnz,
                        .offsets = const_cast<void*>(cscColOffsets),
                        .indices = const_cast<void*>(cscRowInd),
                        .values = const_cast<void*>(cscValues),
                        .offset_type = cscColOffsetsType,
                        .index_type = cscRowIndType,
                        .base = idxBase,
                        .type = valueType});
}
cusparseStatus_t cusparseConstCscGet(cusparseConstSpMatDescr_t spMatDescr, int64_t* rows, int64_t* cols, int64_t* nnz,
                                     const void** cscColOffsets, const void** cscRowInd, const void** cscValues,
                                     cusparseIndexType_t* cscColOffsetsType, cusparseIndexType_t* cscRowIndType,
                                     cusparseIndexBase_t* idxBase, cudaDataType* valueType) {
  return with(FENCEPOST_SPARSE_CALL, spMatDescr, [&](const cusparseSpMatDescr& of) {
    tell(rows, of.rows), tell(cols, of.columns), tell(nnz, of.nonzeros), tell(cscColOffsets, of.offsets);
    tell(cscRowInd, of.indices), tell(cscValues, of.values), tell(cscColOffsetsType, of.offset_type),
        tell(cscRowIndType, of.index_type);
    tell(idxBase, of.base), tell(valueType, of.type);
  });
}
cusparseStatus_t cusparseCscSetPointers(cusparseSpMatDescr_t spMatDescr, void* cscColOffsets, void* cscRowInd,
                                        void* cscValues) {
  return with(FENCEPOST_SPARSE_CALL, spMatDescr, [&](cusparseSpMatDescr& of) {
    of.offsets = cscColOffsets, of.indices = cscRowInd, of.values = cscValues;
  });
}
cusparseStatus_t cusparseCreateCoo(cusparseSpMatDescr_t* spMatDescr, int64_t rows, int64_t cols, int64_t nnz,
                                   void* cooRowInd, void* cooColInd, void* cooValues, cusparseIndexType_t cooIdxType,
                                   cusparseIndexBase_t idxBase, cudaDataType valueType) {
  return create_sparse(FENCEPOST_SPARSE_CALL, spMatDescr,
                       {.format = CUSPARSE_FORMAT_COO,
                        .rows = rows,
                        .columns = cols,
                        .nonzeros = nnz,
                        .offsets = cooRowInd,
                        .indices = cooColInd,
                        .values = cooValues,
                        .offset_type = cooIdxType,
                        .index_type = cooIdxType,
                        .base = idxBase,
                        .type = valueType});
}
cusparseStatus_t cusparseCooGet(cusparseSpMatDescr_t spMatDescr, int64_t* rows, int64_t* cols, int64_t* nnz,
                                void** cooRowInd, void** cooColInd, void** cooValues, cusparseIndexType_t* idxType,
                                cusparseIndexBase_t* idxBase, cudaDataType* valueType) {
  return with(FENCEPOST_SPARSE_CALL, spMatDescr, [&](const cusparseSpMatDescr& of) {
    tell(rows, of.rows), tell(cols, of.columns), tell(nnz, of.nonzeros), tell(cooRowInd, of.offsets);
    tell(cooColInd, of.indices), tell(cooValues, of.values), tell(idxType, of.index_type), tell(idxBase, of.base);
    tell(valueType, of.type);
  });
}
cusparseStatus_t cusparseCreateConstCoo(cusparseConstSpMatDescr_t* spMatDescr, int64_t rows, int64_t cols, int64_t nnz,
                                        const void* cooRowInd, const void* cooColInd, const void* cooValues,
                                        cusparseIndexType_t cooIdxType, cusparseIndexBase_t idxBase,
                                        cudaDataType valueType) {
  return create_sparse(FENCEPOST_SPARSE_CALL, spMatDescr,
                       {.format = CUSPARSE_FORMAT_COO,
                        .rows = rows,
                        .columns = cols,
                        .nonzeros = nnz,
                        .offsets = const_cast<void*>(cooRowInd),
                        .indices = const_cast<void*>(cooColInd),
                        .values = const_cast<void*>(cooValues),
                        .offset_type = cooIdxType,
                        .index_type = cooIdxType,
                        .base = idxBase,
                        .type = valueType});
}
cusparseStatus_t cusparseConstCooGet(cusparseConstSpMatDescr_t spMatDescr, int64_t* rows, int64_t* cols, int64_t* nnz,
                                     const void** cooRowInd, const void** cooColInd, const void** cooValues,
                                     cusparseIndexType_t* idxType, cusparseIndexBase_t* idxBase,
                                     cudaDataType* valueType) {
  return with(FENCEPOST_SPARSE_CALL, spMatDescr, [&](const cusparseSpMatDescr& of) {
    tell(rows, of.rows), tell(cols, of.columns), tell(nnz, of.nonzeros), tell(cooRowInd, of.offsets);
    tell(cooColInd, of.indices), tell(cooValues, of.values), tell(idxType, of.index_type), tell(idxBase, of.base);
    tell(valueType, of.type);
  });
}
cusparseStatus_t cusparseCooSetPointers(cusparseSpMatDescr_t spMatDescr, void* cooRows, void* cooColumns,
                                        void* cooValues) {
  return with(FENCEPOST_SPARSE_CALL, spMatDescr,
              [&](cusparseSpMatDescr& of) { of.offsets = cooRows, of.indices = cooColumns, of.values = cooValues; });
}
cusparseStatus_t cusparseCreateBlockedEll(cusparseSpMatDescr_t* spMatDescr, int64_t rows, int64_t cols,
                                          int64_t ellBlockSize, int64_t ellCols, void* ellColInd, void* ellValue,
                                          cusparseIndexType_t ellIdxType, cusparseIndexBase_t idxBase,
                                          cudaDataType valueType) {
  return create_blocked(FENCEPOST_SPARSE_CALL, spMatDescr,
                        {.format = CUSPARSE_FORMAT_BLOCKED_ELL,
                         .rows = rows,
                         .columns = cols,
                         .nonzeros = rows * ellCols,
                         .indices = ellColInd,
                         .values = ellValue,
                         .offset_type = ellIdxType,
                         .index_type = ellIdxType,
                         .base = idxBase,
                         .type = valueType,
                         .block_size = ellBlockSize,
                         .ell_columns = ellCols});
}
cusparseStatus_t cusparseBlockedEllGet(cusparseSpMatDescr_t spMatDescr, int64_t* rows, int64_t* cols,
                                       int64_t* ellBlockSize, int64_t* ellCols, void** ellColInd, void** ellValue,
                                       cusparseIndexType_t* ellIdxType, cusparseIndexBase_t* idxBase,
                                       cudaDataType* valueType) {
  return with(FENCEPOST_SPARSE_CALL, spMatDescr, [&](const cusparseSpMatDescr& of) {
    tell(rows, of.rows), tell(cols, of.columns), tell(ellBlockSize, of.block_size), tell(ellCols, of.ell_columns);
    tell(ellColInd, of.indices), tell(ellValue, of.values), tell(ellIdxType, of.index_type), tell(idxBase, of.base);
    tell(valueType, of.type);
  });
}
cusparseStatus_t cusparseCreateConstBlockedEll(cusparseConstSpMatDescr_t* spMatDescr, int64_t rows, int64_t cols,
                                               int64_t ellBlockSize, int64_t ellCols, const void* ellColInd,
                                               const void* ellValue, cusparseIndexType_t ellIdxType,
                                               cusparseIndexBase_t idxBase, cudaDataType valueType) {
  return create_blocked(FENCEPOST_SPARSE_CALL, spMatDescr,
                        {.format = CUSPARSE_FORMAT_BLOCKED_ELL,
                         .rows = rows,
                         .columns = cols,
                         .nonzeros = rows * ellCols,
                         .indices = const_cast<void*>(ellColInd),
                         .values = const_cast<void*>(ellValue),
                         .offset_type = ellIdxType,
                         .index_type = ellIdxType,
                         .base = idxBase,
                         .type = valueType,
                         .block_size = ellBlockSize,
                         .ell_columns = ellCols});
}
cusparseStatus_t cusparseConstBlockedEllGet(cusparseConstSpMatDescr_t spMatDescr, int64_t* rows, int64_t* cols,
                                            int64_t* ellBlockSize, int64_t* ellCols, const void** ellColInd,
                                            const void** ellValue, cusparseIndexType_t* ellIdxType,
                                            cusparseIndexBase_t* idxBase, cudaDataType* valueType) {
  return with(FENCEPOST_SPARSE_CALL, spMatDescr, [&](const cusparseSpMatDescr& of) {
    tell(rows, of.rows), tell(cols, of.columns), tell(ellBlockSize, of.block_size), tell(ellCols, of.ell_columns);
    tell(ellColInd, of.indices), tell(ellValue, of.values), tell(ellIdxType, of.index_type), tell(idxBase, of.base);
    tell(valueType, of.type);
  });
}
cusparseStatus_t cusparseDestroySpMat(cusparseConstSpMatDescr_t spMatDescr) {
  return destroy(FENCEPOST_SPARSE_CALL, spMatDescr);
}
cusparseStatus_t cusparseSpMatGetFormat(cusparseConstSpMatDescr_t spMatDescr, cusparseFormat_t* format) {
  return with(FENCEPOST_SPARSE_CALL, spMatDescr, [&](const cusparseSpMatDescr& of) { tell(format, of.format); });
}
cusparseStatus_t cusparseSpMatGetIndexBase(cusparseConstSpMatDescr_t spMatDescr, cusparseIndexBase_t* idxBase) {
  return with(FENCEPOST_SPARSE_CALL, spMatDescr, [&](const cusparseSpMatDescr& of) { tell(idxBase, of.base); });
}
cusparseStatus_t cusparseSpMatGetValues(cusparseSpMatDescr_t spMatDescr, void** values) {
  return with(FENCEPOST_SPARSE_CALL, spMatDescr, [&](const cusparseSpMatDescr& of) { tell(values, of.values); });
}
cusparseStatus_t cusparseConstSpMatGetValues(cusparseConstSpMatDescr_t spMatDescr, const void** values) {
  return with(FENCEPOST_SPARSE_CALL, spMatDescr, [&](const cusparseSpMatDescr& of) { tell(values, of.values); });
}
cusparseStatus_t cusparseSpMatSetValues(cusparseSpMatDescr_t spMatDescr, void* values) {
  return with(FENCEPOST_SPARSE_CALL, spMatDescr, [&](cusparseSpMatDescr& of) { of.values = values; });
}
cusparseStatus_t cusparseSpMatGetSize(cusparseConstSpMatDescr_t spMatDescr, int64_t* rows, int64_t* cols,
                                      int64_t* nnz) {
  return with(FENCEPOST_SPARSE_CALL, spMatDescr, [&](const cusparseSpMatDescr& of) {
    tell(rows, of.rows), tell(cols, of.columns), tell(nnz, of.nonzeros);
  });
}
cusparseStatus_t cusparseSpMatSetAttribute(cusparseSpMatDescr_t spMatDescr, cusparseSpMatAttribute_t attribute,
                                           void* data, size_t dataSize) {
  const SparseCall call = FENCEPOST_SPARSE_CALL;
  SparseCheck check(call);
  check.pointer("data", data).that(dataSize == sizeof(int), "dataSize is not that of an attribute");
  check.that(attribute == CUSPARSE_SPMAT_FILL_MODE || attribute == CUSPARSE_SPMAT_DIAG_TYPE,
             "there is no such attribute");
  if (check.failed()) return check.status();
  return with(call, spMatDescr, [&](cusparseSpMatDescr& of) {
    if (attribute == CUSPARSE_SPMAT_FILL_MODE) of.fill = *static_cast<const cusparseFillMode_t*>(data);
    if (attribute == CUSPARSE_SPMAT_DIAG_TYPE) of.diagonal = *static_cast<const cusparseDiagType_t*>(data);
  });
}
cusparseStatus_t cusparseSpMatGetAttribute(cusparseConstSpMatDescr_t spMatDescr, cusparseSpMatAttribute_t attribute,
                                           void* data, size_t dataSize) {
  const SparseCall call = FENCEPOST_SPARSE_CALL;
  SparseCheck check(call);
  check.pointer("data", data).that(dataSize == sizeof(int), "dataSize is not that of an attribute");
  check.that(attribute == CUSPARSE_SPMAT_FILL_MODE || attribute == CUSPARSE_SPMAT_DIAG_TYPE,
             "there is no such attribute");
  if (check.failed()) return check.status();
  return with(call, spMatDescr, [&](const cusparseSpMatDescr& of) {
    *static_cast<int*>(data) =
        attribute == CUSPARSE_SPMAT_FILL_MODE ? static_cast<int>(of.fill) : static_cast<int>(of.diagonal);
  });
}

}  // extern "C"
