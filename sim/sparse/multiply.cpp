// Products of a sparse and a dense operand, and of dense ones where a sparse matrix has elements.
#include <vector>

#include "sim/interface/user_pc.h"
#include "sim/sparse/entries.h"

namespace fencepost::sim {
namespace {

/// alpha and beta are of the type of computation. How it is computed decides nothing here.
struct Factors {
  AnyScalar alpha, beta;
  Factors(const void* a, const void* b, cudaDataType type, bool on_device)
      : alpha("alpha", a, type, on_device), beta("beta", b, type, on_device) {}
  bool add(OperandList& list) { return alpha.add(list) && beta.add(list); }
};

SparseCheck& check_factors(SparseCheck& check, cusparseHandle_t handle, const void* alpha, const void* beta,
                           cudaDataType compute) {
  if (check.type(compute).failed()) return check;
  return check.scalar("alpha", alpha, element_bytes(compute), is_on_device(handle))
      .scalar("beta", beta, element_bytes(compute), is_on_device(handle));
}

/// beta * old, which is not read if beta is 0.
SparseNumber scaled_old(cudaDataType type, const void* base, std::int64_t index, SparseNumber beta) {
  return beta == 0.0 ? 0.0 : beta * element_at(type, base, index);
}

SparseIndices columns_of(const Entries& entries) {
  SparseIndices columns;
  for (const Entry& entry : entries) columns.push_back(entry.column);
  return columns;
}

struct VectorProduct {
  cusparseOperation_t operation;
  const void* alpha;
  cusparseConstSpMatDescr_t a;
  cusparseConstDnVecDescr_t x;
  const void* beta;
  cusparseDnVecDescr_t y;
  cudaDataType compute;
};

SparseCheck check(const SparseCall& call, cusparseHandle_t handle, const VectorProduct& p) {
  SparseCheck check(call, handle);
  check.operation("opA", p.operation).descriptor("matA", p.a).descriptor("vecX", p.x).descriptor("vecY", p.y);
  if (check.failed()) return check;
  const bool turned = transposes(p.operation);
  check.equal("the size of vecX", p.x->size, "op(A) has columns:", turned ? p.a->rows : p.a->columns);
  check.equal("the size of vecY", p.y->size, "op(A) has rows:", turned ? p.a->columns : p.a->rows);
  check_factors(check, handle, p.alpha, p.beta, p.compute);
  return check;
}

cusparseStatus_t multiply(const SparseCall& call, cusparseHandle_t handle, const VectorProduct& p, void* buffer) {
  if (const SparseCheck checked = check(call, handle, p); checked.failed()) return checked.status();
  return run_with(call, handle, buffer,
                  [=, operation = p.operation, a = *p.a, x = *p.x, y = *p.y,
                   factors = Factors(p.alpha, p.beta, p.compute, is_on_device(handle))](
                      OperandList& list) mutable -> SparseCompute {
                    if (!factors.add(list)) return nullptr;
                    Entries entries;
                    const SparseNumber alpha = factors.alpha.value, beta = factors.beta.value;
                    if (alpha != 0.0) {
                      std::optional<Entries> found = entries_of(call, list, a);
                      if (!found || !list.add(values_operand("values", Access::kRead, a, *found))) return nullptr;
                      entries = std::move(*found);
                    }
                    if (transposes(operation)) transpose(entries);
                    if (!list.add(elements_operand("vecX", Access::kRead, x, columns_of(entries))) ||
                        !list.add(dense_operand("vecY", beta == 0.0 ? Access::kWrite : Access::kUpdate, y))) {
                      return nullptr;
                    }
                    return [=] {
                      std::vector<SparseNumber> sums(static_cast<std::size_t>(y.size));
                      for (const Entry& entry : entries) {
                        sums[static_cast<std::size_t>(entry.row)] +=
                            conjugated(element_at(a.type, a.values, entry.position), operation) *
                            element_at(x.type, x.values, entry.column);
                      }
                      for (std::int64_t i = 0; i < y.size; ++i) {
                        set_element(y.type, y.values, i,
                                    alpha * sums[static_cast<std::size_t>(i)] + scaled_old(y.type, y.values, i, beta));
                      }
                    };
                  });
}

/// C = op(A) op(B), dense and sparse matrices alike.
template <class Product>
SparseCheck check_product(const SparseCall& call, cusparseHandle_t handle, const Product& p) {
  SparseCheck check(call, handle);
  check.operation("opA", p.operation_a).operation("opB", p.operation_b);
  check.descriptor("matA", p.a).descriptor("matB", p.b).descriptor("matC", p.c);
  if (check.failed()) return check;
  const bool a_turned = transposes(p.operation_a), b_turned = transposes(p.operation_b);
  check.equal("op(A) has columns:", a_turned ? p.a->rows : p.a->columns,
              "op(B) rows:", b_turned ? p.b->columns : p.b->rows);
  check.equal("op(A) has rows:", a_turned ? p.a->columns : p.a->rows, "C:", p.c->rows);
  check.equal("op(B) has columns:", b_turned ? p.b->rows : p.b->columns, "C:", p.c->columns);
  return check;
}

struct MatrixProduct {
  cusparseOperation_t operation_a, operation_b;
  const void* alpha;
  cusparseConstSpMatDescr_t a;
  cusparseConstDnMatDescr_t b;
  const void* beta;
  cusparseDnMatDescr_t c;
  cudaDataType compute;
};

SparseCheck check(const SparseCall& call, cusparseHandle_t handle, const MatrixProduct& p) {
  SparseCheck check = check_product(call, handle, p);
  if (check.failed()) return check;
  check.that(p.b->batch == 1 || p.b->batch == p.c->batch, "the batches of matB and matC differ");
  check_factors(check, handle, p.alpha, p.beta, p.compute);
  return check;
}

/// Element (row, column) of op(B).
SparseNumber element_of(const cusparseDnMatDescr& b, cusparseOperation_t operation, std::int64_t row,
                        std::int64_t column) {
  const std::int64_t index = transposes(operation) ? index_in(b, column, row) : index_in(b, row, column);
  return conjugated(element_at(b.type, b.values, index), operation);
}

cusparseStatus_t multiply(const SparseCall& call, cusparseHandle_t handle, const MatrixProduct& p, void* buffer) {
  if (const SparseCheck checked = check(call, handle, p); checked.failed()) return checked.status();
  return run_with(
      call, handle, buffer,
      [=, operation_a = p.operation_a, operation_b = p.operation_b, a = *p.a, b = *p.b, c = *p.c,
       factors =
           Factors(p.alpha, p.beta, p.compute, is_on_device(handle))](OperandList& list) mutable -> SparseCompute {
        if (!factors.add(list)) return nullptr;
        Entries entries;
        const SparseNumber alpha = factors.alpha.value, beta = factors.beta.value;
        if (alpha != 0.0) {
          std::optional<Entries> found = entries_of(call, list, a);
          if (!found || !list.add(values_operand("values", Access::kRead, a, *found))) return nullptr;
          entries = std::move(*found);
        }
        if (transposes(operation_a)) transpose(entries);
        for (std::int64_t i = 0; i < c.batch; ++i) {
          if ((i == 0 || b.batch != 1) && !list.add(lines_operand("matB", Access::kRead, matrix_of_batch(b, i),
                                                                  !transposes(operation_b), columns_of(entries)))) {
            return nullptr;
          }
          if (!list.add(dense_operand("matC", beta == 0.0 ? Access::kWrite : Access::kUpdate, matrix_of_batch(c, i)))) {
            return nullptr;
          }
        }
        return [=] {
          for (std::int64_t i = 0; i < c.batch; ++i) {
            const cusparseDnMatDescr right = b.batch == 1 ? b : matrix_of_batch(b, i);
            const cusparseDnMatDescr result = matrix_of_batch(c, i);
            std::vector<SparseNumber> sums(static_cast<std::size_t>(c.rows * c.columns));
            for (const Entry& entry : entries) {
              const SparseNumber value = conjugated(element_at(a.type, a.values, entry.position), operation_a);
              for (std::int64_t j = 0; j < c.columns; ++j) {
                sums[static_cast<std::size_t>(j * c.rows + entry.row)] +=
                    value * element_of(right, operation_b, entry.column, j);
              }
            }
            for (std::int64_t j = 0; j < c.columns; ++j) {
              for (std::int64_t row = 0; row < c.rows; ++row) {
                const std::int64_t at = index_in(c, row, j);
                set_element(c.type, result.values, at,
                            alpha * sums[static_cast<std::size_t>(j * c.rows + row)] +
                                scaled_old(c.type, result.values, at, beta));
              }
            }
          }
        };
      });
}

struct SampledProduct {
  cusparseOperation_t operation_a, operation_b;
  const void* alpha;
  cusparseConstDnMatDescr_t a, b;
  const void* beta;
  cusparseSpMatDescr_t c;
  cudaDataType compute;
};

SparseCheck check(const SparseCall& call, cusparseHandle_t handle, const SampledProduct& p) {
  SparseCheck check = check_product(call, handle, p);
  if (check.failed()) return check;
  check_factors(check, handle, p.alpha, p.beta, p.compute);
  return check;
}

cusparseStatus_t multiply(const SparseCall& call, cusparseHandle_t handle, const SampledProduct& p, void* buffer) {
  if (const SparseCheck checked = check(call, handle, p); checked.failed()) return checked.status();
  return run_with(
      call, handle, buffer,
      [=, operation_a = p.operation_a, operation_b = p.operation_b, a = *p.a, b = *p.b, c = *p.c,
       factors =
           Factors(p.alpha, p.beta, p.compute, is_on_device(handle))](OperandList& list) mutable -> SparseCompute {
        if (!factors.add(list)) return nullptr;
        const SparseNumber alpha = factors.alpha.value, beta = factors.beta.value;
        std::optional<Entries> entries = entries_of(call, list, c);
        if (!entries) return nullptr;
        SparseIndices rows;
        for (const Entry& entry : *entries) rows.push_back(entry.row);
        if (!list.add(lines_operand("matA", Access::kRead, a, !transposes(operation_a), rows)) ||
            !list.add(lines_operand("matB", Access::kRead, b, transposes(operation_b), columns_of(*entries))) ||
            !list.add(values_operand("values of matC", beta == 0.0 ? Access::kWrite : Access::kUpdate, c, *entries))) {
          return nullptr;
        }
        return [=, entries = std::move(*entries)] {
          const std::int64_t inner = transposes(operation_a) ? a.rows : a.columns;
          for (const Entry& entry : entries) {
            SparseNumber sum;
            for (std::int64_t k = 0; k < inner; ++k) {
              sum += element_of(a, operation_a, entry.row, k) * element_of(b, operation_b, k, entry.column);
            }
            set_element(c.type, c.values, entry.position,
                        alpha * sum + scaled_old(c.type, c.values, entry.position, beta));
          }
        };
      });
}

template <class Product>
cusparseStatus_t tell_buffer(const SparseCall& call, cusparseHandle_t handle, const Product& product,
                             std::size_t* bytes) {
  SparseCheck checked = check(call, handle, product);
  if (checked.pointer("bufferSize", bytes).failed()) return checked.status();
  *bytes = kSparseBufferBytes;
  return CUSPARSE_STATUS_SUCCESS;
}

template <class Product>
cusparseStatus_t preprocess(const SparseCall& call, cusparseHandle_t handle, const Product& product) {
  return check(call, handle, product).status();
}

}  // namespace
}  // namespace fencepost::sim

using namespace fencepost::sim;

#define FENCEPOST_SPMV                                                                                       \
  cusparseHandle_t handle, cusparseOperation_t opA, const void *alpha, cusparseConstSpMatDescr_t matA,       \
      cusparseConstDnVecDescr_t vecX, const void *beta, cusparseDnVecDescr_t vecY, cudaDataType computeType, \
      cusparseSpMVAlg_t
#define FENCEPOST_SPMV_PASSED \
  FENCEPOST_SPARSE_CALL, handle, VectorProduct { opA, alpha, matA, vecX, beta, vecY, computeType }
#define FENCEPOST_SPMM                                                                                             \
  cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB, const void *alpha,                    \
      cusparseConstSpMatDescr_t matA, cusparseConstDnMatDescr_t matB, const void *beta, cusparseDnMatDescr_t matC, \
      cudaDataType computeType, cusparseSpMMAlg_t
#define FENCEPOST_SPMM_PASSED \
  FENCEPOST_SPARSE_CALL, handle, MatrixProduct { opA, opB, alpha, matA, matB, beta, matC, computeType }
#define FENCEPOST_SDDMM                                                                                            \
  cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB, const void *alpha,                    \
      cusparseConstDnMatDescr_t matA, cusparseConstDnMatDescr_t matB, const void *beta, cusparseSpMatDescr_t matC, \
      cudaDataType computeType, cusparseSDDMMAlg_t
#define FENCEPOST_SDDMM_PASSED \
  FENCEPOST_SPARSE_CALL, handle, SampledProduct { opA, opB, alpha, matA, matB, beta, matC, computeType }

extern "C" {

cusparseStatus_t cusparseSpMV_bufferSize(FENCEPOST_SPMV, size_t* bufferSize) {
  return tell_buffer(FENCEPOST_SPMV_PASSED, bufferSize);
}
cusparseStatus_t cusparseSpMV_preprocess(FENCEPOST_SPMV, void*) { return preprocess(FENCEPOST_SPMV_PASSED); }
cusparseStatus_t cusparseSpMV(FENCEPOST_SPMV, void* externalBuffer) {
  return multiply(FENCEPOST_SPMV_PASSED, externalBuffer);
}
cusparseStatus_t cusparseSpMM_bufferSize(FENCEPOST_SPMM, size_t* bufferSize) {
  return tell_buffer(FENCEPOST_SPMM_PASSED, bufferSize);
}
cusparseStatus_t cusparseSpMM_preprocess(FENCEPOST_SPMM, void*) { return preprocess(FENCEPOST_SPMM_PASSED); }
cusparseStatus_t cusparseSpMM(FENCEPOST_SPMM, void* externalBuffer) {
  return multiply(FENCEPOST_SPMM_PASSED, externalBuffer);
}
cusparseStatus_t cusparseSDDMM_bufferSize(FENCEPOST_SDDMM, size_t* bufferSize) {
  return tell_buffer(FENCEPOST_SDDMM_PASSED, bufferSize);
}
cusparseStatus_t cusparseSDDMM_preprocess(FENCEPOST_SDDMM, void*) { return preprocess(FENCEPOST_SDDMM_PASSED); }
cusparseStatus_t cusparseSDDMM(FENCEPOST_SDDMM, void* externalBuffer) {
  return multiply(FENCEPOST_SDDMM_PASSED, externalBuffer);
}

}  // extern "C"
