// Products of sparse matrices. What C holds is found by cusparseSpGEMM_compute, kept by the descriptor, and written by
// cusparseSpGEMM_copy, when the program has memory for it.
#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "sim/interface/user_pc.h"
#include "sim/sparse/entries.h"

struct cusparseSpGEMMDescr {
  std::map<std::pair<std::int64_t, std::int64_t>, fencepost::sim::SparseNumber> result;  ///< By row and column.
  std::int64_t products = 0;                                                             ///< Multiplications.
  bool is_computed = false;
};

namespace fencepost::sim {
namespace {

struct SparseProduct {
  cusparseOperation_t operation_a, operation_b;
  const void* alpha;
  cusparseConstSpMatDescr_t a, b;
  const void* beta;
  cusparseSpMatDescr_t c;
  cudaDataType compute;
  cusparseSpGEMMDescr_t descriptor;
};

SparseCheck check(const SparseCall& call, cusparseHandle_t handle, const SparseProduct& p) {
  SparseCheck check(call, handle);
  check.operation("opA", p.operation_a).operation("opB", p.operation_b).type(p.compute);
  check.descriptor("matA", p.a).descriptor("matB", p.b).descriptor("matC", p.c).descriptor("spgemmDescr", p.descriptor);
  if (check.failed()) return check;
  check.provided(!transposes(p.operation_a) && !transposes(p.operation_b), "with an operand that is transposed");
  for (const cusparseSpMatDescr* matrix : {p.a, p.b, static_cast<cusparseConstSpMatDescr_t>(p.c)}) {
    check.provided(matrix->format == CUSPARSE_FORMAT_CSR, "of matrices that are not CSR");
  }
  check.equal("A has columns:", p.a->columns, "B rows:", p.b->rows);
  check.equal("A has rows:", p.a->rows, "C:", p.c->rows).equal("B has columns:", p.b->columns, "C:", p.c->columns);
  const std::size_t bytes = element_bytes(p.compute);
  return check.scalar("alpha", p.alpha, bytes, is_on_device(handle))
      .scalar("beta", p.beta, bytes, is_on_device(handle));
}

cusparseStatus_t compute(const SparseCall& call, cusparseHandle_t handle, const SparseProduct& p, std::size_t* bytes,
                         void* buffer) {
  SparseCheck checked = check(call, handle, p);
  if (checked.pointer("bufferSize2", bytes).failed()) return checked.status();
  if (buffer == nullptr) {
    *bytes = kSparseBufferBytes;
    return CUSPARSE_STATUS_SUCCESS;
  }
  const bool on_device = is_on_device(handle);
  return run_with(
      call, handle, buffer,
      [=, a = *p.a, b = *p.b, c = p.c, into = p.descriptor, alpha = AnyScalar("alpha", p.alpha, p.compute, on_device),
       beta = AnyScalar("beta", p.beta, p.compute, on_device)](OperandList& list) mutable -> SparseCompute {
        if (!alpha.add(list) || !beta.add(list)) return nullptr;
        if (beta.value != 0.0) {
          (void)call.unsupported("with beta that is not 0");
          return nullptr;
        }
        std::optional<Entries> left = entries_of(call, list, a);
        if (!left || !list.add(values_operand("values of matA", Access::kRead, a, *left))) return nullptr;
        std::optional<Entries> right = entries_of(call, list, b);
        if (!right || !list.add(values_operand("values of matB", Access::kRead, b, *right))) return nullptr;
        return [=, left = std::move(*left), right = std::move(*right), factor = alpha.value] {
          std::vector<std::vector<Entry>> rows(static_cast<std::size_t>(b.rows));
          for (const Entry& entry : right) rows[static_cast<std::size_t>(entry.row)].push_back(entry);
          into->result.clear();
          into->products = 0;
          for (const Entry& entry : left) {
            const SparseNumber value = factor * element_at(a.type, a.values, entry.position);
            for (const Entry& other : rows[static_cast<std::size_t>(entry.column)]) {
              into->result[{entry.row, other.column}] += value * element_at(b.type, b.values, other.position);
              ++into->products;
            }
          }
          into->is_computed = true;
          c->nonzeros = static_cast<std::int64_t>(into->result.size());
        };
      },
      true);
}

cusparseStatus_t copy(const SparseCall& call, cusparseHandle_t handle, const SparseProduct& p) {
  SparseCheck checked = check(call, handle, p);
  if (checked.failed()) return checked.status();
  checked.that(p.descriptor->is_computed, "cusparseSpGEMM_compute was not called before, with a buffer");
  checked.pointer("the row offsets of matC", p.c->offsets);
  if (p.c->nonzeros != 0) {
    checked.pointer("the column indices of matC", p.c->indices).pointer("the values of matC", p.c->values);
  }
  if (checked.failed()) return checked.status();
  return run(
      call, handle->stream, false, [c = *p.c, result = p.descriptor->result](OperandList& list) -> SparseCompute {
        const auto count = static_cast<std::int64_t>(result.size());
        if (!list.add(
                vector_operand("row offsets", Access::kWrite, c.offsets, index_bytes(c.offset_type), c.rows + 1, 1)) ||
            !list.add(
                vector_operand("column indices", Access::kWrite, c.indices, index_bytes(c.index_type), count, 1)) ||
            !list.add(vector_operand("values", Access::kWrite, c.values, element_bytes(c.type), count, 1))) {
          return nullptr;
        }
        return [=] {
          SparseIndices offsets(static_cast<std::size_t>(c.rows) + 1), columns;
          std::int64_t at = 0;
          for (const auto& element : result) {
            set_element(c.type, c.values, at, element.second);
            columns.push_back(element.first.second);
            offsets[static_cast<std::size_t>(element.first.first) + 1] = ++at;
          }
          // Of rows without elements.
          for (std::size_t i = 1; i < offsets.size(); ++i) offsets[i] = std::max(offsets[i], offsets[i - 1]);
          write_indices(c.offset_type, c.base, offsets, c.offsets);
          write_indices(c.index_type, c.base, columns, c.indices);
        };
      });
}

}  // namespace
}  // namespace fencepost::sim

using namespace fencepost::sim;

#define FENCEPOST_SPGEMM                                                                                           \
  cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB, const void *alpha,                    \
      cusparseConstSpMatDescr_t matA, cusparseConstSpMatDescr_t matB, const void *beta, cusparseSpMatDescr_t matC, \
      cudaDataType computeType, cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t spgemmDescr
#define FENCEPOST_SPGEMM_PASSED \
  FENCEPOST_SPARSE_CALL, handle, SparseProduct { opA, opB, alpha, matA, matB, beta, matC, computeType, spgemmDescr }

extern "C" {

cusparseStatus_t cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t* descr) {
  if (descr == nullptr) return FENCEPOST_SPARSE_CALL.invalid("the place for the descriptor is null");
  *descr = Live<cusparseSpGEMMDescr>::add(new cusparseSpGEMMDescr);
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t descr) {
  if (Live<cusparseSpGEMMDescr>::remove(descr)) return CUSPARSE_STATUS_SUCCESS;
  return SparseCheck(FENCEPOST_SPARSE_CALL).descriptor("its argument", descr).status();
}
cusparseStatus_t cusparseSpGEMM_workEstimation(FENCEPOST_SPGEMM, size_t* bufferSize1, void*) {
  const SparseCall call = FENCEPOST_SPARSE_CALL;
  SparseCheck checked =
      check(call, handle, SparseProduct{opA, opB, alpha, matA, matB, beta, matC, computeType, spgemmDescr});
  if (checked.pointer("bufferSize1", bufferSize1).failed()) return checked.status();
  *bufferSize1 = kSparseBufferBytes;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpGEMM_getNumProducts(cusparseSpGEMMDescr_t spgemmDescr, int64_t* num_prods) {
  const SparseCall call = FENCEPOST_SPARSE_CALL;
  SparseCheck check(call);
  if (check.descriptor("spgemmDescr", spgemmDescr).pointer("num_prods", num_prods).failed()) return check.status();
  *num_prods = spgemmDescr->products;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpGEMM_compute(FENCEPOST_SPGEMM, size_t* bufferSize2, void* externalBuffer2) {
  return compute(FENCEPOST_SPGEMM_PASSED, bufferSize2, externalBuffer2);
}
cusparseStatus_t cusparseSpGEMM_copy(FENCEPOST_SPGEMM) { return copy(FENCEPOST_SPGEMM_PASSED); }

}  // extern "C"
