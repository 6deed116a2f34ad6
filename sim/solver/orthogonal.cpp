// Factors Q and R of a matrix: what geqrf leaves below the diagonal and in tau is Q.
#include <algorithm>

#include "sim/interface/user_pc.h"
#include "sim/solver/lapack.h"

namespace fencepost::sim {
namespace {

template <class T>
struct Factored {
  std::int64_t m, n, k;  ///< k: reflections; of geqrf all that there are.
  T* a;
  std::int64_t lda;
};

template <class T>
SolverCheck check(const SolverCall& call, cusolverDnHandle_t handle, const Factored<T>& p) {
  SolverCheck check(call, handle);
  return check.size("m", p.m).size("n", p.n).size("k", p.k).leading("lda", p.lda, p.m, "m");
}

template <class T>
cusolverStatus_t geqrf(const SolverCall& call, cusolverDnHandle_t handle, const Factored<T>& p, T* tau,
                       const SolverWork& work, int* info) {
  SolverCheck checked = check(call, handle, p);
  checked.pointer("devInfo", info);
  if (p.k != 0) {
    checked.pointer("A", p.a).pointer("TAU", tau);
    checked.work(work, work_count(p.n) * static_cast<std::int64_t>(sizeof(T)));
  }
  if (checked.failed()) return checked.status();
  need_lapacke(call);
  return run_with(call, handle, work, [=](OperandList& list) -> SolverCompute {
    if (!list.add(matrix_operand("A", Access::kUpdate, p.a, p.m, p.n, p.lda)) ||
        !list.add(vector_operand("TAU", Access::kWrite, tau, p.k, 1)) || !add_info(list, info)) {
      return nullptr;
    }
    return [=] {
      *info = lapack<T>().geqrf(kColumnMajor, static_cast<int>(p.m), static_cast<int>(p.n), p.a,
                                static_cast<int>(p.lda), tau);
    };
  });
}

/// The first n columns of Q, in the place of A.
template <class T>
cusolverStatus_t orgqr(const SolverCall& call, cusolverDnHandle_t handle, const Factored<T>& p, const T* tau,
                       const SolverWork& work, int* info) {
  SolverCheck checked = check(call, handle, p);
  checked.that(p.n <= p.m, "n is greater than m").that(p.k <= p.n, "k is greater than n").pointer("devInfo", info);
  if (p.n != 0) checked.pointer("A", p.a).work(work, work_count(p.n) * static_cast<std::int64_t>(sizeof(T)));
  if (p.k != 0) checked.pointer("tau", tau);
  if (checked.failed()) return checked.status();
  need_lapacke(call);
  return run_with(call, handle, work, [=](OperandList& list) -> SolverCompute {
    if (!list.add(matrix_operand("A", Access::kRead, p.a, p.m, p.k, p.lda)) ||
        !list.add(matrix_operand("A", Access::kWrite, p.a, p.m, p.n, p.lda)) ||
        !list.add(vector_operand("tau", Access::kRead, tau, p.k, 1)) || !add_info(list, info)) {
      return nullptr;
    }
    return [=] {
      *info = lapack<T>().orgqr(kColumnMajor, static_cast<int>(p.m), static_cast<int>(p.n), static_cast<int>(p.k), p.a,
                                static_cast<int>(p.lda), tau);
    };
  });
}

/// C is m by n, Q has as many rows as C has on its side.
template <class T>
cusolverStatus_t ormqr(const SolverCall& call, cusolverDnHandle_t handle, cublasSideMode_t side,
                       cublasOperation_t trans, const Factored<const T>& p, const T* tau, T* c, std::int64_t ldc,
                       const SolverWork& work, int* info) {
  SolverCheck checked(call, handle);
  checked.that(side == CUBLAS_SIDE_LEFT || side == CUBLAS_SIDE_RIGHT, "side is neither left nor right")
      .operation(trans);
  const std::int64_t rows = side == CUBLAS_SIDE_LEFT ? p.m : p.n;
  checked.size("m", p.m).size("n", p.n).size("k", p.k).leading("lda", p.lda, rows, "the rows of Q");
  checked.leading("ldc", ldc, p.m, "m").that(p.k <= rows, "k is greater than the rows of Q").pointer("devInfo", info);
  if (p.m != 0 && p.n != 0)
    checked.pointer("A", p.a).pointer("tau", tau).pointer("C", c).pointer("the workspace", work.base);
  if (checked.failed()) return checked.status();
  need_lapacke(call);
  return run_with(call, handle, work, [=](OperandList& list) -> SolverCompute {
    if (!list.add(matrix_operand("A", Access::kRead, p.a, rows, p.k, p.lda)) ||
        !list.add(vector_operand("tau", Access::kRead, tau, p.k, 1)) ||
        !list.add(matrix_operand("C", Access::kUpdate, c, p.m, p.n, ldc)) || !add_info(list, info)) {
      return nullptr;
    }
    return [=] {
      // Of complex numbers there is the conjugate one, of real ones it is the same.
      const char turned = trans == CUBLAS_OP_N ? 'N' : kIsReal<T> ? 'T' : 'C';
      *info = lapack<T>().ormqr(kColumnMajor, letter(side), turned, static_cast<int>(p.m), static_cast<int>(p.n),
                                static_cast<int>(p.k), p.a, static_cast<int>(p.lda), tau, c, static_cast<int>(ldc));
    };
  });
}

template <class T>
Factored<T> all_of(std::int64_t m, std::int64_t n, T* a, std::int64_t lda) {
  return {m, n, std::min(m, n), a, lda};
}

}  // namespace
}  // namespace fencepost::sim

using namespace fencepost::sim;

#define FENCEPOST_H cusolverDnHandle_t handle
#define FENCEPOST_WORK(base, count) \
  SolverWork { base, static_cast<std::int64_t>(count) * static_cast<std::int64_t>(sizeof(*base)) }
#define FENCEPOST_QR(X, T, OR)                                                                                         \
  cusolverStatus_t cusolverDn##X##geqrf_bufferSize(FENCEPOST_H, int m, int n, T* A, int lda, int* lwork) {             \
    return tell_work(check(FENCEPOST_SOLVER_CALL, handle, all_of(m, n, A, lda)), n, lwork);                            \
  }                                                                                                                    \
  cusolverStatus_t cusolverDn##X##geqrf(FENCEPOST_H, int m, int n, T* A, int lda, T* TAU, T* Workspace, int Lwork,     \
                                        int* devInfo) {                                                                \
    return geqrf(FENCEPOST_SOLVER_CALL, handle, all_of(m, n, as(A), lda), as(TAU), FENCEPOST_WORK(Workspace, Lwork),   \
                 devInfo);                                                                                             \
  }                                                                                                                    \
  cusolverStatus_t cusolverDn##X##OR##gqr_bufferSize(FENCEPOST_H, int m, int n, int k, const T* A, int lda, const T*,  \
                                                     int* lwork) {                                                     \
    return tell_work(check(FENCEPOST_SOLVER_CALL, handle, Factored<const T>{m, n, k, A, lda}), n, lwork);              \
  }                                                                                                                    \
  cusolverStatus_t cusolverDn##X##OR##gqr(FENCEPOST_H, int m, int n, int k, T* A, int lda, const T* tau, T* work,      \
                                          int lwork, int* info) {                                                      \
    return orgqr<Number<T>>(FENCEPOST_SOLVER_CALL, handle, {m, n, k, as(A), lda}, as(tau),                             \
                            FENCEPOST_WORK(work, lwork), info);                                                        \
  }                                                                                                                    \
  cusolverStatus_t cusolverDn##X##OR##mqr_bufferSize(FENCEPOST_H, cublasSideMode_t, cublasOperation_t, int m, int n,   \
                                                     int, const T*, int, const T*, const T*, int, int* lwork) {        \
    const SolverCall call = FENCEPOST_SOLVER_CALL;                                                                     \
    SolverCheck checked(call, handle);                                                                                 \
    return tell_work(checked.size("m", m).size("n", n), m > n ? m : n, lwork);                                         \
  }                                                                                                                    \
  cusolverStatus_t cusolverDn##X##OR##mqr(FENCEPOST_H, cublasSideMode_t side, cublasOperation_t trans, int m, int n,   \
                                          int k, const T* A, int lda, const T* tau, T* C, int ldc, T* work, int lwork, \
                                          int* devInfo) {                                                              \
    return ormqr<Number<T>>(FENCEPOST_SOLVER_CALL, handle, side, trans, {m, n, k, as(A), lda}, as(tau), as(C), ldc,    \
                            FENCEPOST_WORK(work, lwork), devInfo);                                                     \
  }

extern "C" {

FENCEPOST_QR(S, float, or)
FENCEPOST_QR(D, double, or)
FENCEPOST_QR(C, cuComplex, un)
FENCEPOST_QR(Z, cuDoubleComplex, un)

cusolverStatus_t cusolverDnXgeqrf_bufferSize(FENCEPOST_H, cusolverDnParams_t, int64_t m, int64_t n,
                                             cudaDataType dataTypeA, const void* A, int64_t lda, cudaDataType,
                                             const void*, cudaDataType, size_t* workspaceInBytesOnDevice,
                                             size_t* workspaceInBytesOnHost) {
  return tell_work(check(FENCEPOST_SOLVER_CALL, handle, all_of(m, n, A, lda)), n, dataTypeA, workspaceInBytesOnDevice,
                   workspaceInBytesOnHost);
}
cusolverStatus_t cusolverDnXgeqrf(FENCEPOST_H, cusolverDnParams_t, int64_t m, int64_t n, cudaDataType dataTypeA,
                                  void* A, int64_t lda, cudaDataType dataTypeTau, void* tau, cudaDataType,
                                  void* bufferOnDevice, size_t workspaceInBytesOnDevice, void*, size_t, int* info) {
  const SolverCall call = FENCEPOST_SOLVER_CALL;
  if (dataTypeA != dataTypeTau) return call.invalid("A and tau are of different types");
  return with_type(call, dataTypeA, [&]<class T>(T*) {
    return geqrf(call, handle, all_of(m, n, static_cast<T*>(A), lda), static_cast<T*>(tau),
                 {bufferOnDevice, static_cast<std::int64_t>(workspaceInBytesOnDevice)}, info);
  });
}

}  // extern "C"
