// Singular values; eigenvalues of symmetric and Hermitian matrices. What Jacobi's method computes is computed as well
// by the others: its parameters are kept.
#include <algorithm>
#include <string>
#include <vector>

#include "sim/interface/user_pc.h"
#include "sim/solver/lapack.h"

struct syevjInfo {
  double tolerance = 0;
  int sweeps = 100, sorts = 1;
};
struct gesvdjInfo {
  double tolerance = 0;
  int sweeps = 100, sorts = 1;
};

namespace fencepost::sim {
namespace {

template <class T>
struct Spectrum {
  cusolverEigMode_t jobz;
  cublasFillMode_t uplo;
  std::int64_t n;
  T* a;
  std::int64_t lda;
};

template <class T>
SolverCheck check(const SolverCall& call, cusolverDnHandle_t handle, const Spectrum<T>& p) {
  SolverCheck check(call, handle);
  return check.vectors(p.jobz).fill(p.uplo).size("n", p.n).leading("lda", p.lda, p.n, "n");
}

/// One triangle is read. The vectors, if they are wanted, take the place of the matrix; else the triangle is destroyed.
template <class T>
bool add_matrix(OperandList& list, const Spectrum<T>& p) {
  if (p.jobz == CUSOLVER_EIG_MODE_NOVECTOR) {
    return list.add(triangle_operand("A", Access::kUpdate, p.a, p.n, p.lda, p.uplo));
  }
  return list.add(triangle_operand("A", Access::kRead, p.a, p.n, p.lda, p.uplo)) &&
         list.add(matrix_operand("A", Access::kWrite, p.a, p.n, p.n, p.lda));
}

template <class T>
char job_of(const Spectrum<T>& p) {
  return p.jobz == CUSOLVER_EIG_MODE_VECTOR ? 'V' : 'N';
}

template <class T>
cusolverStatus_t syevd(const SolverCall& call, cusolverDnHandle_t handle, const Spectrum<T>& p, Real<T>* w,
                       const SolverWork& work, int* info) {
  SolverCheck checked = check(call, handle, p);
  checked.pointer("devInfo", info);
  if (p.n != 0) {
    checked.pointer("A", p.a).pointer("W", w).work(work, work_count(p.n) * static_cast<std::int64_t>(sizeof(T)));
  }
  if (checked.failed()) return checked.status();
  need_lapacke(call);
  return run_with(call, handle, work, [=](OperandList& list) -> SolverCompute {
    if (!add_matrix(list, p) || !list.add(vector_operand("W", Access::kWrite, w, p.n, 1)) || !add_info(list, info)) {
      return nullptr;
    }
    return [=] {
      *info = lapack<T>().syevd(kColumnMajor, job_of(p), letter(p.uplo), static_cast<int>(p.n), p.a,
                                static_cast<int>(p.lda), w);
    };
  });
}

template <class T>
cusolverStatus_t sygvd(const SolverCall& call, cusolverDnHandle_t handle, cusolverEigType_t itype, const Spectrum<T>& p,
                       T* b, std::int64_t ldb, Real<T>* w, const SolverWork& work, int* info) {
  SolverCheck checked = check(call, handle, p);
  checked.that(itype >= CUSOLVER_EIG_TYPE_1 && itype <= CUSOLVER_EIG_TYPE_3, "itype is no type");
  checked.leading("ldb", ldb, p.n, "n").pointer("devInfo", info);
  if (p.n != 0) {
    checked.pointer("A", p.a).pointer("B", b).pointer("W", w);
    checked.work(work, work_count(p.n) * static_cast<std::int64_t>(sizeof(T)));
  }
  if (checked.failed()) return checked.status();
  need_lapacke(call);
  return run_with(call, handle, work, [=](OperandList& list) -> SolverCompute {
    if (!add_matrix(list, p) || !list.add(triangle_operand("B", Access::kUpdate, b, p.n, ldb, p.uplo)) ||
        !list.add(vector_operand("W", Access::kWrite, w, p.n, 1)) || !add_info(list, info)) {
      return nullptr;
    }
    return [=] {
      *info = lapack<T>().sygvd(kColumnMajor, itype, job_of(p), letter(p.uplo), static_cast<int>(p.n), p.a,
                                static_cast<int>(p.lda), b, static_cast<int>(ldb), w);
    };
  });
}

/// A is m by n, with m at least n if `tall`.
template <class T>
struct Singular {
  char job_u, job_v;  ///< LAPACK's: 'A', 'S', 'O' or 'N'.
  std::int64_t m, n;
  T* a;
  std::int64_t lda;
  Real<T>* s;
  T* u;
  std::int64_t ldu;
  T* v;
  std::int64_t ldv;
  bool transposes_v = false;  ///< V is wanted, not its conjugate transpose.

  [[nodiscard]] std::int64_t count() const { return std::min(m, n); }
  [[nodiscard]] std::int64_t u_columns() const { return job_u == 'A' ? m : job_u == 'S' ? count() : 0; }
  [[nodiscard]] std::int64_t v_rows() const { return job_v == 'A' ? n : job_v == 'S' ? count() : 0; }
};

/// V is stored with its rows or, if it is transposed, its columns behind each other.
template <class T>
void compute(const Singular<T>& p, int* info) {
  std::vector<Real<T>> rest(static_cast<std::size_t>(std::max<std::int64_t>(p.count(), 1)));
  std::vector<T> rows;
  T* vt = p.v;
  std::int64_t ldvt = std::max<std::int64_t>(p.ldv, 1);
  if (p.transposes_v && p.v_rows() != 0) {
    rows.resize(static_cast<std::size_t>(p.v_rows() * p.n));
    vt = rows.data();
    ldvt = p.v_rows();
  }
  *info = lapack<T>().gesvd(kColumnMajor, p.job_u, p.job_v, static_cast<int>(p.m), static_cast<int>(p.n), p.a,
                            static_cast<int>(p.lda), p.s, p.u, static_cast<int>(std::max<std::int64_t>(p.ldu, 1)), vt,
                            static_cast<int>(ldvt), rest.data());
  if (rows.empty()) return;
  for (std::int64_t j = 0; j < p.v_rows(); ++j) {
    for (std::int64_t i = 0; i < p.n; ++i) p.v[j * p.ldv + i] = conjugate(vt[i * ldvt + j]);
  }
}

template <class T>
cusolverStatus_t gesvd(const SolverCall& call, cusolverDnHandle_t handle, const Singular<T>& p, const SolverWork& work,
                       int* info, bool tall) {
  SolverCheck checked(call, handle);
  checked.size("m", p.m).size("n", p.n).leading("lda", p.lda, p.m, "m").pointer("devInfo", info);
  const std::string jobs = "ASON";
  checked.that(jobs.find(p.job_u) != std::string::npos, "jobu is no job");
  checked.that(jobs.find(p.job_v) != std::string::npos, "jobvt is no job");
  checked.that(p.job_u != 'O' || p.job_v != 'O', "both U and VT are to overwrite A");
  checked.provided(!tall || p.m >= p.n, "with m less than n");
  if (p.count() != 0) {
    checked.pointer("A", p.a).pointer("S", p.s).pointer("the workspace", work.base);
    if (p.u_columns() != 0) checked.pointer("U", p.u).leading("ldu", p.ldu, p.m, "m");
    if (p.v_rows() != 0) {
      checked.pointer("V", p.v);
      p.transposes_v ? checked.leading("ldv", p.ldv, p.n, "n")
                     : checked.leading("ldvt", p.ldv, p.v_rows(), "the rows of VT");
    }
  }
  if (checked.failed()) return checked.status();
  need_lapacke(call);
  return run_with(call, handle, work, [=](OperandList& list) -> SolverCompute {
    const std::int64_t rows = p.transposes_v ? p.n : p.v_rows(), columns = p.transposes_v ? p.v_rows() : p.n;
    if (!list.add(matrix_operand("A", Access::kUpdate, p.a, p.m, p.n, p.lda)) ||
        !list.add(vector_operand("S", Access::kWrite, p.s, p.count(), 1)) ||
        !list.add(matrix_operand("U", Access::kWrite, p.u, p.m, p.u_columns(), p.ldu)) ||
        (p.v_rows() != 0 && !list.add(matrix_operand("V", Access::kWrite, p.v, rows, columns, p.ldv))) ||
        !add_info(list, info)) {
      return nullptr;
    }
    return [=] { compute(p, info); };
  });
}

/// Of the functions by Jacobi's method: V itself, and only as many columns as there are values if `econ`.
template <class T>
Singular<T> by_jacobi(cusolverEigMode_t jobz, int econ, std::int64_t m, std::int64_t n, T* a, std::int64_t lda,
                      Real<T>* s, T* u, std::int64_t ldu, T* v, std::int64_t ldv) {
  const char job = jobz == CUSOLVER_EIG_MODE_NOVECTOR ? 'N' : econ != 0 ? 'S' : 'A';
  return {job, job, m, n, a, lda, s, u, ldu, v, ldv, true};
}

SolverCheck check(const SolverCall& call, cusolverDnHandle_t handle, std::int64_t m, std::int64_t n) {
  SolverCheck check(call, handle);
  return check.size("m", m).size("n", n);
}

template <class D>
cusolverStatus_t create(const SolverCall& call, D** place) {
  if (place == nullptr) return call.invalid("the place for the parameters is null");
  *place = Live<D>::add(new D);
  return CUSOLVER_STATUS_SUCCESS;
}

template <class D>
cusolverStatus_t destroy(const SolverCall& call, D* info) {
  if (Live<D>::remove(info)) return CUSOLVER_STATUS_SUCCESS;
  return call.invalid("its parameters were never created, or were destroyed");
}

/// The type of singular values and eigenvalues.
template <class T>
constexpr cudaDataType kRealType = std::is_same_v<Real<T>, float> ? CUDA_R_32F : CUDA_R_64F;

/// The handle and the parameters of a function by Jacobi's method.
template <class D>
cusolverStatus_t known(const SolverCall& call, cusolverDnHandle_t handle, const D* info) {
  if (!Live<cusolverDnContext>::contains(handle)) return call.no_handle(handle);
  if (Live<D>::contains(info)) return CUSOLVER_STATUS_SUCCESS;
  return call.invalid(info == nullptr ? "its parameters are null"
                                      : "its parameters were never created, or were destroyed");
}

/// What such a function found.
template <class D, class T>
cusolverStatus_t tell(const SolverCall& call, cusolverDnHandle_t handle, const D* info, T* place, T value) {
  if (const auto status = known(call, handle, info); status != CUSOLVER_STATUS_SUCCESS) return status;
  if (place == nullptr) return call.invalid("the place for the result is null");
  *place = value;
  return CUSOLVER_STATUS_SUCCESS;
}

template <class D, class Do>
cusolverStatus_t with(const SolverCall& call, D* info, Do act) {
  if (!Live<D>::contains(info)) return call.invalid("its parameters were never created, or were destroyed");
  act(*info);
  return CUSOLVER_STATUS_SUCCESS;
}

}  // namespace
}  // namespace fencepost::sim

using namespace fencepost::sim;

#define FENCEPOST_H cusolverDnHandle_t handle
#define FENCEPOST_WORK(base, count) \
  SolverWork { base, static_cast<std::int64_t>(count) * static_cast<std::int64_t>(sizeof(*base)) }
#define FENCEPOST_SPECTRUM(X, T, R, SY)                                                                                \
  cusolverStatus_t cusolverDn##X##SY##evd_bufferSize(FENCEPOST_H, cusolverEigMode_t jobz, cublasFillMode_t uplo,       \
                                                     int n, const T* A, int lda, const R*, int* lwork) {               \
    return tell_work(check(FENCEPOST_SOLVER_CALL, handle, Spectrum<const T>{jobz, uplo, n, A, lda}), n, lwork);        \
  }                                                                                                                    \
  cusolverStatus_t cusolverDn##X##SY##evd(FENCEPOST_H, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, T* A,     \
                                          int lda, R* W, T* work, int lwork, int* info) {                              \
    return syevd<Number<T>>(FENCEPOST_SOLVER_CALL, handle, {jobz, uplo, n, as(A), lda}, W,                             \
                            FENCEPOST_WORK(work, lwork), info);                                                        \
  }                                                                                                                    \
  cusolverStatus_t cusolverDn##X##SY##evj_bufferSize(FENCEPOST_H, cusolverEigMode_t jobz, cublasFillMode_t uplo,       \
                                                     int n, const T* A, int lda, const R*, int* lwork, syevjInfo_t) {  \
    return tell_work(check(FENCEPOST_SOLVER_CALL, handle, Spectrum<const T>{jobz, uplo, n, A, lda}), n, lwork);        \
  }                                                                                                                    \
  cusolverStatus_t cusolverDn##X##SY##evj(FENCEPOST_H, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, T* A,     \
                                          int lda, R* W, T* work, int lwork, int* info, syevjInfo_t params) {          \
    const SolverCall call = FENCEPOST_SOLVER_CALL;                                                                     \
    if (const auto status = known(call, handle, params); status != CUSOLVER_STATUS_SUCCESS) return status;             \
    return syevd<Number<T>>(FENCEPOST_SOLVER_CALL, handle, {jobz, uplo, n, as(A), lda}, W,                             \
                            FENCEPOST_WORK(work, lwork), info);                                                        \
  }                                                                                                                    \
  cusolverStatus_t cusolverDn##X##SY##gvd_bufferSize(FENCEPOST_H, cusolverEigType_t, cusolverEigMode_t jobz,           \
                                                     cublasFillMode_t uplo, int n, const T* A, int lda, const T*, int, \
                                                     const R*, int* lwork) {                                           \
    return tell_work(check(FENCEPOST_SOLVER_CALL, handle, Spectrum<const T>{jobz, uplo, n, A, lda}), n, lwork);        \
  }                                                                                                                    \
  cusolverStatus_t cusolverDn##X##SY##gvd(FENCEPOST_H, cusolverEigType_t itype, cusolverEigMode_t jobz,                \
                                          cublasFillMode_t uplo, int n, T* A, int lda, T* B, int ldb, R* W, T* work,   \
                                          int lwork, int* info) {                                                      \
    return sygvd<Number<T>>(FENCEPOST_SOLVER_CALL, handle, itype, {jobz, uplo, n, as(A), lda}, as(B), ldb, W,          \
                            FENCEPOST_WORK(work, lwork), info);                                                        \
  }                                                                                                                    \
  cusolverStatus_t cusolverDn##X##gesvd_bufferSize(FENCEPOST_H, int m, int n, int* lwork) {                            \
    return tell_work(check(FENCEPOST_SOLVER_CALL, handle, m, n), std::max(m, n), lwork);                               \
  }                                                                                                                    \
  cusolverStatus_t cusolverDn##X##gesvd(FENCEPOST_H, signed char jobu, signed char jobvt, int m, int n, T* A, int lda, \
                                        R* S, T* U, int ldu, T* VT, int ldvt, T* work, int lwork, R*, int* info) {     \
    return gesvd<Number<T>>(                                                                                           \
        FENCEPOST_SOLVER_CALL, handle,                                                                                 \
        {static_cast<char>(jobu), static_cast<char>(jobvt), m, n, as(A), lda, S, as(U), ldu, as(VT), ldvt},            \
        FENCEPOST_WORK(work, lwork), info, true);                                                                      \
  }                                                                                                                    \
  cusolverStatus_t cusolverDn##X##gesvdj_bufferSize(FENCEPOST_H, cusolverEigMode_t, int, int m, int n, const T*, int,  \
                                                    const R*, const T*, int, const T*, int, int* lwork,                \
                                                    gesvdjInfo_t) {                                                    \
    return tell_work(check(FENCEPOST_SOLVER_CALL, handle, m, n), std::max(m, n), lwork);                               \
  }                                                                                                                    \
  cusolverStatus_t cusolverDn##X##gesvdj(FENCEPOST_H, cusolverEigMode_t jobz, int econ, int m, int n, T* A, int lda,   \
                                         R* S, T* U, int ldu, T* V, int ldv, T* work, int lwork, int* info,            \
                                         gesvdjInfo_t params) {                                                        \
    const SolverCall call = FENCEPOST_SOLVER_CALL;                                                                     \
    if (const auto status = known(call, handle, params); status != CUSOLVER_STATUS_SUCCESS) return status;             \
    return gesvd(FENCEPOST_SOLVER_CALL, handle,                                                                        \
                 by_jacobi<Number<T>>(jobz, econ, m, n, as(A), lda, S, as(U), ldu, as(V), ldv),                        \
                 FENCEPOST_WORK(work, lwork), info, false);                                                            \
  }

extern "C" {

FENCEPOST_SPECTRUM(S, float, float, sy)
FENCEPOST_SPECTRUM(D, double, double, sy)
FENCEPOST_SPECTRUM(C, cuComplex, float, he)
FENCEPOST_SPECTRUM(Z, cuDoubleComplex, double, he)

#define FENCEPOST_JACOBI(NAME, INFO, D)                                                                 \
  cusolverStatus_t cusolverDnCreate##INFO(D##_t* info) { return create(FENCEPOST_SOLVER_CALL, info); }  \
  cusolverStatus_t cusolverDnDestroy##INFO(D##_t info) { return destroy(FENCEPOST_SOLVER_CALL, info); } \
  cusolverStatus_t cusolverDnX##NAME##SetTolerance(D##_t info, double tolerance) {                      \
    return with(FENCEPOST_SOLVER_CALL, info, [&](D& of) { of.tolerance = tolerance; });                 \
  }                                                                                                     \
  cusolverStatus_t cusolverDnX##NAME##SetMaxSweeps(D##_t info, int max_sweeps) {                        \
    return with(FENCEPOST_SOLVER_CALL, info, [&](D& of) { of.sweeps = max_sweeps; });                   \
  }                                                                                                     \
  cusolverStatus_t cusolverDnX##NAME##SetSortEig(D##_t info, int sorts) {                               \
    return with(FENCEPOST_SOLVER_CALL, info, [&](D& of) { of.sorts = sorts; });                         \
  }                                                                                                     \
  cusolverStatus_t cusolverDnX##NAME##GetResidual(FENCEPOST_H, D##_t info, double* residual) {          \
    return tell(FENCEPOST_SOLVER_CALL, handle, info, residual, 0.0);                                    \
  }                                                                                                     \
  cusolverStatus_t cusolverDnX##NAME##GetSweeps(FENCEPOST_H, D##_t info, int* executed_sweeps) {        \
    return tell(FENCEPOST_SOLVER_CALL, handle, info, executed_sweeps, 1);                               \
  }
FENCEPOST_JACOBI(syevj, SyevjInfo, syevjInfo)
FENCEPOST_JACOBI(gesvdj, GesvdjInfo, gesvdjInfo)

cusolverStatus_t cusolverDnXsyevd_bufferSize(FENCEPOST_H, cusolverDnParams_t, cusolverEigMode_t jobz,
                                             cublasFillMode_t uplo, int64_t n, cudaDataType dataTypeA, const void* A,
                                             int64_t lda, cudaDataType, const void*, cudaDataType,
                                             size_t* workspaceInBytesOnDevice, size_t* workspaceInBytesOnHost) {
  return tell_work(check(FENCEPOST_SOLVER_CALL, handle, Spectrum<const void>{jobz, uplo, n, A, lda}), n, dataTypeA,
                   workspaceInBytesOnDevice, workspaceInBytesOnHost);
}
cusolverStatus_t cusolverDnXsyevd(FENCEPOST_H, cusolverDnParams_t, cusolverEigMode_t jobz, cublasFillMode_t uplo,
                                  int64_t n, cudaDataType dataTypeA, void* A, int64_t lda, cudaDataType dataTypeW,
                                  void* W, cudaDataType, void* bufferOnDevice, size_t workspaceInBytesOnDevice, void*,
                                  size_t, int* info) {
  const SolverCall call = FENCEPOST_SOLVER_CALL;
  return with_type(call, dataTypeA, [&]<class T>(T*) {
    if (dataTypeW != kRealType<T>) return call.invalid("dataTypeW is not the real type of dataTypeA");
    return syevd<T>(call, handle, {jobz, uplo, n, static_cast<T*>(A), lda}, static_cast<Real<T>*>(W),
                    {bufferOnDevice, static_cast<std::int64_t>(workspaceInBytesOnDevice)}, info);
  });
}
cusolverStatus_t cusolverDnXgesvd_bufferSize(FENCEPOST_H, cusolverDnParams_t, signed char, signed char, int64_t m,
                                             int64_t n, cudaDataType dataTypeA, const void*, int64_t, cudaDataType,
                                             const void*, cudaDataType, const void*, int64_t, cudaDataType, const void*,
                                             int64_t, cudaDataType, size_t* workspaceInBytesOnDevice,
                                             size_t* workspaceInBytesOnHost) {
  return tell_work(check(FENCEPOST_SOLVER_CALL, handle, m, n), std::max(m, n), dataTypeA, workspaceInBytesOnDevice,
                   workspaceInBytesOnHost);
}
cusolverStatus_t cusolverDnXgesvd(FENCEPOST_H, cusolverDnParams_t, signed char jobu, signed char jobvt, int64_t m,
                                  int64_t n, cudaDataType dataTypeA, void* A, int64_t lda, cudaDataType dataTypeS,
                                  void* S, cudaDataType dataTypeU, void* U, int64_t ldu, cudaDataType dataTypeVT,
                                  void* VT, int64_t ldvt, cudaDataType, void* bufferOnDevice,
                                  size_t workspaceInBytesOnDevice, void*, size_t, int* info) {
  const SolverCall call = FENCEPOST_SOLVER_CALL;
  return with_type(call, dataTypeA, [&]<class T>(T*) {
    if (dataTypeS != kRealType<T>) return call.invalid("dataTypeS is not the real type of dataTypeA");
    if ((jobu != 'N' && dataTypeU != dataTypeA) || (jobvt != 'N' && dataTypeVT != dataTypeA)) {
      return call.invalid("dataTypeU or dataTypeVT is not dataTypeA");
    }
    return gesvd<T>(call, handle,
                    {static_cast<char>(jobu), static_cast<char>(jobvt), m, n, static_cast<T*>(A), lda,
                     static_cast<Real<T>*>(S), static_cast<T*>(U), ldu, static_cast<T*>(VT), ldvt},
                    {bufferOnDevice, static_cast<std::int64_t>(workspaceInBytesOnDevice)}, info, true);
  });
}

}  // extern "C"
