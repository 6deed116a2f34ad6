// Systems of equations whose matrix is triangular, and sparse. What lies in its other triangle is not looked at.
#include <vector>

#include "sim/interface/user_pc.h"
#include "sim/sparse/entries.h"

// What is found out before is nothing: these only tell whether it was asked for.
struct cusparseSpSVDescr {
  bool is_analysed = false;
};
struct cusparseSpSMDescr {
  bool is_analysed = false;
};

namespace fencepost::sim {
namespace {

SparseCheck& check_matrix(SparseCheck& check, cusparseHandle_t handle, cusparseConstSpMatDescr_t a,
                          cusparseOperation_t operation, const void* alpha, cudaDataType compute) {
  check.operation("opA", operation).descriptor("matA", a).type(compute);
  if (check.failed()) return check;
  check.equal("A has rows:", a->rows, "columns:", a->columns);
  check.provided(
      a->format == CUSPARSE_FORMAT_CSR || a->format == CUSPARSE_FORMAT_COO || a->format == CUSPARSE_FORMAT_CSC,
      "with blocks");
  return check.scalar("alpha", alpha, element_bytes(compute), is_on_device(handle));
}

/// The triangle of op(A) with a row for each unknown, in the order in which they are found.
struct Triangle {
  bool is_lower = true, has_unit_diagonal = false;
  std::vector<Entries> rows;
};

std::optional<Triangle> triangle_of(const SparseCall& call, OperandList& list, const cusparseSpMatDescr& a,
                                    cusparseOperation_t operation) {
  std::optional<Entries> all = entries_of(call, list, a);
  if (!all) return std::nullopt;
  Triangle triangle{.is_lower = (a.fill == CUSPARSE_FILL_MODE_LOWER) != transposes(operation),
                    .has_unit_diagonal = a.diagonal == CUSPARSE_DIAG_TYPE_UNIT,
                    .rows = std::vector<Entries>(static_cast<std::size_t>(a.rows))};
  Entries used;
  if (transposes(operation)) transpose(*all);
  for (const Entry& entry : *all) {
    const bool diagonal = entry.row == entry.column;
    if (diagonal ? triangle.has_unit_diagonal : (entry.row > entry.column) != triangle.is_lower) continue;
    used.push_back(entry);
    triangle.rows[static_cast<std::size_t>(entry.row)].push_back(entry);
  }
  if (!list.add(values_operand("values", Access::kRead, a, used))) return std::nullopt;
  return triangle;
}

/// right becomes the solution.
void solve(const Triangle& triangle, const cusparseSpMatDescr& a, cusparseOperation_t operation,
           std::vector<SparseNumber>& right) {
  const std::size_t size = right.size();
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t row = triangle.is_lower ? i : size - 1 - i;
    SparseNumber sum = right[row], diagonal = triangle.has_unit_diagonal ? 1 : 0;
    for (const Entry& entry : triangle.rows[row]) {
      const SparseNumber value = conjugated(element_at(a.type, a.values, entry.position), operation);
      if (static_cast<std::size_t>(entry.column) == row) {
        diagonal += value;
      } else {
        sum -= value * right[static_cast<std::size_t>(entry.column)];
      }
    }
    // Real numbers by a real one: a division by 0 is infinite, not undefined.
    right[row] = diagonal.imag() == 0
                     ? SparseNumber(sum.real() / diagonal.real(), sum.imag() == 0 ? 0 : sum.imag() / diagonal.real())
                     : sum / diagonal;
  }
}

SparseCheck check_vectors(const SparseCall& call, cusparseHandle_t handle, cusparseOperation_t operation,
                          const void* alpha, cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x,
                          cusparseConstDnVecDescr_t y, cudaDataType compute, const cusparseSpSVDescr* descriptor) {
  SparseCheck check(call, handle);
  check_matrix(check, handle, a, operation, alpha, compute);
  check.descriptor("vecX", x).descriptor("vecY", y).descriptor("spsvDescr", descriptor);
  if (check.failed()) return check;
  return check.equal("the size of vecX", x->size, "A has rows:", a->rows)
      .equal("the size of vecY", y->size, "A has rows:", a->rows);
}

cusparseStatus_t solve_vector(const SparseCall& call, cusparseHandle_t handle, cusparseOperation_t operation,
                              const void* alpha, cusparseConstSpMatDescr_t matrix, cusparseConstDnVecDescr_t in,
                              cusparseDnVecDescr_t out, cudaDataType compute) {
  return run(call, handle->stream, false,
             [=, a = *matrix, x = *in, y = *out, factor = AnyScalar("alpha", alpha, compute, is_on_device(handle))](
                 OperandList& list) mutable -> SparseCompute {
               if (!factor.add(list)) return nullptr;
               std::optional<Triangle> triangle = triangle_of(call, list, a, operation);
               if (!triangle || !list.add(dense_operand("vecX", Access::kRead, x)) ||
                   !list.add(dense_operand("vecY", Access::kWrite, y))) {
                 return nullptr;
               }
               return [=, triangle = std::move(*triangle), scale = factor.value] {
                 std::vector<SparseNumber> values(static_cast<std::size_t>(x.size));
                 for (std::int64_t i = 0; i < x.size; ++i) {
                   values[static_cast<std::size_t>(i)] = scale * element_at(x.type, x.values, i);
                 }
                 solve(triangle, a, operation, values);
                 for (std::int64_t i = 0; i < y.size; ++i) {
                   set_element(y.type, y.values, i, values[static_cast<std::size_t>(i)]);
                 }
               };
             });
}

SparseCheck check_matrices(const SparseCall& call, cusparseHandle_t handle, cusparseOperation_t operation,
                           cusparseOperation_t operation_b, const void* alpha, cusparseConstSpMatDescr_t a,
                           cusparseConstDnMatDescr_t b, cusparseConstDnMatDescr_t c, cudaDataType compute,
                           const cusparseSpSMDescr* descriptor) {
  SparseCheck check(call, handle);
  check_matrix(check, handle, a, operation, alpha, compute);
  check.operation("opB", operation_b).descriptor("matB", b).descriptor("matC", c).descriptor("spsmDescr", descriptor);
  if (check.failed()) return check;
  check.equal("op(B) has rows:", transposes(operation_b) ? b->columns : b->rows, "A:", a->rows);
  check.equal("op(B) has columns:", transposes(operation_b) ? b->rows : b->columns, "C:", c->columns);
  return check.equal("C has rows:", c->rows, "A:", a->rows);
}

cusparseStatus_t solve_matrix(const SparseCall& call, cusparseHandle_t handle, cusparseOperation_t operation,
                              cusparseOperation_t operation_b, const void* alpha, cusparseConstSpMatDescr_t matrix,
                              cusparseConstDnMatDescr_t in, cusparseDnMatDescr_t out, cudaDataType compute) {
  return run(call, handle->stream, false,
             [=, a = *matrix, b = *in, c = *out, factor = AnyScalar("alpha", alpha, compute, is_on_device(handle))](
                 OperandList& list) mutable -> SparseCompute {
               if (!factor.add(list)) return nullptr;
               std::optional<Triangle> triangle = triangle_of(call, list, a, operation);
               if (!triangle || !list.add(dense_operand("matB", Access::kRead, b)) ||
                   !list.add(dense_operand("matC", Access::kWrite, c))) {
                 return nullptr;
               }
               return [=, triangle = std::move(*triangle), scale = factor.value] {
                 std::vector<std::vector<SparseNumber>> columns(static_cast<std::size_t>(c.columns));
                 for (std::size_t j = 0; j < columns.size(); ++j) {
                   const auto column = static_cast<std::int64_t>(j);
                   for (std::int64_t row = 0; row < c.rows; ++row) {
                     const std::int64_t at =
                         transposes(operation_b) ? index_in(b, column, row) : index_in(b, row, column);
                     columns[j].push_back(scale * conjugated(element_at(b.type, b.values, at), operation_b));
                   }
                   solve(triangle, a, operation, columns[j]);
                 }
                 for (std::size_t j = 0; j < columns.size(); ++j) {
                   for (std::int64_t row = 0; row < c.rows; ++row) {
                     set_element(c.type, c.values, index_in(c, row, static_cast<std::int64_t>(j)),
                                 columns[j][static_cast<std::size_t>(row)]);
                   }
                 }
               };
             });
}

cusparseStatus_t tell_buffer(SparseCheck check, std::size_t* bytes) {
  if (check.pointer("bufferSize", bytes).failed()) return check.status();
  *bytes = kSparseBufferBytes;
  return CUSPARSE_STATUS_SUCCESS;
}

template <class D>
cusparseStatus_t note_analysis(const SparseCheck& check, D* descriptor) {
  if (!check.failed()) descriptor->is_analysed = true;
  return check.status();
}

template <class D>
SparseCheck after_analysis(SparseCheck check, const D* descriptor) {
  if (!check.failed()) check.that(descriptor->is_analysed, "the analysis was not made before");
  return check;
}

template <class D>
cusparseStatus_t create(const SparseCall& call, D** place) {
  if (place == nullptr) return call.invalid("the place for the descriptor is null");
  *place = Live<D>::add(new D);
  return CUSPARSE_STATUS_SUCCESS;
}

template <class D>
cusparseStatus_t destroy(const SparseCall& call, D* descriptor) {
  if (Live<D>::remove(descriptor)) return CUSPARSE_STATUS_SUCCESS;
  return SparseCheck(call).descriptor("its argument", descriptor).status();
}

}  // namespace
}  // namespace fencepost::sim

using namespace fencepost::sim;

#define FENCEPOST_SPSV                                                                                        \
  cusparseHandle_t handle, cusparseOperation_t opA, const void *alpha, cusparseConstSpMatDescr_t matA,        \
      cusparseConstDnVecDescr_t vecX, cusparseDnVecDescr_t vecY, cudaDataType computeType, cusparseSpSVAlg_t, \
      cusparseSpSVDescr_t spsvDescr
#define FENCEPOST_SPSV_CHECK(call) check_vectors(call, handle, opA, alpha, matA, vecX, vecY, computeType, spsvDescr)
#define FENCEPOST_SPSM                                                                           \
  cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB, const void *alpha,  \
      cusparseConstSpMatDescr_t matA, cusparseConstDnMatDescr_t matB, cusparseDnMatDescr_t matC, \
      cudaDataType computeType, cusparseSpSMAlg_t, cusparseSpSMDescr_t spsmDescr
#define FENCEPOST_SPSM_CHECK(call) \
  check_matrices(call, handle, opA, opB, alpha, matA, matB, matC, computeType, spsmDescr)

extern "C" {

cusparseStatus_t cusparseSpSV_createDescr(cusparseSpSVDescr_t* descr) { return create(FENCEPOST_SPARSE_CALL, descr); }
cusparseStatus_t cusparseSpSV_destroyDescr(cusparseSpSVDescr_t descr) { return destroy(FENCEPOST_SPARSE_CALL, descr); }
cusparseStatus_t cusparseSpSV_bufferSize(FENCEPOST_SPSV, size_t* bufferSize) {
  const SparseCall call = FENCEPOST_SPARSE_CALL;
  return tell_buffer(FENCEPOST_SPSV_CHECK(call), bufferSize);
}
cusparseStatus_t cusparseSpSV_analysis(FENCEPOST_SPSV, void*) {
  const SparseCall call = FENCEPOST_SPARSE_CALL;
  return note_analysis(FENCEPOST_SPSV_CHECK(call), spsvDescr);
}
cusparseStatus_t cusparseSpSV_solve(FENCEPOST_SPSV) {
  const SparseCall call = FENCEPOST_SPARSE_CALL;
  if (const SparseCheck checked = after_analysis(FENCEPOST_SPSV_CHECK(call), spsvDescr); checked.failed()) {
    return checked.status();
  }
  return solve_vector(call, handle, opA, alpha, matA, vecX, vecY, computeType);
}
cusparseStatus_t cusparseSpSM_createDescr(cusparseSpSMDescr_t* descr) { return create(FENCEPOST_SPARSE_CALL, descr); }
cusparseStatus_t cusparseSpSM_destroyDescr(cusparseSpSMDescr_t descr) { return destroy(FENCEPOST_SPARSE_CALL, descr); }
cusparseStatus_t cusparseSpSM_bufferSize(FENCEPOST_SPSM, size_t* bufferSize) {
  const SparseCall call = FENCEPOST_SPARSE_CALL;
  return tell_buffer(FENCEPOST_SPSM_CHECK(call), bufferSize);
}
cusparseStatus_t cusparseSpSM_analysis(FENCEPOST_SPSM, void*) {
  const SparseCall call = FENCEPOST_SPARSE_CALL;
  return note_analysis(FENCEPOST_SPSM_CHECK(call), spsmDescr);
}
cusparseStatus_t cusparseSpSM_solve(FENCEPOST_SPSM) {
  const SparseCall call = FENCEPOST_SPARSE_CALL;
  if (const SparseCheck checked = after_analysis(FENCEPOST_SPSM_CHECK(call), spsmDescr); checked.failed()) {
    return checked.status();
  }
  return solve_matrix(call, handle, opA, opB, alpha, matA, matB, matC, computeType);
}

}  // extern "C"
