// A call of cuSOLVER's for sparse matrices: its handle, what it keeps between calls, and its memory, which is the
// device's or, of functions whose name ends in Host, the host's.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/factors/factors.h"
#include "sim/include/cusolverSp_LOWLEVEL_PREVIEW.h"
#include "sim/sparse/call.h"
#include "sim/sparse/entries.h"

struct cusolverSpContext {
  fencepost::sim::HandleStream stream;
};

namespace fencepost::sim {

/// The type that is computed with.
template <class T>
using Wide = std::conditional_t<kIsReal<T>, double, std::complex<double>>;

/// Where a factorisation is kept. Of one type of numbers there are factors, once they are made.
struct FactorState {
  std::optional<RowPattern> pattern;         ///< Of the analysis.
  std::vector<std::complex<double>> values;  ///< Of csrqrSetup.
  std::shared_ptr<const Factors<double>> real;
  std::shared_ptr<const Factors<std::complex<double>>> complex;

  template <class T>
  auto& of() {
    if constexpr (kIsReal<T>) {
      return real;
    } else {
      return complex;
    }
  }
};
/// What the program knows by a handle of its own type. Later calls use it after it was destroyed, if they are in a
/// graph.
struct FactorInfo {
  std::shared_ptr<FactorState> state = std::make_shared<FactorState>();
};

class FactorCheck : public Arguments<FactorCheck, cusolverStatus_t> {
 public:
  FactorCheck(const SolverCall& call, cusolverSpHandle_t handle) : Arguments(call) {
    if (!Live<cusolverSpContext>::contains(handle)) fail(call.no_handle(handle));
  }
  FactorCheck& descriptor(const char* name, const cusparseMatDescr* value) {
    pointer(name, value);
    that(failed() || Live<cusparseMatDescr>::contains(value),
         std::string(name) + " is a descriptor that was never created, or was destroyed");
    if (!failed() && value->type != CUSPARSE_MATRIX_TYPE_GENERAL) {
      fail(call().invalid("the matrix is not CUSPARSE_MATRIX_TYPE_GENERAL", CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED));
    }
    return *this;
  }
  template <class Info>
  FactorCheck& info(const Info* value) {
    pointer("info", value);
    return that(failed() || Live<Info>::contains(value), "info was never created, or was destroyed");
  }
};

/// A matrix by rows, as the program gives it.
template <class T>
struct RowMatrix {
  int rows, columns, nonzeros;
  cusparseMatDescr_t descriptor;
  const T* values;
  const int *offsets, *indices;
};

template <class T>
FactorCheck check(const SolverCall& call, cusolverSpHandle_t handle, const RowMatrix<T>& p) {
  FactorCheck check(call, handle);
  check.size("m", p.rows).size("n", p.columns).size("nnz", p.nonzeros).descriptor("descrA", p.descriptor);
  check.pointer("csrRowPtrA", p.offsets);
  if (p.nonzeros != 0) check.pointer("csrColIndA", p.indices);
  return check;
}

/// The memory of a call.
class Places {
 public:
  /// No list: the host's.
  Places(const SolverCall& call, OperandList* list) : call_(call), list_(list) {}

  /// False, and told, if it is not memory of that kind.
  template <class T>
  bool add(const char* name, Access access, const T* place, std::int64_t count) {
    if (list_ != nullptr) return list_->add(vector_operand(name, access, place, count, 1));
    return is_hosts(name, place, static_cast<std::size_t>(count) * sizeof(T));
  }
  /// Reads where the elements are; nothing, and told, if that is nonsense.
  std::optional<RowPattern> pattern(int rows, int columns, int nonzeros, const cusparseMatDescr&, const int* offsets,
                                    const int* indices);
  template <class T>
  std::optional<RowPattern> pattern(const RowMatrix<T>& p) {
    return pattern(p.rows, p.columns, p.nonzeros, *p.descriptor, p.offsets, p.indices);
  }
  [[nodiscard]] const SolverCall& call() const { return call_; }

 private:
  bool is_hosts(const char* name, const void* place, std::size_t bytes) const;

  const SolverCall& call_;
  OperandList* list_;
};

/// Where each number below `count` is in `order`; nothing, and told, if one is not, or is there twice.
std::optional<std::vector<int>> places_in_order(const SolverCall&, const char* name, const int* order, int count);

using FactorPlan = std::function<SolverCompute(Places&)>;

/// The least that a program can ask for: what is worked in is not the program's memory.
constexpr std::size_t kFactorBufferBytes = 16;

/// Does the plan at once with the host's memory, or as an operation of the handle's stream with the device's, with a
/// buffer that counts as written.
cusolverStatus_t perform(const SolverCall& call, cusolverSpHandle_t handle, bool on_device, bool waits, void* buffer,
                         const FactorPlan& plan);

/// The values as they are computed with.
template <class T>
std::vector<Wide<T>> widened(const T* values, std::size_t count) {
  return std::vector<Wide<T>>(values, values + count);
}
template <class T>
void narrow(const std::vector<Wide<T>>& from, T* to) {
  for (std::size_t i = 0; i < from.size(); ++i) to[i] = static_cast<T>(from[i]);
}

/// Solves a system of numbers of the program's type.
template <class T>
void solve(const Factors<Wide<T>>& factors, const T* b, T* x) {
  const std::vector<Wide<T>> right = widened(b, static_cast<std::size_t>(factors.rows()));
  std::vector<Wide<T>> solution(static_cast<std::size_t>(factors.columns()));
  factors.solve(right.data(), solution.data());
  narrow(solution, x);
}

}  // namespace fencepost::sim

/// Each an info of its own, that its functions alone take.
struct csrqrInfo : fencepost::sim::FactorInfo {};
struct csrcholInfo : fencepost::sim::FactorInfo {};
struct csrluInfoHost : fencepost::sim::FactorInfo {};
struct csrqrInfoHost : fencepost::sim::FactorInfo {};
struct csrcholInfoHost : fencepost::sim::FactorInfo {};
