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

struct Extents {
  std::int64_t rows, columns, nonzeros;
};
/// What a program gives; a descriptor that is const lets nobody write there, so that it is one type for both.
struct Arrays {
  const void *offsets, *indices, *values;
};
struct IndexTypes {
  cusparseIndexType_t offsets, indices;
};
/// Of blocked ELL.
struct Blocks {
  std::int64_t size, columns;
};

cusparseSpMatDescr matrix_of(cusparseFormat_t format, const Extents& extents, const Arrays& arrays,
                             const IndexTypes& types, cusparseIndexBase_t base, cudaDataType type) {
  return {.format = format,
          .rows = extents.rows,
          .columns = extents.columns,
          .nonzeros = extents.nonzeros,
          .offsets = const_cast<void*>(arrays.offsets),
          .indices = const_cast<void*>(arrays.indices),
          .values = const_cast<void*>(arrays.values),
          .offset_type = types.offsets,
          .index_type = types.indices,
          .base = base,
          .type = type};
}

template <class Handle>
cusparseStatus_t create_sparse(const SparseCall& call, Handle* place, cusparseFormat_t format, const Extents& extents,
                               const Arrays& arrays, const IndexTypes& types, cusparseIndexBase_t base,
                               cudaDataType type) {
  const cusparseSpMatDescr matrix = matrix_of(format, extents, arrays, types, base, type);
  SparseCheck check = check_sparse(call, matrix);
  return create(check, place, matrix);
}

template <class Handle>
cusparseStatus_t create_blocked(const SparseCall& call, Handle* place, const Extents& extents, const Blocks& blocks,
                                const Arrays& arrays, cusparseIndexType_t index_type, cusparseIndexBase_t base,
                                cudaDataType type) {
  cusparseSpMatDescr matrix =
      matrix_of(CUSPARSE_FORMAT_BLOCKED_ELL, extents, arrays, {index_type, index_type}, base, type);
  matrix.block_size = blocks.size;
  matrix.ell_columns = blocks.columns;
  SparseCheck check = check_sparse(call, matrix);
  const std::int64_t size = matrix.block_size;
  check.that(size > 0 && matrix.ell_columns >= 0 && matrix.rows % size == 0 && matrix.columns % size == 0 &&
                 matrix.ell_columns % size == 0 && matrix.ell_columns <= matrix.columns,
             "rows, cols and ellCols are not multiples of the size of a block");
  return create(check, place, matrix);
}

/// Pointer: void*, or const void* of descriptors that are const.
template <class Handle, class Pointer>
cusparseStatus_t tell_sparse(const SparseCall& call, Handle matrix, std::int64_t* rows, std::int64_t* columns,
                             std::int64_t* nonzeros, Pointer* offsets, Pointer* indices, Pointer* values,
                             cusparseIndexType_t* offset_type, cusparseIndexType_t* index_type,
                             cusparseIndexBase_t* base, cudaDataType* type) {
  return with(call, matrix, [&](const cusparseSpMatDescr& of) {
    tell(rows, of.rows), tell(columns, of.columns), tell(nonzeros, of.nonzeros);
    tell(offsets, of.offsets), tell(indices, of.indices), tell(values, of.values);
    tell(offset_type, of.offset_type), tell(index_type, of.index_type), tell(base, of.base), tell(type, of.type);
  });
}

template <class Handle, class Pointer>
cusparseStatus_t tell_blocked(const SparseCall& call, Handle matrix, std::int64_t* rows, std::int64_t* columns,
                              std::int64_t* block_size, std::int64_t* ell_columns, Pointer* indices, Pointer* values,
                              cusparseIndexType_t* index_type, cusparseIndexBase_t* base, cudaDataType* type) {
  return with(call, matrix, [&](const cusparseSpMatDescr& of) {
    tell(rows, of.rows), tell(columns, of.columns), tell(block_size, of.block_size), tell(ell_columns, of.ell_columns);
    tell(indices, of.indices), tell(values, of.values), tell(index_type, of.index_type), tell(base, of.base);
    tell(type, of.type);
  });
}

SparseCheck check_attribute(const SparseCall& call, cusparseSpMatAttribute_t attribute, const void* data,
                            std::size_t bytes) {
  SparseCheck check(call);
  check.pointer("data", data).that(bytes == sizeof(int), "dataSize is not that of an attribute");
  return check.that(attribute == CUSPARSE_SPMAT_FILL_MODE || attribute == CUSPARSE_SPMAT_DIAG_TYPE,
                    "there is no such attribute");
}

}  // namespace
}  // namespace fencepost::sim

using namespace fencepost::sim;

extern "C" {

cusparseStatus_t cusparseCreateCsr(cusparseSpMatDescr_t* spMatDescr, int64_t rows, int64_t cols, int64_t nnz,
                                   void* csrRowOffsets, void* csrColInd, void* csrValues,
                                   cusparseIndexType_t csrRowOffsetsType, cusparseIndexType_t csrColIndType,
                                   cusparseIndexBase_t idxBase, cudaDataType valueType) {
  return create_sparse(FENCEPOST_SPARSE_CALL, spMatDescr, CUSPARSE_FORMAT_CSR, {rows, cols, nnz},
                       {csrRowOffsets, csrColInd, csrValues}, {csrRowOffsetsType, csrColIndType}, idxBase, valueType);
}
cusparseStatus_t cusparseCsrGet(cusparseSpMatDescr_t spMatDescr, int64_t* rows, int64_t* cols, int64_t* nnz,
                                void** csrRowOffsets, void** csrColInd, void** csrValues,
                                cusparseIndexType_t* csrRowOffsetsType, cusparseIndexType_t* csrColIndType,
                                cusparseIndexBase_t* idxBase, cudaDataType* valueType) {
  return tell_sparse(FENCEPOST_SPARSE_CALL, spMatDescr, rows, cols, nnz, csrRowOffsets, csrColInd, csrValues,
                     csrRowOffsetsType, csrColIndType, idxBase, valueType);
}
cusparseStatus_t cusparseCreateConstCsr(cusparseConstSpMatDescr_t* spMatDescr, int64_t rows, int64_t cols, int64_t nnz,
                                        const void* csrRowOffsets, const void* csrColInd, const void* csrValues,
                                        cusparseIndexType_t csrRowOffsetsType, cusparseIndexType_t csrColIndType,
                                        cusparseIndexBase_t idxBase, cudaDataType valueType) {
  return create_sparse(FENCEPOST_SPARSE_CALL, spMatDescr, CUSPARSE_FORMAT_CSR, {rows, cols, nnz},
                       {csrRowOffsets, csrColInd, csrValues}, {csrRowOffsetsType, csrColIndType}, idxBase, valueType);
}
cusparseStatus_t cusparseConstCsrGet(cusparseConstSpMatDescr_t spMatDescr, int64_t* rows, int64_t* cols, int64_t* nnz,
                                     const void** csrRowOffsets, const void** csrColInd, const void** csrValues,
                                     cusparseIndexType_t* csrRowOffsetsType, cusparseIndexType_t* csrColIndType,
                                     cusparseIndexBase_t* idxBase, cudaDataType* valueType) {
  return tell_sparse(FENCEPOST_SPARSE_CALL, spMatDescr, rows, cols, nnz, csrRowOffsets, csrColInd, csrValues,
                     csrRowOffsetsType, csrColIndType, idxBase, valueType);
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
  return create_sparse(FENCEPOST_SPARSE_CALL, spMatDescr, CUSPARSE_FORMAT_CSC, {rows, cols, nnz},
                       {cscColOffsets, cscRowInd, cscValues}, {cscColOffsetsType, cscRowIndType}, idxBase, valueType);
}
cusparseStatus_t cusparseCscGet(cusparseSpMatDescr_t spMatDescr, int64_t* rows, int64_t* cols, int64_t* nnz,
                                void** cscColOffsets, void** cscRowInd, void** cscValues,
                                cusparseIndexType_t* cscColOffsetsType, cusparseIndexType_t* cscRowIndType,
                                cusparseIndexBase_t* idxBase, cudaDataType* valueType) {
  return tell_sparse(FENCEPOST_SPARSE_CALL, spMatDescr, rows, cols, nnz, cscColOffsets, cscRowInd, cscValues,
                     cscColOffsetsType, cscRowIndType, idxBase, valueType);
}
cusparseStatus_t cusparseCreateConstCsc(cusparseConstSpMatDescr_t* spMatDescr, int64_t rows, int64_t cols, int64_t nnz,
                                        const void* cscColOffsets, const void* cscRowInd, const void* cscValues,
                                        cusparseIndexType_t cscColOffsetsType, cusparseIndexType_t cscRowIndType,
                                        cusparseIndexBase_t idxBase, cudaDataType valueType) {
  return create_sparse(FENCEPOST_SPARSE_CALL, spMatDescr, CUSPARSE_FORMAT_CSC, {rows, cols, nnz},
                       {cscColOffsets, cscRowInd, cscValues}, {cscColOffsetsType, cscRowIndType}, idxBase, valueType);
}
cusparseStatus_t cusparseConstCscGet(cusparseConstSpMatDescr_t spMatDescr, int64_t* rows, int64_t* cols, int64_t* nnz,
                                     const void** cscColOffsets, const void** cscRowInd, const void** cscValues,
                                     cusparseIndexType_t* cscColOffsetsType, cusparseIndexType_t* cscRowIndType,
                                     cusparseIndexBase_t* idxBase, cudaDataType* valueType) {
  return tell_sparse(FENCEPOST_SPARSE_CALL, spMatDescr, rows, cols, nnz, cscColOffsets, cscRowInd, cscValues,
                     cscColOffsetsType, cscRowIndType, idxBase, valueType);
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
  return create_sparse(FENCEPOST_SPARSE_CALL, spMatDescr, CUSPARSE_FORMAT_COO, {rows, cols, nnz},
                       {cooRowInd, cooColInd, cooValues}, {cooIdxType, cooIdxType}, idxBase, valueType);
}
cusparseStatus_t cusparseCooGet(cusparseSpMatDescr_t spMatDescr, int64_t* rows, int64_t* cols, int64_t* nnz,
                                void** cooRowInd, void** cooColInd, void** cooValues, cusparseIndexType_t* idxType,
                                cusparseIndexBase_t* idxBase, cudaDataType* valueType) {
  return tell_sparse(FENCEPOST_SPARSE_CALL, spMatDescr, rows, cols, nnz, cooRowInd, cooColInd, cooValues, idxType,
                     idxType, idxBase, valueType);
}
cusparseStatus_t cusparseCreateConstCoo(cusparseConstSpMatDescr_t* spMatDescr, int64_t rows, int64_t cols, int64_t nnz,
                                        const void* cooRowInd, const void* cooColInd, const void* cooValues,
                                        cusparseIndexType_t cooIdxType, cusparseIndexBase_t idxBase,
                                        cudaDataType valueType) {
  return create_sparse(FENCEPOST_SPARSE_CALL, spMatDescr, CUSPARSE_FORMAT_COO, {rows, cols, nnz},
                       {cooRowInd, cooColInd, cooValues}, {cooIdxType, cooIdxType}, idxBase, valueType);
}
cusparseStatus_t cusparseConstCooGet(cusparseConstSpMatDescr_t spMatDescr, int64_t* rows, int64_t* cols, int64_t* nnz,
                                     const void** cooRowInd, const void** cooColInd, const void** cooValues,
                                     cusparseIndexType_t* idxType, cusparseIndexBase_t* idxBase,
                                     cudaDataType* valueType) {
  return tell_sparse(FENCEPOST_SPARSE_CALL, spMatDescr, rows, cols, nnz, cooRowInd, cooColInd, cooValues, idxType,
                     idxType, idxBase, valueType);
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
  return create_blocked(FENCEPOST_SPARSE_CALL, spMatDescr, {rows, cols, rows * ellCols}, {ellBlockSize, ellCols},
                        {nullptr, ellColInd, ellValue}, ellIdxType, idxBase, valueType);
}
cusparseStatus_t cusparseBlockedEllGet(cusparseSpMatDescr_t spMatDescr, int64_t* rows, int64_t* cols,
                                       int64_t* ellBlockSize, int64_t* ellCols, void** ellColInd, void** ellValue,
                                       cusparseIndexType_t* ellIdxType, cusparseIndexBase_t* idxBase,
                                       cudaDataType* valueType) {
  return tell_blocked(FENCEPOST_SPARSE_CALL, spMatDescr, rows, cols, ellBlockSize, ellCols, ellColInd, ellValue,
                      ellIdxType, idxBase, valueType);
}
cusparseStatus_t cusparseCreateConstBlockedEll(cusparseConstSpMatDescr_t* spMatDescr, int64_t rows, int64_t cols,
                                               int64_t ellBlockSize, int64_t ellCols, const void* ellColInd,
                                               const void* ellValue, cusparseIndexType_t ellIdxType,
                                               cusparseIndexBase_t idxBase, cudaDataType valueType) {
  return create_blocked(FENCEPOST_SPARSE_CALL, spMatDescr, {rows, cols, rows * ellCols}, {ellBlockSize, ellCols},
                        {nullptr, ellColInd, ellValue}, ellIdxType, idxBase, valueType);
}
cusparseStatus_t cusparseConstBlockedEllGet(cusparseConstSpMatDescr_t spMatDescr, int64_t* rows, int64_t* cols,
                                            int64_t* ellBlockSize, int64_t* ellCols, const void** ellColInd,
                                            const void** ellValue, cusparseIndexType_t* ellIdxType,
                                            cusparseIndexBase_t* idxBase, cudaDataType* valueType) {
  return tell_blocked(FENCEPOST_SPARSE_CALL, spMatDescr, rows, cols, ellBlockSize, ellCols, ellColInd, ellValue,
                      ellIdxType, idxBase, valueType);
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
  const SparseCheck check = check_attribute(call, attribute, data, dataSize);
  if (check.failed()) return check.status();
  return with(call, spMatDescr, [&](cusparseSpMatDescr& of) {
    if (attribute == CUSPARSE_SPMAT_FILL_MODE) of.fill = *static_cast<const cusparseFillMode_t*>(data);
    if (attribute == CUSPARSE_SPMAT_DIAG_TYPE) of.diagonal = *static_cast<const cusparseDiagType_t*>(data);
  });
}
cusparseStatus_t cusparseSpMatGetAttribute(cusparseConstSpMatDescr_t spMatDescr, cusparseSpMatAttribute_t attribute,
                                           void* data, size_t dataSize) {
  const SparseCall call = FENCEPOST_SPARSE_CALL;
  const SparseCheck check = check_attribute(call, attribute, data, dataSize);
  if (check.failed()) return check.status();
  return with(call, spMatDescr, [&](const cusparseSpMatDescr& of) {
    *static_cast<int*>(data) =
        attribute == CUSPARSE_SPMAT_FILL_MODE ? static_cast<int>(of.fill) : static_cast<int>(of.diagonal);
  });
}

}  // extern "C"
