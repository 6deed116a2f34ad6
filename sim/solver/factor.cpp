// Cholesky's factors, and those of Gauss' elimination; systems of equations by them.
#include <algorithm>
#include <vector>

#include "sim/interface/user_pc.h"
#include "sim/solver/lapack.h"
#include "sim/solver/without_pivots.h"

namespace fencepost::sim {
namespace {

template <class T>
struct Square {
  cublasFillMode_t uplo;
  std::int64_t n;
  T* a;
  std::int64_t lda;
};

template <class T>
SolverCheck check(const SolverCall& call, cusolverDnHandle_t handle, const Square<T>& p) {
  SolverCheck check(call, handle);
  return check.fill(p.uplo).size("n", p.n).leading("lda", p.lda, p.n, "n");
}

/// potrf and potri, which both put one triangle in the place of another.
template <class T>
cusolverStatus_t on_triangle(const SolverCall& call, cusolverDnHandle_t handle, const Square<T>& p,
                             const SolverWork& work, int* info, bool inverts) {
  SolverCheck checked = check(call, handle, p);
  checked.pointer("devInfo", info);
  if (p.n != 0) {
    checked.pointer("A", p.a).work(work, work_count(p.n) * static_cast<std::int64_t>(sizeof(T)));
  }
  if (checked.failed()) return checked.status();
  need_lapacke(call);
  return run_with(call, handle, work, [=](OperandList& list) -> SolverCompute {
    if (!list.add(triangle_operand("A", Access::kUpdate, p.a, p.n, p.lda, p.uplo)) || !add_info(list, info))
      return nullptr;
    return [=] {
      const auto function = inverts ? lapack<T>().potri : lapack<T>().potrf;
      *info = function(kColumnMajor, letter(p.uplo), static_cast<int>(p.n), p.a, static_cast<int>(p.lda));
    };
  });
}

template <class T>
cusolverStatus_t potrf_batched(const SolverCall& call, cusolverDnHandle_t handle, const Square<T*>& p, int* info,
                               std::int64_t batch) {
  SolverCheck checked = check(call, handle, p);
  checked.size("batchSize", batch);
  if (batch != 0) checked.pointer("Aarray", p.a).pointer("infoArray", info);
  if (checked.failed() || batch == 0) return checked.status();
  need_lapacke(call);
  return run_with(call, handle, {}, [=](OperandList& list) -> SolverCompute {
    if (!list.add(vector_operand("Aarray", Access::kRead, p.a, batch, 1)) || !add_info(list, info, batch))
      return nullptr;
    const std::vector<T*> matrices(p.a, p.a + batch);
    for (T* const matrix : matrices) {
      if (!list.add(triangle_operand("A", Access::kUpdate, matrix, p.n, p.lda, p.uplo))) return nullptr;
    }
    return [=] {
      for (std::int64_t i = 0; i < batch; ++i) {
        info[i] = lapack<T>().potrf(kColumnMajor, letter(p.uplo), static_cast<int>(p.n),
                                    matrices[static_cast<std::size_t>(i)], static_cast<int>(p.lda));
      }
    };
  });
}

template <class T>
struct RightSide {
  std::int64_t columns;
  T* b;
  std::int64_t ldb;
};

template <class T>
cusolverStatus_t potrs(const SolverCall& call, cusolverDnHandle_t handle, const Square<const T>& p,
                       const RightSide<T>& right, int* info) {
  SolverCheck checked = check(call, handle, p);
  checked.size("nrhs", right.columns).leading("ldb", right.ldb, p.n, "n").pointer("devInfo", info);
  if (p.n != 0 && right.columns != 0) checked.pointer("A", p.a).pointer("B", right.b);
  if (checked.failed()) return checked.status();
  need_lapacke(call);
  return run_with(call, handle, {}, [=](OperandList& list) -> SolverCompute {
    if (!list.add(triangle_operand("A", Access::kRead, p.a, p.n, p.lda, p.uplo)) ||
        !list.add(matrix_operand("B", Access::kUpdate, right.b, p.n, right.columns, right.ldb)) ||
        !add_info(list, info)) {
      return nullptr;
    }
    return [=] {
      *info = lapack<T>().potrs(kColumnMajor, letter(p.uplo), static_cast<int>(p.n), static_cast<int>(right.columns),
                                p.a, static_cast<int>(p.lda), right.b, static_cast<int>(right.ldb));
    };
  });
}

/// B is one column of each system, as cuSOLVER has it.
template <class T>
cusolverStatus_t potrs_batched(const SolverCall& call, cusolverDnHandle_t handle, const Square<T*>& p,
                               const RightSide<T*>& right, int* info, std::int64_t batch) {
  SolverCheck checked = check(call, handle, p);
  checked.size("batchSize", batch).leading("ldb", right.ldb, p.n, "n").pointer("d_info", info);
  checked.that(right.columns == 1, "nrhs is " + std::to_string(right.columns) + ", not 1");
  if (batch != 0) checked.pointer("Aarray", p.a).pointer("Barray", right.b);
  if (checked.failed() || batch == 0) return checked.status();
  need_lapacke(call);
  return run_with(call, handle, {}, [=](OperandList& list) -> SolverCompute {
    if (!list.add(vector_operand("Aarray", Access::kRead, p.a, batch, 1)) ||
        !list.add(vector_operand("Barray", Access::kRead, right.b, batch, 1)) || !add_info(list, info)) {
      return nullptr;
    }
    const std::vector<T*> matrices(p.a, p.a + batch), sides(right.b, right.b + batch);
    for (std::size_t i = 0; i < matrices.size(); ++i) {
      if (!list.add(triangle_operand("A", Access::kRead, matrices[i], p.n, p.lda, p.uplo)) ||
          !list.add(matrix_operand("B", Access::kUpdate, sides[i], p.n, 1, right.ldb))) {
        return nullptr;
      }
    }
    return [=] {
      *info = 0;
      for (std::size_t i = 0; i < matrices.size(); ++i) {
        lapack<T>().potrs(kColumnMajor, letter(p.uplo), static_cast<int>(p.n), 1, matrices[i], static_cast<int>(p.lda),
                          sides[i], static_cast<int>(right.ldb));
      }
    };
  });
}

template <class T>
struct Rectangle {
  std::int64_t m, n;
  T* a;
  std::int64_t lda;
};

template <class T>
SolverCheck check(const SolverCall& call, cusolverDnHandle_t handle, const Rectangle<T>& p) {
  SolverCheck check(call, handle);
  return check.size("m", p.m).size("n", p.n).leading("lda", p.lda, p.m, "m");
}

/// Pivots are int, or, of the functions with 64 bits, int64_t.
template <class T, class Pivot>
cusolverStatus_t getrf(const SolverCall& call, cusolverDnHandle_t handle, const Rectangle<T>& p, Pivot* pivots,
                       const SolverWork& work, int* info) {
  SolverCheck checked = check(call, handle, p);
  checked.pointer("devInfo", info);
  if (p.m != 0 && p.n != 0) checked.pointer("A", p.a).pointer("the workspace", work.base);
  if (checked.failed()) return checked.status();
  need_lapacke(call);
  return run_with(call, handle, work, [=](OperandList& list) -> SolverCompute {
    const std::int64_t count = std::min(p.m, p.n);
    if (!list.add(matrix_operand("A", Access::kUpdate, p.a, p.m, p.n, p.lda)) ||
        (pivots != nullptr && !list.add(vector_operand("devIpiv", Access::kWrite, pivots, count, 1))) ||
        !add_info(list, info)) {
      return nullptr;
    }
    return [=] {
      if (pivots == nullptr) {
        *info = factor_without_pivots(p.a, p.m, p.n, p.lda);
        return;
      }
      std::vector<int> rows(static_cast<std::size_t>(count));
      *info = lapack<T>().getrf(kColumnMajor, static_cast<int>(p.m), static_cast<int>(p.n), p.a,
                                static_cast<int>(p.lda), rows.data());
      std::copy(rows.begin(), rows.end(), pivots);
    };
  });
}

template <class T, class Pivot>
cusolverStatus_t getrs(const SolverCall& call, cusolverDnHandle_t handle, cublasOperation_t trans,
                       const Square<const T>& p, const Pivot* pivots, const RightSide<T>& right, int* info) {
  SolverCheck checked = check(call, handle, p);
  checked.operation(trans).size("nrhs", right.columns).leading("ldb", right.ldb, p.n, "n").pointer("devInfo", info);
  if (p.n != 0 && right.columns != 0) checked.pointer("A", p.a).pointer("B", right.b);
  if (checked.failed()) return checked.status();
  need_lapacke(call);
  return run_with(call, handle, {}, [=](OperandList& list) -> SolverCompute {
    if (!list.add(matrix_operand("A", Access::kRead, p.a, p.n, p.n, p.lda)) ||
        (pivots != nullptr && !list.add(vector_operand("devIpiv", Access::kRead, pivots, p.n, 1)))) {
      return nullptr;
    }
    std::vector<int> rows;
    for (std::int64_t i = 0; i < p.n; ++i) {
      // LAPACK would exchange rows that are not there.
      const std::int64_t row = pivots == nullptr ? i + 1 : static_cast<std::int64_t>(pivots[i]);
      rows.push_back(static_cast<int>(row));
      if (row >= 1 && row <= p.n) continue;
      list.tell_reads();
      call.invalid("element " + std::to_string(i) + " of its devIpiv is " + std::to_string(row) +
                   ", not within 1 and " + std::to_string(p.n));
      return nullptr;
    }
    if (!list.add(matrix_operand("B", Access::kUpdate, right.b, p.n, right.columns, right.ldb)) ||
        !add_info(list, info)) {
      return nullptr;
    }
    return [=] {
      *info = lapack<T>().getrs(kColumnMajor, letter(trans), static_cast<int>(p.n), static_cast<int>(right.columns),
                                p.a, static_cast<int>(p.lda), rows.data(), right.b, static_cast<int>(right.ldb));
    };
  });
}

template <class T>
SolverWork work_of(T* base, std::int64_t count) {
  return {base, count * static_cast<std::int64_t>(sizeof(T))};
}
SolverWork bytes_of(void* base, std::size_t bytes) { return {base, static_cast<std::int64_t>(bytes)}; }

}  // namespace
}  // namespace fencepost::sim

using namespace fencepost::sim;

#define FENCEPOST_H cusolverDnHandle_t handle
#define FENCEPOST_FACTORS(X, T)                                                                                        \
  cusolverStatus_t cusolverDn##X##potrf_bufferSize(FENCEPOST_H, cublasFillMode_t uplo, int n, T* A, int lda,           \
                                                   int* Lwork) {                                                       \
    return tell_work(check(FENCEPOST_SOLVER_CALL, handle, Square<T>{uplo, n, A, lda}), n, Lwork);                      \
  }                                                                                                                    \
  cusolverStatus_t cusolverDn##X##potrf(FENCEPOST_H, cublasFillMode_t uplo, int n, T* A, int lda, T* Workspace,        \
                                        int Lwork, int* devInfo) {                                                     \
    return on_triangle<Number<T>>(FENCEPOST_SOLVER_CALL, handle, {uplo, n, as(A), lda}, work_of(Workspace, Lwork),     \
                                  devInfo, false);                                                                     \
  }                                                                                                                    \
  cusolverStatus_t cusolverDn##X##potri_bufferSize(FENCEPOST_H, cublasFillMode_t uplo, int n, T* A, int lda,           \
                                                   int* lwork) {                                                       \
    return tell_work(check(FENCEPOST_SOLVER_CALL, handle, Square<T>{uplo, n, A, lda}), n, lwork);                      \
  }                                                                                                                    \
  cusolverStatus_t cusolverDn##X##potri(FENCEPOST_H, cublasFillMode_t uplo, int n, T* A, int lda, T* work, int lwork,  \
                                        int* devInfo) {                                                                \
    return on_triangle<Number<T>>(FENCEPOST_SOLVER_CALL, handle, {uplo, n, as(A), lda}, work_of(work, lwork), devInfo, \
                                  true);                                                                               \
  }                                                                                                                    \
  cusolverStatus_t cusolverDn##X##potrs(FENCEPOST_H, cublasFillMode_t uplo, int n, int nrhs, const T* A, int lda,      \
                                        T* B, int ldb, int* devInfo) {                                                 \
    return potrs<Number<T>>(FENCEPOST_SOLVER_CALL, handle, {uplo, n, as(A), lda}, {nrhs, as(B), ldb}, devInfo);        \
  }                                                                                                                    \
  cusolverStatus_t cusolverDn##X##potrfBatched(FENCEPOST_H, cublasFillMode_t uplo, int n, T* Aarray[], int lda,        \
                                               int* infoArray, int batchSize) {                                        \
    return potrf_batched<Number<T>>(FENCEPOST_SOLVER_CALL, handle,                                                     \
                                    {uplo, n, reinterpret_cast<Number<T>**>(Aarray), lda}, infoArray, batchSize);      \
  }                                                                                                                    \
  cusolverStatus_t cusolverDn##X##getrf_bufferSize(FENCEPOST_H, int m, int n, T* A, int lda, int* Lwork) {             \
    return tell_work(check(FENCEPOST_SOLVER_CALL, handle, Rectangle<T>{m, n, A, lda}), n, Lwork);                      \
  }                                                                                                                    \
  cusolverStatus_t cusolverDn##X##getrf(FENCEPOST_H, int m, int n, T* A, int lda, T* Workspace, int* devIpiv,          \
                                        int* devInfo) {                                                                \
    return getrf<Number<T>>(FENCEPOST_SOLVER_CALL, handle, {m, n, as(A), lda}, devIpiv,                                \
                            work_of(Workspace, work_count(n)), devInfo);                                               \
  }                                                                                                                    \
  cusolverStatus_t cusolverDn##X##getrs(FENCEPOST_H, cublasOperation_t trans, int n, int nrhs, const T* A, int lda,    \
                                        const int* devIpiv, T* B, int ldb, int* devInfo) {                             \
    return getrs<Number<T>>(FENCEPOST_SOLVER_CALL, handle, trans, {CUBLAS_FILL_MODE_LOWER, n, as(A), lda}, devIpiv,    \
                            {nrhs, as(B), ldb}, devInfo);                                                              \
  }

#define FENCEPOST_SOLVE_BATCH(X, T)                                                                                  \
  cusolverStatus_t cusolverDn##X##potrsBatched(FENCEPOST_H, cublasFillMode_t uplo, int n, int nrhs, T* A[], int lda, \
                                               T* B[], int ldb, int* d_info, int batchSize) {                        \
    return potrs_batched<Number<T>>(FENCEPOST_SOLVER_CALL, handle, {uplo, n, reinterpret_cast<Number<T>**>(A), lda}, \
                                    {nrhs, reinterpret_cast<Number<T>**>(B), ldb}, d_info, batchSize);               \
  }

extern "C" {

FENCEPOST_FACTORS(S, float)
FENCEPOST_FACTORS(D, double)
FENCEPOST_FACTORS(C, cuComplex)
FENCEPOST_FACTORS(Z, cuDoubleComplex)
FENCEPOST_SOLVE_BATCH(S, float)
FENCEPOST_SOLVE_BATCH(D, double)
FENCEPOST_SOLVE_BATCH(C, cuComplex)
FENCEPOST_SOLVE_BATCH(Z, cuDoubleComplex)

cusolverStatus_t cusolverDnXpotrf_bufferSize(FENCEPOST_H, cusolverDnParams_t, cublasFillMode_t uplo, int64_t n,
                                             cudaDataType dataTypeA, const void* A, int64_t lda, cudaDataType,
                                             size_t* workspaceInBytesOnDevice, size_t* workspaceInBytesOnHost) {
  return tell_work(check(FENCEPOST_SOLVER_CALL, handle, Square<const void>{uplo, n, A, lda}), n, dataTypeA,
                   workspaceInBytesOnDevice, workspaceInBytesOnHost);
}
cusolverStatus_t cusolverDnXpotrf(FENCEPOST_H, cusolverDnParams_t, cublasFillMode_t uplo, int64_t n,
                                  cudaDataType dataTypeA, void* A, int64_t lda, cudaDataType, void* bufferOnDevice,
                                  size_t workspaceInBytesOnDevice, void*, size_t, int* info) {
  const SolverCall call = FENCEPOST_SOLVER_CALL;
  return with_type(call, dataTypeA, [&]<class T>(T*) {
    return on_triangle<T>(call, handle, {uplo, n, static_cast<T*>(A), lda},
                          bytes_of(bufferOnDevice, workspaceInBytesOnDevice), info, false);
  });
}
cusolverStatus_t cusolverDnXpotrs(FENCEPOST_H, cusolverDnParams_t, cublasFillMode_t uplo, int64_t n, int64_t nrhs,
                                  cudaDataType dataTypeA, const void* A, int64_t lda, cudaDataType dataTypeB, void* B,
                                  int64_t ldb, int* info) {
  const SolverCall call = FENCEPOST_SOLVER_CALL;
  if (dataTypeA != dataTypeB) return call.invalid("A and B are of different types");
  return with_type(call, dataTypeA, [&]<class T>(T*) {
    return potrs<T>(call, handle, {uplo, n, static_cast<const T*>(A), lda}, {nrhs, static_cast<T*>(B), ldb}, info);
  });
}
cusolverStatus_t cusolverDnXgetrf_bufferSize(FENCEPOST_H, cusolverDnParams_t, int64_t m, int64_t n,
                                             cudaDataType dataTypeA, const void* A, int64_t lda, cudaDataType,
                                             size_t* workspaceInBytesOnDevice, size_t* workspaceInBytesOnHost) {
  return tell_work(check(FENCEPOST_SOLVER_CALL, handle, Rectangle<const void>{m, n, A, lda}), n, dataTypeA,
                   workspaceInBytesOnDevice, workspaceInBytesOnHost);
}
cusolverStatus_t cusolverDnXgetrf(FENCEPOST_H, cusolverDnParams_t, int64_t m, int64_t n, cudaDataType dataTypeA,
                                  void* A, int64_t lda, int64_t* ipiv, cudaDataType, void* bufferOnDevice,
                                  size_t workspaceInBytesOnDevice, void*, size_t, int* info) {
  const SolverCall call = FENCEPOST_SOLVER_CALL;
  return with_type(call, dataTypeA, [&]<class T>(T*) {
    return getrf<T>(call, handle, {m, n, static_cast<T*>(A), lda}, ipiv,
                    bytes_of(bufferOnDevice, workspaceInBytesOnDevice), info);
  });
}
cusolverStatus_t cusolverDnXgetrs(FENCEPOST_H, cusolverDnParams_t, cublasOperation_t trans, int64_t n, int64_t nrhs,
                                  cudaDataType dataTypeA, const void* A, int64_t lda, const int64_t* ipiv,
                                  cudaDataType dataTypeB, void* B, int64_t ldb, int* info) {
  const SolverCall call = FENCEPOST_SOLVER_CALL;
  if (dataTypeA != dataTypeB) return call.invalid("A and B are of different types");
  return with_type(call, dataTypeA, [&]<class T>(T*) {
    return getrs<T>(call, handle, trans, {CUBLAS_FILL_MODE_LOWER, n, static_cast<const T*>(A), lda}, ipiv,
                    {nrhs, static_cast<T*>(B), ldb}, info);
  });
}

}  // extern "C"
