// Conversions between dense and sparse matrices, and between formats; sorting.
#include <algorithm>
#include <numeric>
#include <vector>

#include "sim/interface/user_pc.h"
#include "sim/sparse/entries.h"

namespace fencepost::sim {
namespace {

SparseCheck check(const SparseCall& call, cusparseHandle_t handle, cusparseConstSpMatDescr_t sparse,
                  cusparseConstDnMatDescr_t dense) {
  SparseCheck check(call, handle);
  check.descriptor("the sparse matrix", sparse).descriptor("the dense matrix", dense);
  if (check.failed()) return check;
  check.equal("one matrix has rows:", sparse->rows, "the other:", dense->rows);
  check.equal("one matrix has columns:", sparse->columns, "the other:", dense->columns);
  return check;
}

/// The elements of each row, or column, of a dense matrix that are not 0, and of all; that is the host's or the
/// device's.
cusparseStatus_t count(const SparseCall& call, cusparseHandle_t handle, cusparseDirection_t direction, int m, int n,
                       cusparseMatDescr_t descriptor, const void* values, cudaDataType type, int ld, int* each,
                       int* total) {
  SparseCheck checked(call, handle);
  checked.size("m", m).size("n", n).leading("lda", ld, m, "m").descriptor("descrA", descriptor);
  const bool by_rows = direction == CUSPARSE_DIRECTION_ROW;
  checked.that(by_rows || direction == CUSPARSE_DIRECTION_COLUMN, "dirA is no direction");
  if (m != 0 && n != 0) checked.pointer("A", values).pointer("nnzPerRowColumn", each);
  if (checked.failed()) return checked.status();
  const bool on_device = is_on_device(handle);
  if (checked.scalar("nnzTotalDevHostPtr", total, sizeof *total, on_device).failed()) return checked.status();
  const cusparseDnMatDescr matrix{.rows = m, .columns = n, .ld = ld, .values = const_cast<void*>(values), .type = type};
  const std::int64_t lines = by_rows ? m : n;
  return run_with(
      call, handle, nullptr,
      [=](OperandList& list) -> SparseCompute {
        if (!list.add(dense_operand("A", Access::kRead, matrix)) ||
            !list.add(vector_operand("nnzPerRowColumn", Access::kWrite, each, lines, 1)) ||
            (on_device && !list.add(vector_operand("nnzTotalDevHostPtr", Access::kWrite, total, 1, 1)))) {
          return nullptr;
        }
        return [=] {
          std::fill_n(each, lines, 0);
          for (std::int64_t column = 0; column < n; ++column) {
            for (std::int64_t row = 0; row < m; ++row) {
              const bool counts = element_at(type, matrix.values, index_in(matrix, row, column)) != SparseNumber();
              each[by_rows ? row : column] += counts ? 1 : 0;
            }
          }
          *total = std::accumulate(each, each + lines, 0);
        };
      },
      !on_device);
}

cusparseStatus_t tell_buffer(SparseCheck check, std::size_t* bytes) {
  if (check.pointer("the place for the size of the buffer", bytes).failed()) return check.status();
  *bytes = kSparseBufferBytes;
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t to_dense(const SparseCall& call, cusparseHandle_t handle, cusparseConstSpMatDescr_t from,
                          cusparseDnMatDescr_t to, void* buffer) {
  if (const SparseCheck checked = check(call, handle, from, to); checked.failed()) return checked.status();
  return run_with(call, handle, buffer, [call, a = *from, b = *to](OperandList& list) -> SparseCompute {
    std::optional<Entries> entries = entries_of(call, list, a);
    if (!entries || !list.add(values_operand("values", Access::kRead, a, *entries)) ||
        !list.add(dense_operand("matB", Access::kWrite, b))) {
      return nullptr;
    }
    return [=, entries = std::move(*entries)] {
      for (std::int64_t row = 0; row < b.rows; ++row) {
        for (std::int64_t column = 0; column < b.columns; ++column) {
          set_element(b.type, b.values, index_in(b, row, column), 0);
        }
      }
      for (const Entry& entry : entries) {
        set_element(b.type, b.values, index_in(b, entry.row, entry.column),
                    element_at(a.type, a.values, entry.position));
      }
    };
  });
}

/// The places of a dense matrix that are not 0, in the order of the sparse format.
Entries places_in(const cusparseDnMatDescr& dense, bool by_columns) {
  Entries entries;
  const std::int64_t lines = by_columns ? dense.columns : dense.rows, across = by_columns ? dense.rows : dense.columns;
  for (std::int64_t line = 0; line < lines; ++line) {
    for (std::int64_t i = 0; i < across; ++i) {
      const std::int64_t row = by_columns ? i : line, column = by_columns ? line : i;
      const std::int64_t index = index_in(dense, row, column);
      if (element_at(dense.type, dense.values, index) != 0.0) entries.push_back({row, column, index});
    }
  }
  return entries;
}

/// How many elements lines 0, …, n - 1 have before them, and in all.
SparseIndices offsets_to(const SparseIndices& lines, std::int64_t count) {
  SparseIndices offsets(static_cast<std::size_t>(count) + 1);
  for (const std::int64_t line : lines) ++offsets[static_cast<std::size_t>(line) + 1];
  std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
  return offsets;
}

/// Of blocks the program has said which are there: their elements are copied, and others are not looked at.
cusparseStatus_t to_blocks(const SparseCall& call, cusparseHandle_t handle, cusparseConstDnMatDescr_t from,
                           cusparseSpMatDescr_t to, void* buffer) {
  return run_with(call, handle, buffer, [call, a = *from, b = *to](OperandList& list) -> SparseCompute {
    std::optional<Entries> entries = entries_of(call, list, b);
    if (!entries) return nullptr;
    SparseIndices places;
    for (const Entry& entry : *entries) places.push_back(index_in(a, entry.row, entry.column));
    std::sort(places.begin(), places.end());
    if (!list.add(picked_operand("matA", Access::kRead, a.values, element_bytes(a.type), places)) ||
        !list.add(values_operand("values", Access::kWrite, b, *entries))) {
      return nullptr;
    }
    return [=, entries = std::move(*entries)] {
      for (const Entry& entry : entries) {
        set_element(b.type, b.values, entry.position,
                    element_at(a.type, a.values, index_in(a, entry.row, entry.column)));
      }
    };
  });
}

/// Counts, and knows then how large the sparse matrix will be.
cusparseStatus_t count(const SparseCall& call, cusparseHandle_t handle, cusparseConstDnMatDescr_t from,
                       cusparseSpMatDescr_t to, void* buffer) {
  if (const SparseCheck checked = check(call, handle, to, from); checked.failed()) return checked.status();
  if (to->format == CUSPARSE_FORMAT_BLOCKED_ELL) return CUSPARSE_STATUS_SUCCESS;
  return run_with(
      call, handle, buffer,
      [a = *from, to](OperandList& list) -> SparseCompute {
        if (!list.add(dense_operand("matA", Access::kRead, a))) return nullptr;
        return [=] { to->nonzeros = static_cast<std::int64_t>(places_in(a, false).size()); };
      },
      true);
}

cusparseStatus_t to_sparse(const SparseCall& call, cusparseHandle_t handle, cusparseConstDnMatDescr_t from,
                           cusparseSpMatDescr_t to, void* buffer) {
  SparseCheck checked = check(call, handle, to, from);
  if (checked.failed()) return checked.status();
  if (to->nonzeros != 0)
    checked.pointer("the array of indices", to->indices).pointer("the array of values", to->values);
  if (to->format == CUSPARSE_FORMAT_BLOCKED_ELL) {
    return checked.failed() ? checked.status() : to_blocks(call, handle, from, to, buffer);
  }
  if (checked.pointer("the array of offsets", to->offsets).failed()) return checked.status();
  return run_with(call, handle, buffer, [call, a = *from, b = *to](OperandList& list) -> SparseCompute {
    if (!list.add(dense_operand("matA", Access::kRead, a))) return nullptr;
    const bool by_columns = b.format == CUSPARSE_FORMAT_CSC, is_list = b.format == CUSPARSE_FORMAT_COO;
    const Entries places = places_in(a, by_columns);
    const auto found = static_cast<std::int64_t>(places.size());
    if (found != b.nonzeros) {
      list.tell_reads();
      call.invalid("matA has " + std::to_string(found) + " elements that are not 0, and matB was made for " +
                   std::to_string(b.nonzeros) + ": cusparseDenseToSparse_analysis counts them");
      return nullptr;
    }
    const std::int64_t lines = by_columns ? b.columns : b.rows;
    if (!list.add(vector_operand("offsets", Access::kWrite, b.offsets, index_bytes(b.offset_type),
                                 is_list ? found : lines + 1, 1)) ||
        !list.add(vector_operand("indices", Access::kWrite, b.indices, index_bytes(b.index_type), found, 1)) ||
        !list.add(vector_operand("values", Access::kWrite, b.values, element_bytes(b.type), found, 1))) {
      return nullptr;
    }
    return [=] {
      SparseIndices first, second;
      for (const Entry& entry : places) {
        first.push_back(by_columns ? entry.column : entry.row);
        second.push_back(by_columns ? entry.row : entry.column);
      }
      write_indices(b.offset_type, b.base, is_list ? first : offsets_to(first, lines), b.offsets);
      write_indices(b.index_type, b.base, second, b.indices);
      for (std::size_t i = 0; i < places.size(); ++i) {
        set_element(b.type, b.values, static_cast<std::int64_t>(i), element_at(a.type, a.values, places[i].position));
      }
    };
  });
}

struct Compressed {
  std::int64_t lines, across, nonzeros;
  const void* values;
  const int *offsets, *indices;
};

cusparseStatus_t to_columns(const SparseCall& call, cusparseHandle_t handle, const Compressed& from, void* values,
                            int* offsets, int* indices, cudaDataType type, cusparseAction_t action,
                            cusparseIndexBase_t base, void* buffer) {
  SparseCheck check(call, handle);
  check.size("m", from.lines).size("n", from.across).size("nnz", from.nonzeros).base(base);
  const bool copies = action == CUSPARSE_ACTION_NUMERIC;
  if (copies) check.type(type);
  check.pointer("csrRowPtr", from.offsets).pointer("cscColPtr", offsets);
  if (check.failed()) return check.status();
  return run_with(call, handle, buffer, [=](OperandList& list) -> SparseCompute {
    const auto rows =
        offsets_of(call, list, "csrRowPtr", from.offsets, CUSPARSE_INDEX_32I, base, from.lines, from.nonzeros);
    if (!rows) return nullptr;
    const auto columns =
        indices_of(call, list, "csrColInd", from.indices, CUSPARSE_INDEX_32I, base, rows->back(), from.across);
    if (!columns) return nullptr;
    const std::int64_t found = rows->back();
    if ((copies && !list.add(vector_operand("csrVal", Access::kRead, from.values, element_bytes(type), found, 1))) ||
        (copies && !list.add(vector_operand("cscVal", Access::kWrite, values, element_bytes(type), found, 1))) ||
        !list.add(vector_operand("cscColPtr", Access::kWrite, offsets, from.across + 1, 1)) ||
        !list.add(vector_operand("cscRowInd", Access::kWrite, indices, found, 1))) {
      return nullptr;
    }
    return [=, rows = *rows, columns = *columns] {
      const SparseIndices lines = lines_of(rows);
      SparseIndices order(columns.size());
      std::iota(order.begin(), order.end(), 0);
      std::stable_sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
        return columns[static_cast<std::size_t>(a)] < columns[static_cast<std::size_t>(b)];
      });
      for (std::size_t i = 0; i < order.size(); ++i) {
        const std::int64_t at = order[i];
        indices[i] = static_cast<int>(lines[static_cast<std::size_t>(at)]) + base;
        if (copies) set_element(type, values, static_cast<std::int64_t>(i), element_at(type, from.values, at));
      }
      write_indices(CUSPARSE_INDEX_32I, base, offsets_to(columns, from.across), offsets);
    };
  });
}

/// Sorts rows and columns by the first, then the second; in a compressed format the first are offsets, and stay.
struct Sorting {
  std::int64_t lines, across, nonzeros;
  const int* offsets;  ///< Null: `first` has an index for each.
  int *first, *second, *permutation;
  cusparseIndexBase_t base;
};

cusparseStatus_t sort(const SparseCall& call, cusparseHandle_t handle, const Sorting& what, void* buffer) {
  SparseCheck check(call, handle);
  check.size("m", what.lines).size("n", what.across).size("nnz", what.nonzeros);
  if (what.nonzeros != 0) check.pointer("an array of indices", what.second);
  if (check.failed()) return check.status();
  return run_with(call, handle, buffer, [=](OperandList& list) -> SparseCompute {
    std::optional<SparseIndices> first;
    if (what.offsets != nullptr) {
      first = offsets_of(call, list, "offsets", what.offsets, CUSPARSE_INDEX_32I, what.base, what.lines, what.nonzeros);
      if (first) first = lines_of(*first);
    } else {
      first =
          indices_of(call, list, "first indices", what.first, CUSPARSE_INDEX_32I, what.base, what.nonzeros, what.lines);
    }
    if (!first) return nullptr;
    const auto count = static_cast<std::int64_t>(first->size());
    const auto second =
        indices_of(call, list, "second indices", what.second, CUSPARSE_INDEX_32I, what.base, count, what.across);
    if (!second) return nullptr;
    const bool permutes = what.permutation != nullptr;
    if ((what.offsets == nullptr && !list.add(vector_operand("first indices", Access::kWrite, what.first, count, 1))) ||
        !list.add(vector_operand("second indices", Access::kWrite, what.second, count, 1)) ||
        (permutes && !list.add(vector_operand("P", Access::kUpdate, what.permutation, count, 1)))) {
      return nullptr;
    }
    return [=, first = *first, second = *second] {
      std::vector<std::size_t> order(first.size());
      std::iota(order.begin(), order.end(), std::size_t{0});
      std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return first[a] != first[b] ? first[a] < first[b] : second[a] < second[b];
      });
      const std::vector<int> old =
          permutes ? std::vector<int>(what.permutation, what.permutation + count) : std::vector<int>{};
      for (std::size_t i = 0; i < order.size(); ++i) {
        if (what.offsets == nullptr) what.first[i] = static_cast<int>(first[order[i]]) + what.base;
        what.second[i] = static_cast<int>(second[order[i]]) + what.base;
        if (permutes) what.permutation[i] = old[order[i]];
      }
    };
  });
}

/// The same of a compressed format, whose offsets are called `offsets`; `what` leaves the base to `matrix`.
cusparseStatus_t sort_compressed(const SparseCall& call, cusparseHandle_t handle, const cusparseMatDescr_t matrix,
                                 const char* offsets, Sorting what, void* buffer) {
  SparseCheck check(call, handle);
  if (check.descriptor("descrA", matrix).pointer(offsets, what.offsets).failed()) return check.status();
  what.base = matrix->base;
  return sort(call, handle, what, buffer);
}

cusparseStatus_t size_for_sorting(const SparseCall& call, cusparseHandle_t handle, int m, int n, int nonzeros,
                                  std::size_t* bytes) {
  SparseCheck check(call, handle);
  return tell_buffer(check.size("m", m).size("n", n).size("nnz", nonzeros), bytes);
}

}  // namespace
}  // namespace fencepost::sim

using namespace fencepost::sim;

extern "C" {

cusparseStatus_t cusparseSparseToDense_bufferSize(cusparseHandle_t handle, cusparseConstSpMatDescr_t matA,
                                                  cusparseDnMatDescr_t matB, cusparseSparseToDenseAlg_t,
                                                  size_t* bufferSize) {
  return tell_buffer(check(FENCEPOST_SPARSE_CALL, handle, matA, matB), bufferSize);
}
cusparseStatus_t cusparseSparseToDense(cusparseHandle_t handle, cusparseConstSpMatDescr_t matA,
                                       cusparseDnMatDescr_t matB, cusparseSparseToDenseAlg_t, void* externalBuffer) {
  return to_dense(FENCEPOST_SPARSE_CALL, handle, matA, matB, externalBuffer);
}
cusparseStatus_t cusparseDenseToSparse_bufferSize(cusparseHandle_t handle, cusparseConstDnMatDescr_t matA,
                                                  cusparseSpMatDescr_t matB, cusparseDenseToSparseAlg_t,
                                                  size_t* bufferSize) {
  return tell_buffer(check(FENCEPOST_SPARSE_CALL, handle, matB, matA), bufferSize);
}
cusparseStatus_t cusparseDenseToSparse_analysis(cusparseHandle_t handle, cusparseConstDnMatDescr_t matA,
                                                cusparseSpMatDescr_t matB, cusparseDenseToSparseAlg_t,
                                                void* externalBuffer) {
  return count(FENCEPOST_SPARSE_CALL, handle, matA, matB, externalBuffer);
}
cusparseStatus_t cusparseDenseToSparse_convert(cusparseHandle_t handle, cusparseConstDnMatDescr_t matA,
                                               cusparseSpMatDescr_t matB, cusparseDenseToSparseAlg_t,
                                               void* externalBuffer) {
  return to_sparse(FENCEPOST_SPARSE_CALL, handle, matA, matB, externalBuffer);
}

cusparseStatus_t cusparseCsr2cscEx2_bufferSize(cusparseHandle_t handle, int m, int n, int nnz, const void*, const int*,
                                               const int*, void*, int*, int*, cudaDataType, cusparseAction_t,
                                               cusparseIndexBase_t, cusparseCsr2CscAlg_t, size_t* bufferSize) {
  return size_for_sorting(FENCEPOST_SPARSE_CALL, handle, m, n, nnz, bufferSize);
}
cusparseStatus_t cusparseCsr2cscEx2(cusparseHandle_t handle, int m, int n, int nnz, const void* csrVal,
                                    const int* csrRowPtr, const int* csrColInd, void* cscVal, int* cscColPtr,
                                    int* cscRowInd, cudaDataType valType, cusparseAction_t copyValues,
                                    cusparseIndexBase_t idxBase, cusparseCsr2CscAlg_t, void* buffer) {
  return to_columns(FENCEPOST_SPARSE_CALL, handle, {m, n, nnz, csrVal, csrRowPtr, csrColInd}, cscVal, cscColPtr,
                    cscRowInd, valType, copyValues, idxBase, buffer);
}
cusparseStatus_t cusparseXcoo2csr(cusparseHandle_t handle, const int* cooRowInd, int nnz, int m, int* csrSortedRowPtr,
                                  cusparseIndexBase_t idxBase) {
  const SparseCall call = FENCEPOST_SPARSE_CALL;
  SparseCheck check(call, handle);
  check.size("nnz", nnz).size("m", m).base(idxBase).pointer("csrSortedRowPtr", csrSortedRowPtr);
  if (nnz != 0) check.pointer("cooRowInd", cooRowInd);
  if (check.failed()) return check.status();
  return run_with(call, handle, nullptr, [=](OperandList& list) -> SparseCompute {
    const auto rows = indices_of(call, list, "cooRowInd", cooRowInd, CUSPARSE_INDEX_32I, idxBase, nnz, m);
    if (!rows || !list.add(vector_operand("csrSortedRowPtr", Access::kWrite, csrSortedRowPtr, m + 1, 1)))
      return nullptr;
    return [=, rows = *rows] { write_indices(CUSPARSE_INDEX_32I, idxBase, offsets_to(rows, m), csrSortedRowPtr); };
  });
}
cusparseStatus_t cusparseXcsr2coo(cusparseHandle_t handle, const int* csrSortedRowPtr, int nnz, int m, int* cooRowInd,
                                  cusparseIndexBase_t idxBase) {
  const SparseCall call = FENCEPOST_SPARSE_CALL;
  SparseCheck check(call, handle);
  check.size("nnz", nnz).size("m", m).base(idxBase).pointer("csrSortedRowPtr", csrSortedRowPtr);
  if (nnz != 0) check.pointer("cooRowInd", cooRowInd);
  if (check.failed()) return check.status();
  return run_with(call, handle, nullptr, [=](OperandList& list) -> SparseCompute {
    const auto offsets =
        offsets_of(call, list, "csrSortedRowPtr", csrSortedRowPtr, CUSPARSE_INDEX_32I, idxBase, m, nnz);
    if (!offsets || !list.add(vector_operand("cooRowInd", Access::kWrite, cooRowInd, offsets->back(), 1)))
      return nullptr;
    return [=, rows = lines_of(*offsets)] { write_indices(CUSPARSE_INDEX_32I, idxBase, rows, cooRowInd); };
  });
}
cusparseStatus_t cusparseCreateIdentityPermutation(cusparseHandle_t handle, int n, int* p) {
  const SparseCall call = FENCEPOST_SPARSE_CALL;
  SparseCheck check(call, handle);
  if (n != 0) check.size("n", n).pointer("p", p);
  if (check.failed()) return check.status();
  return run_with(call, handle, nullptr, [=](OperandList& list) -> SparseCompute {
    if (!list.add(vector_operand("p", Access::kWrite, p, n, 1))) return nullptr;
    return [=] { std::iota(p, p + n, 0); };
  });
}
cusparseStatus_t cusparseXcoosort_bufferSizeExt(cusparseHandle_t handle, int m, int n, int nnz, const int*, const int*,
                                                size_t* pBufferSizeInBytes) {
  return size_for_sorting(FENCEPOST_SPARSE_CALL, handle, m, n, nnz, pBufferSizeInBytes);
}
/// Indices count from 0 or 1: the least of both arrays is not asked for, so that both are taken.
cusparseStatus_t cusparseXcoosortByRow(cusparseHandle_t handle, int m, int n, int nnz, int* cooRowsA, int* cooColsA,
                                       int* P, void* pBuffer) {
  return sort(FENCEPOST_SPARSE_CALL, handle,
              {std::int64_t{m} + 1, std::int64_t{n} + 1, nnz, nullptr, cooRowsA, cooColsA, P, CUSPARSE_INDEX_BASE_ZERO},
              pBuffer);
}
cusparseStatus_t cusparseXcoosortByColumn(cusparseHandle_t handle, int m, int n, int nnz, int* cooRowsA, int* cooColsA,
                                          int* P, void* pBuffer) {
  return sort(FENCEPOST_SPARSE_CALL, handle,
              {std::int64_t{n} + 1, std::int64_t{m} + 1, nnz, nullptr, cooColsA, cooRowsA, P, CUSPARSE_INDEX_BASE_ZERO},
              pBuffer);
}
cusparseStatus_t cusparseXcsrsort_bufferSizeExt(cusparseHandle_t handle, int m, int n, int nnz, const int*, const int*,
                                                size_t* pBufferSizeInBytes) {
  return size_for_sorting(FENCEPOST_SPARSE_CALL, handle, m, n, nnz, pBufferSizeInBytes);
}
cusparseStatus_t cusparseXcsrsort(cusparseHandle_t handle, int m, int n, int nnz, const cusparseMatDescr_t descrA,
                                  const int* csrRowPtrA, int* csrColIndA, int* P, void* pBuffer) {
  return sort_compressed(FENCEPOST_SPARSE_CALL, handle, descrA, "csrRowPtrA",
                         {m, n, nnz, csrRowPtrA, nullptr, csrColIndA, P, CUSPARSE_INDEX_BASE_ZERO}, pBuffer);
}
cusparseStatus_t cusparseXcscsort_bufferSizeExt(cusparseHandle_t handle, int m, int n, int nnz, const int*, const int*,
                                                size_t* pBufferSizeInBytes) {
  return size_for_sorting(FENCEPOST_SPARSE_CALL, handle, m, n, nnz, pBufferSizeInBytes);
}
cusparseStatus_t cusparseXcscsort(cusparseHandle_t handle, int m, int n, int nnz, const cusparseMatDescr_t descrA,
                                  const int* cscColPtrA, int* cscRowIndA, int* P, void* pBuffer) {
  return sort_compressed(FENCEPOST_SPARSE_CALL, handle, descrA, "cscColPtrA",
                         {n, m, nnz, cscColPtrA, nullptr, cscRowIndA, P, CUSPARSE_INDEX_BASE_ZERO}, pBuffer);
}

#define FENCEPOST_COUNT(X, T, TYPE)                                                                             \
  cusparseStatus_t cusparse##X##nnz(cusparseHandle_t handle, cusparseDirection_t dirA, int m, int n,            \
                                    const cusparseMatDescr_t descrA, const T* A, int lda, int* nnzPerRowColumn, \
                                    int* nnzTotalDevHostPtr) {                                                  \
    return count(FENCEPOST_SPARSE_CALL, handle, dirA, m, n, descrA, A, TYPE, lda, nnzPerRowColumn,              \
                 nnzTotalDevHostPtr);                                                                           \
  }
FENCEPOST_COUNT(S, float, CUDA_R_32F)
FENCEPOST_COUNT(D, double, CUDA_R_64F)
FENCEPOST_COUNT(C, cuComplex, CUDA_C_32F)
FENCEPOST_COUNT(Z, cuDoubleComplex, CUDA_C_64F)

}  // extern "C"
