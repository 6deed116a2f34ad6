// What sparse matrices and vectors hold: where their elements are, and what they are. All is computed in double, or
// complex numbers of doubles, and rounded once. Thread safety: full.
#pragma once

#include <complex>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/library/operand.h"
#include "sim/sparse/call.h"

namespace fencepost::sim {

using SparseNumber = std::complex<double>;
using SparseIndices = std::vector<std::int64_t>;

/// An element of a matrix, counted from 0, and the index of its value.
struct Entry {
  std::int64_t row, column, position;
};
using Entries = std::vector<Entry>;

/// Element `index` of an array; and back, rounded.
SparseNumber element_at(cudaDataType, const void* base, std::int64_t index);
void set_element(cudaDataType, void* base, std::int64_t index, SparseNumber value);

/// Adds the array of indices to the operands, and reads it, counted from 0. Nothing, and told, if it is not memory, or
/// an index is not one of `limit`.
std::optional<SparseIndices> indices_of(const SparseCall&, OperandList&, const char* role, const void* base,
                                        cusparseIndexType_t, cusparseIndexBase_t, std::int64_t count,
                                        std::int64_t limit);
/// The same of offsets of `lines` rows or columns into `nonzeros` elements: one more than lines, none less than the one
/// before.
std::optional<SparseIndices> offsets_of(const SparseCall&, OperandList&, const char* role, const void* base,
                                        cusparseIndexType_t, cusparseIndexBase_t, std::int64_t lines,
                                        std::int64_t nonzeros);
/// The rows, or columns, of elements with such offsets.
SparseIndices lines_of(const SparseIndices& offsets);

/// Adds the arrays of indices of a matrix to the operands, and reads them.
std::optional<Entries> entries_of(const SparseCall&, OperandList&, const cusparseSpMatDescr& matrix);

/// Transposes the matrix, not its values.
void transpose(Entries& entries);

/// Writes indices counted from 0.
void write_indices(cusparseIndexType_t, cusparseIndexBase_t, const SparseIndices& from, void* to);
std::size_t index_bytes(cusparseIndexType_t);

/// The values of a matrix's elements, those that entries name.
Operand values_operand(const char* role, Access, const cusparseSpMatDescr& matrix, const Entries& entries);

/// The elements of vectors and dense matrices, all or some.
Operand elements_operand(const char* role, Access, const cusparseDnVecDescr& vector, SparseIndices indices);
Operand dense_operand(const char* role, Access, const cusparseDnVecDescr& vector);
Operand dense_operand(const char* role, Access, const cusparseDnMatDescr& matrix);
/// Whole rows, or columns, of a dense matrix.
Operand lines_operand(const char* role, Access, const cusparseDnMatDescr& matrix, bool rows, SparseIndices lines);
/// Where element (row, column) is.
inline std::int64_t index_in(const cusparseDnMatDescr& matrix, std::int64_t row, std::int64_t column) {
  return matrix.order == CUSPARSE_ORDER_COL ? column * matrix.ld + row : row * matrix.ld + column;
}
/// A matrix of the batch.
cusparseDnMatDescr matrix_of_batch(const cusparseDnMatDescr& matrix, std::int64_t number);

inline SparseNumber conjugated(SparseNumber value, cusparseOperation_t operation) {
  return operation == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? std::conj(value) : value;
}

}  // namespace fencepost::sim
