// Orders of the rows and columns of a matrix of the host's, and what is asked of it before.
#include <algorithm>

#include "sim/factors/call.h"
#include "sim/factors/orders.h"
#include "sim/interface/user_pc.h"

namespace fencepost::sim {
namespace {

/// Writes what `order` makes of the pattern.
template <class Order>
cusolverStatus_t put_order(const SolverCall& call, cusolverSpHandle_t handle, const RowMatrix<double>& p, int* result,
                           Order order) {
  FactorCheck checked = check(call, handle, p);
  if (p.rows != 0) checked.pointer("p", result);
  if (checked.failed()) return checked.status();
  need_cxsparse(call);
  return perform(call, handle, false, true, nullptr, [=](Places& places) -> SolverCompute {
    const std::optional<RowPattern> pattern = places.pattern(p);
    if (!pattern || !places.add("p", Access::kWrite, result, p.rows)) return nullptr;
    return [=, pattern = *pattern] {
      const std::vector<int> values = order(pattern);
      std::copy(values.begin(), values.end(), result);
    };
  });
}

template <class T>
cusolverStatus_t fill_diagonal(const SolverCall& call, cusolverSpHandle_t handle, const RowMatrix<T>& p, int* order,
                               int* matched) {
  FactorCheck checked(call, handle);
  if (checked.scalar("numnz", matched, sizeof *matched, false).failed()) return checked.status();
  return put_order(call, handle, {p.rows, p.columns, p.nonzeros, p.descriptor, nullptr, p.offsets, p.indices}, order,
                   [matched](const RowPattern& pattern) { return full_diagonal(pattern, *matched); });
}

/// Whether its elements are where those of its transpose are.
cusolverStatus_t ask_symmetry(const SolverCall& call, cusolverSpHandle_t handle, const RowMatrix<double>& p,
                              const int* ends, int* result) {
  FactorCheck checked = check(call, handle, p);
  checked.pointer("csrEndPtrA", ends).scalar("issym", result, sizeof *result, false);
  checked.provided(ends == p.offsets + 1, "with csrEndPtrA that is not csrRowPtrA + 1");
  if (checked.failed()) return checked.status();
  return perform(call, handle, false, true, nullptr, [=](Places& places) -> SolverCompute {
    const std::optional<RowPattern> pattern = places.pattern(p);
    if (!pattern) return nullptr;
    return [=, pattern = *pattern] {
      std::vector<std::pair<int, int>> there, transposed;
      for (int row = 0; row < p.rows; ++row) {
        for (int at = pattern.offsets[static_cast<std::size_t>(row)];
             at < pattern.offsets[static_cast<std::size_t>(row) + 1]; ++at) {
          there.emplace_back(row, pattern.indices[static_cast<std::size_t>(at)]);
          transposed.emplace_back(there.back().second, row);
        }
      }
      std::sort(there.begin(), there.end());
      std::sort(transposed.begin(), transposed.end());
      *result = there == transposed ? 1 : 0;
    };
  });
}

struct Permutation {
  int *offsets, *indices;
  const int *rows, *columns;
  int* map;
};

/// Row i of the result is row rows[i], column j is column columns[j]; each row sorted. `map` goes along.
cusolverStatus_t permute(const SolverCall& call, cusolverSpHandle_t handle, const RowMatrix<double>& p,
                         const Permutation& by, void* buffer) {
  FactorCheck checked = check(call, handle, p);
  checked.pointer("p", by.rows).pointer("q", by.columns).pointer("pBuffer", buffer);
  if (p.nonzeros != 0) checked.pointer("map", by.map);
  if (checked.failed()) return checked.status();
  return perform(call, handle, false, true, buffer, [=](Places& places) -> SolverCompute {
    const std::optional<RowPattern> pattern = places.pattern(p);
    if (!pattern || !places.add("p", Access::kRead, by.rows, p.rows) ||
        !places.add("q", Access::kRead, by.columns, p.columns) ||
        !places.add("map", Access::kUpdate, by.map, pattern->offsets.back())) {
      return nullptr;
    }
    const auto column_places = places_in_order(call, "q", by.columns, p.columns);
    if (!column_places || !places_in_order(call, "p", by.rows, p.rows)) return nullptr;
    return [=, pattern = *pattern, column_places = *column_places] {
      const std::vector<int> map(by.map, by.map + pattern.indices.size());
      const int base = p.descriptor->base;
      int put = 0;
      for (int row = 0; row < p.rows; ++row) {
        const auto from = static_cast<std::size_t>(by.rows[row]);
        std::vector<std::pair<int, int>> line;
        for (int at = pattern.offsets[from]; at < pattern.offsets[from + 1]; ++at) {
          const auto element = static_cast<std::size_t>(at);
          line.emplace_back(column_places[static_cast<std::size_t>(pattern.indices[element])], map[element]);
        }
        std::sort(line.begin(), line.end());
        by.offsets[row] = put + base;
        for (const auto& [column, element] : line) {
          by.indices[put] = column + base;
          by.map[put++] = element;
        }
      }
      by.offsets[p.rows] = put + base;
    };
  });
}

}  // namespace
}  // namespace fencepost::sim

using namespace fencepost::sim;

#define FENCEPOST_ORDER_ARGUMENTS                                                                     \
  cusolverSpHandle_t handle, int n, int nnzA, const cusparseMatDescr_t descrA, const int *csrRowPtrA, \
      const int *csrColIndA
#define FENCEPOST_ORDER_MATRIX \
  { n, n, nnzA, descrA, nullptr, csrRowPtrA, csrColIndA }
#define FENCEPOST_FULL_DIAGONAL(X, T)                                                                                  \
  cusolverStatus_t cusolverSp##X##csrzfdHost(cusolverSpHandle_t handle, int n, int nnz,                                \
                                             const cusparseMatDescr_t descrA, const T* csrValA, const int* csrRowPtrA, \
                                             const int* csrColIndA, int* P, int* numnz) {                              \
    return fill_diagonal<Number<T>>(FENCEPOST_SOLVER_CALL, handle,                                                     \
                                    {n, n, nnz, descrA, as(csrValA), csrRowPtrA, csrColIndA}, P, numnz);               \
  }

extern "C" {

cusolverStatus_t cusolverSpXcsrissymHost(cusolverSpHandle_t handle, int m, int nnzA, const cusparseMatDescr_t descrA,
                                         const int* csrRowPtrA, const int* csrEndPtrA, const int* csrColIndA,
                                         int* issym) {
  return ask_symmetry(FENCEPOST_SOLVER_CALL, handle, {m, m, nnzA, descrA, nullptr, csrRowPtrA, csrColIndA}, csrEndPtrA,
                      issym);
}
cusolverStatus_t cusolverSpXcsrsymrcmHost(FENCEPOST_ORDER_ARGUMENTS, int* p) {
  return put_order(FENCEPOST_SOLVER_CALL, handle, FENCEPOST_ORDER_MATRIX, p, reverse_cuthill_mckee);
}
cusolverStatus_t cusolverSpXcsrsymmdqHost(FENCEPOST_ORDER_ARGUMENTS, int* p) {
  return put_order(FENCEPOST_SOLVER_CALL, handle, FENCEPOST_ORDER_MATRIX, p, minimum_degree);
}
cusolverStatus_t cusolverSpXcsrsymamdHost(FENCEPOST_ORDER_ARGUMENTS, int* p) {
  return put_order(FENCEPOST_SOLVER_CALL, handle, FENCEPOST_ORDER_MATRIX, p, minimum_degree);
}
cusolverStatus_t cusolverSpXcsrmetisndHost(FENCEPOST_ORDER_ARGUMENTS, const int64_t* options, int* p) {
  const SolverCall call = FENCEPOST_SOLVER_CALL;
  if (options != nullptr) return call.unsupported("with options of METIS");
  return put_order(call, handle, FENCEPOST_ORDER_MATRIX, p,
                   [call](const RowPattern& pattern) { return nested_dissection(call, pattern); });
}
cusolverStatus_t cusolverSpXcsrperm_bufferSizeHost(cusolverSpHandle_t handle, int m, int n, int nnzA,
                                                   const cusparseMatDescr_t descrA, const int* csrRowPtrA,
                                                   const int* csrColIndA, const int* p, const int* q,
                                                   size_t* bufferSizeInBytes) {
  FactorCheck checked =
      check<double>(FENCEPOST_SOLVER_CALL, handle, {m, n, nnzA, descrA, nullptr, csrRowPtrA, csrColIndA});
  checked.pointer("p", p).pointer("q", q).pointer("bufferSizeInBytes", bufferSizeInBytes);
  if (checked.failed()) return checked.status();
  *bufferSizeInBytes = kFactorBufferBytes;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverSpXcsrpermHost(cusolverSpHandle_t handle, int m, int n, int nnzA,
                                        const cusparseMatDescr_t descrA, int* csrRowPtrA, int* csrColIndA, const int* p,
                                        const int* q, int* map, void* pBuffer) {
  return permute(FENCEPOST_SOLVER_CALL, handle, {m, n, nnzA, descrA, nullptr, csrRowPtrA, csrColIndA},
                 {csrRowPtrA, csrColIndA, p, q, map}, pBuffer);
}
FENCEPOST_FULL_DIAGONAL(S, float)
FENCEPOST_FULL_DIAGONAL(D, double)
FENCEPOST_FULL_DIAGONAL(C, cuComplex)
FENCEPOST_FULL_DIAGONAL(Z, cuDoubleComplex)

}  // extern "C"
