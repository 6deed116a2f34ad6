// Products and triangular solves by OpenBLAS, which is loaded when the first is asked for. Matrices lie column by
// column.
#pragma once

#include <complex>
#include <cstdint>

#include "sim/blas/call.h"

namespace fencepost::sim {

/// Loads it. Where it is not installed the program ends, as one that does not compile, and says what to install.
/// To be called before the functions below.
void need_openblas(const BlasCall& call);

/// C = alpha * op(A) * op(B) + beta * C for float, double and their complex numbers. C is not read if beta is 0. Sizes
/// fit into an int. Runs on one OS thread, so that results are the same in every run, unless OPENBLAS_NUM_THREADS says
/// otherwise. Thread safety: full.
template <class T>
void gemm(cublasOperation_t transa, cublasOperation_t transb, std::int64_t m, std::int64_t n, std::int64_t k, T alpha,
          const T* a, std::int64_t lda, const T* b, std::int64_t ldb, T beta, T* c, std::int64_t ldc);

/// B = alpha * op(A)^-1 * B, or alpha * B * op(A)^-1.
template <class T>
void trsm(cublasSideMode_t, cublasFillMode_t, cublasOperation_t, cublasDiagType_t, std::int64_t m, std::int64_t n,
          T alpha, const T* a, std::int64_t lda, T* b, std::int64_t ldb);

/// Parameters of a plane rotation, of any of the four types, as the reference BLAS has them (rotg, rotmg).
template <class T>
void rotg(T& a, T& b, Real<T>& c, T& s);
void rotmg(float& d1, float& d2, float& x1, const float& y1, float* param);
void rotmg(double& d1, double& d2, double& x1, const double& y1, double* param);

}  // namespace fencepost::sim
