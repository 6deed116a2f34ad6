// C = alpha * A + beta * B, of matrices in compressed rows: first how many elements C has, then the elements.
#include <algorithm>
#include <vector>

#include "sim/interface/user_pc.h"
#include "sim/sparse/entries.h"

namespace fencepost::sim {
namespace {

struct Rows {
  cusparseMatDescr_t descriptor;
  int nonzeros;
  const void* values;  ///< Null where they are not asked for.
  const int *offsets, *indices;
};

SparseCheck check(const SparseCall& call, cusparseHandle_t handle, int m, int n, const Rows& a, const Rows& b,
                  cusparseMatDescr_t c) {
  SparseCheck check(call, handle);
  check.size("m", m).size("n", n).size("nnzA", a.nonzeros).size("nnzB", b.nonzeros);
  return check.descriptor("descrA", a.descriptor).descriptor("descrB", b.descriptor).descriptor("descrC", c);
}

cusparseSpMatDescr matrix_of(const Rows& rows, int m, int n, cudaDataType type) {
  return {.rows = m,
          .columns = n,
          .nonzeros = rows.nonzeros,
          .offsets = const_cast<int*>(rows.offsets),
          .indices = const_cast<int*>(rows.indices),
          .values = const_cast<void*>(rows.values),
          .base = rows.descriptor->base,
          .type = type};
}

/// The columns of C, row by row, sorted.
std::vector<SparseIndices> columns_of(const Entries& a, const Entries& b, std::int64_t rows) {
  std::vector<SparseIndices> columns(static_cast<std::size_t>(rows));
  for (const Entries* entries : {&a, &b}) {
    for (const Entry& entry : *entries) columns[static_cast<std::size_t>(entry.row)].push_back(entry.column);
  }
  for (SparseIndices& row : columns) {
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
  }
  return columns;
}

SparseIndices offsets_of_rows(const std::vector<SparseIndices>& columns) {
  SparseIndices offsets = {0};
  for (const SparseIndices& row : columns) offsets.push_back(offsets.back() + static_cast<std::int64_t>(row.size()));
  return offsets;
}

cusparseStatus_t count(const SparseCall& call, cusparseHandle_t handle, int m, int n, const Rows& a, const Rows& b,
                       cusparseMatDescr_t c, int* offsets, int* total, void* buffer) {
  SparseCheck checked = check(call, handle, m, n, a, b, c);
  checked.pointer("csrSortedRowPtrC", offsets);
  if (checked.failed()) return checked.status();
  const bool on_device = is_on_device(handle);
  if (checked.scalar("nnzTotalDevHostPtr", total, sizeof(int), on_device).failed()) return checked.status();
  return run_with(
      call, handle, buffer,
      [=, base = c->base, left = matrix_of(a, m, n, CUDA_R_32F),
       right = matrix_of(b, m, n, CUDA_R_32F)](OperandList& list) -> SparseCompute {
        const std::optional<Entries> of_a = entries_of(call, list, left);
        if (!of_a) return nullptr;
        const std::optional<Entries> of_b = entries_of(call, list, right);
        if (!of_b || !list.add(vector_operand("csrSortedRowPtrC", Access::kWrite, offsets, m + 1, 1)) ||
            (on_device && !list.add(vector_operand("nnzTotalDevHostPtr", Access::kWrite, total, 1, 1)))) {
          return nullptr;
        }
        return [=, sums = offsets_of_rows(columns_of(*of_a, *of_b, m))] {
          write_indices(CUSPARSE_INDEX_32I, base, sums, offsets);
          *total = static_cast<int>(sums.back());
        };
      },
      !on_device);
}

struct Result {
  void* values;
  int *offsets, *indices;
};

cusparseStatus_t add(const SparseCall& call, cusparseHandle_t handle, int m, int n, const void* alpha, const Rows& a,
                     const void* beta, const Rows& b, cusparseMatDescr_t c, const Result& to, cudaDataType type,
                     void* buffer) {
  SparseCheck checked = check(call, handle, m, n, a, b, c);
  checked.pointer("csrSortedRowPtrC", to.offsets);
  if (checked.failed()) return checked.status();
  const bool on_device = is_on_device(handle);
  checked.scalar("alpha", alpha, element_bytes(type), on_device).scalar("beta", beta, element_bytes(type), on_device);
  if (checked.failed()) return checked.status();
  return run_with(
      call, handle, buffer,
      [=, base = c->base, left = matrix_of(a, m, n, type), right = matrix_of(b, m, n, type),
       first = AnyScalar("alpha", alpha, type, on_device),
       second = AnyScalar("beta", beta, type, on_device)](OperandList& list) mutable -> SparseCompute {
        if (!first.add(list) || !second.add(list)) return nullptr;
        std::optional<Entries> of_a = entries_of(call, list, left);
        if (!of_a || !list.add(values_operand("csrSortedValA", Access::kRead, left, *of_a))) return nullptr;
        std::optional<Entries> of_b = entries_of(call, list, right);
        if (!of_b || !list.add(values_operand("csrSortedValB", Access::kRead, right, *of_b))) return nullptr;
        const std::vector<SparseIndices> columns = columns_of(*of_a, *of_b, m);
        const SparseIndices offsets = offsets_of_rows(columns);
        if (!list.add(vector_operand("csrSortedRowPtrC", Access::kWrite, to.offsets, m + 1, 1)) ||
            !list.add(vector_operand("csrSortedColIndC", Access::kWrite, to.indices, offsets.back(), 1)) ||
            !list.add(
                vector_operand("csrSortedValC", Access::kWrite, to.values, element_bytes(type), offsets.back(), 1))) {
          return nullptr;
        }
        return [=, of_a = std::move(*of_a), of_b = std::move(*of_b), alpha = first.value, beta = second.value] {
          std::vector<SparseNumber> sums(static_cast<std::size_t>(offsets.back()));
          const auto add_to = [&](const cusparseSpMatDescr& matrix, const Entries& entries, SparseNumber factor) {
            for (const Entry& entry : entries) {
              const SparseIndices& row = columns[static_cast<std::size_t>(entry.row)];
              const auto at = std::lower_bound(row.begin(), row.end(), entry.column) - row.begin();
              sums[static_cast<std::size_t>(offsets[static_cast<std::size_t>(entry.row)] + at)] +=
                  factor * element_at(matrix.type, matrix.values, entry.position);
            }
          };
          add_to(left, of_a, alpha);
          add_to(right, of_b, beta);
          SparseIndices indices;
          for (const SparseIndices& row : columns) indices.insert(indices.end(), row.begin(), row.end());
          write_indices(CUSPARSE_INDEX_32I, base, offsets, to.offsets);
          write_indices(CUSPARSE_INDEX_32I, base, indices, to.indices);
          for (std::size_t i = 0; i < sums.size(); ++i) {
            set_element(type, to.values, static_cast<std::int64_t>(i), sums[i]);
          }
        };
      });
}

}  // namespace
}  // namespace fencepost::sim

using namespace fencepost::sim;

#define FENCEPOST_GEAM(X, T, TYPE)                                                                                   \
  cusparseStatus_t cusparse##X##csrgeam2_bufferSizeExt(                                                              \
      cusparseHandle_t handle, int m, int n, const T*, const cusparseMatDescr_t descrA, int nnzA, const T*,          \
      const int*, const int*, const T*, const cusparseMatDescr_t descrB, int nnzB, const T*, const int*, const int*, \
      const cusparseMatDescr_t descrC, const T*, const int*, const int*, size_t* pBufferSizeInBytes) {               \
    const SparseCall call = FENCEPOST_SPARSE_CALL;                                                                   \
    SparseCheck checked = check(call, handle, m, n, {descrA, nnzA, nullptr, nullptr, nullptr},                       \
                                {descrB, nnzB, nullptr, nullptr, nullptr}, descrC);                                  \
    if (checked.pointer("pBufferSizeInBytes", pBufferSizeInBytes).failed()) return checked.status();                 \
    *pBufferSizeInBytes = kSparseBufferBytes;                                                                        \
    return CUSPARSE_STATUS_SUCCESS;                                                                                  \
  }                                                                                                                  \
  cusparseStatus_t cusparse##X##csrgeam2(                                                                            \
      cusparseHandle_t handle, int m, int n, const T* alpha, const cusparseMatDescr_t descrA, int nnzA,              \
      const T* csrSortedValA, const int* csrSortedRowPtrA, const int* csrSortedColIndA, const T* beta,               \
      const cusparseMatDescr_t descrB, int nnzB, const T* csrSortedValB, const int* csrSortedRowPtrB,                \
      const int* csrSortedColIndB, const cusparseMatDescr_t descrC, T* csrSortedValC, int* csrSortedRowPtrC,         \
      int* csrSortedColIndC, void* pBuffer) {                                                                        \
    return add(FENCEPOST_SPARSE_CALL, handle, m, n, alpha,                                                           \
               {descrA, nnzA, csrSortedValA, csrSortedRowPtrA, csrSortedColIndA}, beta,                              \
               {descrB, nnzB, csrSortedValB, csrSortedRowPtrB, csrSortedColIndB}, descrC,                            \
               {csrSortedValC, csrSortedRowPtrC, csrSortedColIndC}, TYPE, pBuffer);                                  \
  }

extern "C" {

cusparseStatus_t cusparseXcsrgeam2Nnz(cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t descrA, int nnzA,
                                      const int* csrSortedRowPtrA, const int* csrSortedColIndA,
                                      const cusparseMatDescr_t descrB, int nnzB, const int* csrSortedRowPtrB,
                                      const int* csrSortedColIndB, const cusparseMatDescr_t descrC,
                                      int* csrSortedRowPtrC, int* nnzTotalDevHostPtr, void* workspace) {
  return count(FENCEPOST_SPARSE_CALL, handle, m, n, {descrA, nnzA, nullptr, csrSortedRowPtrA, csrSortedColIndA},
               {descrB, nnzB, nullptr, csrSortedRowPtrB, csrSortedColIndB}, descrC, csrSortedRowPtrC,
               nnzTotalDevHostPtr, workspace);
}
FENCEPOST_GEAM(S, float, CUDA_R_32F)
FENCEPOST_GEAM(D, double, CUDA_R_64F)
FENCEPOST_GEAM(C, cuComplex, CUDA_C_32F)
FENCEPOST_GEAM(Z, cuDoubleComplex, CUDA_C_64F)

}  // extern "C"
