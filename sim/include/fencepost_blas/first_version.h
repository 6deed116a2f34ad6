// The functions of cublas.h, in families: X is the letter of the type T. Included by it.

// Letters to values; one that is none stays none, which the call tells.
FENCEPOST_FIRST_CUBLAS cublasOperation_t fencepost_operation(char c) {
  return c == 'N' || c == 'n'   ? CUBLAS_OP_N
         : c == 'T' || c == 't' ? CUBLAS_OP_T
         : c == 'C' || c == 'c' ? CUBLAS_OP_C
                                : (cublasOperation_t)-1;
}
FENCEPOST_FIRST_CUBLAS cublasFillMode_t fencepost_fill(char c) {
  return c == 'L' || c == 'l'   ? CUBLAS_FILL_MODE_LOWER
         : c == 'U' || c == 'u' ? CUBLAS_FILL_MODE_UPPER
                                : (cublasFillMode_t)-1;
}
FENCEPOST_FIRST_CUBLAS cublasDiagType_t fencepost_diagonal(char c) {
  return c == 'N' || c == 'n' ? CUBLAS_DIAG_NON_UNIT : c == 'U' || c == 'u' ? CUBLAS_DIAG_UNIT : (cublasDiagType_t)-1;
}
FENCEPOST_FIRST_CUBLAS cublasSideMode_t fencepost_side(char c) {
  return c == 'L' || c == 'l' ? CUBLAS_SIDE_LEFT : c == 'R' || c == 'r' ? CUBLAS_SIDE_RIGHT : (cublasSideMode_t)-1;
}

// ---- the library ----

FENCEPOST_FIRST_CUBLAS cublasStatus_t fencepost_cublasInit(void) { return fencepost_cublas_init(); }
FENCEPOST_FIRST_CUBLAS cublasStatus_t fencepost_cublasShutdown(void) { return fencepost_cublas_shutdown(); }
FENCEPOST_FIRST_CUBLAS cublasStatus_t fencepost_cublasGetError(void) { return fencepost_cublas_error(); }
FENCEPOST_FIRST_CUBLAS cublasStatus_t fencepost_cublasGetVersion(int* version) {
  return cublasGetVersion(fencepost_cublas_handle(), version);
}
FENCEPOST_FIRST_CUBLAS cublasStatus_t fencepost_cublasSetKernelStream(cudaStream_t stream) {
  return cublasSetStream(fencepost_cublas_handle(), stream);
}
FENCEPOST_FIRST_CUBLAS cublasStatus_t fencepost_cublasAlloc(int n, int element_bytes, void** place) {
  if (fencepost_cublas_handle() == NULL) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (n <= 0 || element_bytes <= 0) return CUBLAS_STATUS_INVALID_VALUE;
  return cudaMalloc(place, (size_t)n * (size_t)element_bytes) == cudaSuccess ? CUBLAS_STATUS_SUCCESS
                                                                             : CUBLAS_STATUS_ALLOC_FAILED;
}
FENCEPOST_FIRST_CUBLAS cublasStatus_t fencepost_cublasFree(void* memory) {
  if (fencepost_cublas_handle() == NULL) return CUBLAS_STATUS_NOT_INITIALIZED;
  return cudaFree(memory) == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INTERNAL_ERROR;
}

// ---- families ----

// A function without a result, of these parameters; `arguments` are those of cublas_v2.h behind the handle.
#define FENCEPOST_DOES(name, parameters, ...)                            \
  FENCEPOST_FIRST_CUBLAS void fencepost_##name parameters {              \
    fencepost_cublas_note(name(fencepost_cublas_handle(), __VA_ARGS__)); \
  }
// One with a result of type R; 0 if it fails.
#define FENCEPOST_GIVES(R, name, parameters, ...)                                 \
  FENCEPOST_FIRST_CUBLAS R fencepost_##name parameters {                          \
    R result;                                                                     \
    __builtin_memset(&result, 0, sizeof(result));                                 \
    fencepost_cublas_note(name(fencepost_cublas_handle(), __VA_ARGS__, &result)); \
    return result;                                                                \
  }

#define FENCEPOST_OF_ALL(X, x, T, SY)                                                                                  \
  FENCEPOST_DOES(cublas##X##scal, (int n, T alpha, T* v, int incv), n, &alpha, v, incv)                                \
  FENCEPOST_DOES(cublas##X##axpy, (int n, T alpha, const T* v, int incv, T* y, int incy), n, &alpha, v, incv, y, incy) \
  FENCEPOST_DOES(cublas##X##copy, (int n, const T* v, int incv, T* y, int incy), n, v, incv, y, incy)                  \
  FENCEPOST_DOES(cublas##X##swap, (int n, T* v, int incv, T* y, int incy), n, v, incv, y, incy)                        \
  FENCEPOST_GIVES(int, cublasI##x##amax, (int n, const T* v, int incv), n, v, incv)                                    \
  FENCEPOST_GIVES(int, cublasI##x##amin, (int n, const T* v, int incv), n, v, incv)                                    \
  FENCEPOST_DOES(                                                                                                      \
      cublas##X##gemv,                                                                                                 \
      (char trans, int m, int n, T alpha, const T* A, int lda, const T* v, int incv, T beta, T* y, int incy),          \
      fencepost_operation(trans), m, n, &alpha, A, lda, v, incv, &beta, y, incy)                                       \
  FENCEPOST_DOES(cublas##X##gbmv,                                                                                      \
                 (char trans, int m, int n, int kl, int ku, T alpha, const T* A, int lda, const T* v, int incv,        \
                  T beta, T* y, int incy),                                                                             \
                 fencepost_operation(trans), m, n, kl, ku, &alpha, A, lda, v, incv, &beta, y, incy)                    \
  FENCEPOST_DOES(cublas##X##trmv, (char uplo, char trans, char diag, int n, const T* A, int lda, T* v, int incv),      \
                 fencepost_fill(uplo), fencepost_operation(trans), fencepost_diagonal(diag), n, A, lda, v, incv)       \
  FENCEPOST_DOES(cublas##X##trsv, (char uplo, char trans, char diag, int n, const T* A, int lda, T* v, int incv),      \
                 fencepost_fill(uplo), fencepost_operation(trans), fencepost_diagonal(diag), n, A, lda, v, incv)       \
  FENCEPOST_DOES(cublas##X##tbmv,                                                                                      \
                 (char uplo, char trans, char diag, int n, int k, const T* A, int lda, T* v, int incv),                \
                 fencepost_fill(uplo), fencepost_operation(trans), fencepost_diagonal(diag), n, k, A, lda, v, incv)    \
  FENCEPOST_DOES(cublas##X##tbsv,                                                                                      \
                 (char uplo, char trans, char diag, int n, int k, const T* A, int lda, T* v, int incv),                \
                 fencepost_fill(uplo), fencepost_operation(trans), fencepost_diagonal(diag), n, k, A, lda, v, incv)    \
  FENCEPOST_DOES(cublas##X##tpmv, (char uplo, char trans, char diag, int n, const T* AP, T* v, int incv),              \
                 fencepost_fill(uplo), fencepost_operation(trans), fencepost_diagonal(diag), n, AP, v, incv)           \
  FENCEPOST_DOES(cublas##X##tpsv, (char uplo, char trans, char diag, int n, const T* AP, T* v, int incv),              \
                 fencepost_fill(uplo), fencepost_operation(trans), fencepost_diagonal(diag), n, AP, v, incv)           \
  FENCEPOST_DOES(cublas##X##SY##mv,                                                                                    \
                 (char uplo, int n, T alpha, const T* A, int lda, const T* v, int incv, T beta, T* y, int incy),       \
                 fencepost_fill(uplo), n, &alpha, A, lda, v, incv, &beta, y, incy)                                     \
  FENCEPOST_DOES(cublas##X##SY##r2,                                                                                    \
                 (char uplo, int n, T alpha, const T* v, int incv, const T* y, int incy, T* A, int lda),               \
                 fencepost_fill(uplo), n, &alpha, v, incv, y, incy, A, lda)                                            \
  FENCEPOST_DOES(cublas##X##gemm,                                                                                      \
                 (char transa, char transb, int m, int n, int k, T alpha, const T* A, int lda, const T* B, int ldb,    \
                  T beta, T* C, int ldc),                                                                              \
                 fencepost_operation(transa), fencepost_operation(transb), m, n, k, &alpha, A, lda, B, ldb, &beta, C,  \
                 ldc)                                                                                                  \
  FENCEPOST_DOES(cublas##X##syrk,                                                                                      \
                 (char uplo, char trans, int n, int k, T alpha, const T* A, int lda, T beta, T* C, int ldc),           \
                 fencepost_fill(uplo), fencepost_operation(trans), n, k, &alpha, A, lda, &beta, C, ldc)                \
  FENCEPOST_DOES(                                                                                                      \
      cublas##X##syr2k,                                                                                                \
      (char uplo, char trans, int n, int k, T alpha, const T* A, int lda, const T* B, int ldb, T beta, T* C, int ldc), \
      fencepost_fill(uplo), fencepost_operation(trans), n, k, &alpha, A, lda, B, ldb, &beta, C, ldc)                   \
  FENCEPOST_DOES(                                                                                                      \
      cublas##X##symm,                                                                                                 \
      (char side, char uplo, int m, int n, T alpha, const T* A, int lda, const T* B, int ldb, T beta, T* C, int ldc),  \
      fencepost_side(side), fencepost_fill(uplo), m, n, &alpha, A, lda, B, ldb, &beta, C, ldc)                         \
  FENCEPOST_DOES(                                                                                                      \
      cublas##X##trsm,                                                                                                 \
      (char side, char uplo, char transa, char diag, int m, int n, T alpha, const T* A, int lda, T* B, int ldb),       \
      fencepost_side(side), fencepost_fill(uplo), fencepost_operation(transa), fencepost_diagonal(diag), m, n, &alpha, \
      A, lda, B, ldb)                                                                                                  \
  /* B is multiplied in place. */                                                                                      \
  FENCEPOST_DOES(                                                                                                      \
      cublas##X##trmm,                                                                                                 \
      (char side, char uplo, char transa, char diag, int m, int n, T alpha, const T* A, int lda, T* B, int ldb),       \
      fencepost_side(side), fencepost_fill(uplo), fencepost_operation(transa), fencepost_diagonal(diag), m, n, &alpha, \
      A, lda, B, ldb, B, ldb)

#define FENCEPOST_OF_REAL(X, T)                                                                                        \
  FENCEPOST_GIVES(T, cublas##X##nrm2, (int n, const T* v, int incv), n, v, incv)                                       \
  FENCEPOST_GIVES(T, cublas##X##asum, (int n, const T* v, int incv), n, v, incv)                                       \
  FENCEPOST_GIVES(T, cublas##X##dot, (int n, const T* v, int incv, const T* y, int incy), n, v, incv, y, incy)         \
  FENCEPOST_DOES(cublas##X##rot, (int n, T* v, int incv, T* y, int incy, T c, T s), n, v, incv, y, incy, &c, &s)       \
  FENCEPOST_DOES(cublas##X##rotg, (T * a, T * b, T * c, T * s), a, b, c, s)                                            \
  FENCEPOST_DOES(cublas##X##rotm, (int n, T* v, int incv, T* y, int incy, const T* param), n, v, incv, y, incy, param) \
  FENCEPOST_DOES(cublas##X##rotmg, (T * d1, T * d2, T * x1, const T* y1, T* param), d1, d2, x1, y1, param)             \
  FENCEPOST_DOES(cublas##X##ger, (int m, int n, T alpha, const T* v, int incv, const T* y, int incy, T* A, int lda),   \
                 m, n, &alpha, v, incv, y, incy, A, lda)                                                               \
  FENCEPOST_DOES(cublas##X##syr, (char uplo, int n, T alpha, const T* v, int incv, T* A, int lda),                     \
                 fencepost_fill(uplo), n, &alpha, v, incv, A, lda)                                                     \
  FENCEPOST_DOES(cublas##X##spr, (char uplo, int n, T alpha, const T* v, int incv, T* AP), fencepost_fill(uplo), n,    \
                 &alpha, v, incv, AP)                                                                                  \
  FENCEPOST_DOES(cublas##X##spr2, (char uplo, int n, T alpha, const T* v, int incv, const T* y, int incy, T* AP),      \
                 fencepost_fill(uplo), n, &alpha, v, incv, y, incy, AP)                                                \
  FENCEPOST_DOES(                                                                                                      \
      cublas##X##sbmv,                                                                                                 \
      (char uplo, int n, int k, T alpha, const T* A, int lda, const T* v, int incv, T beta, T* y, int incy),           \
      fencepost_fill(uplo), n, k, &alpha, A, lda, v, incv, &beta, y, incy)                                             \
  FENCEPOST_DOES(cublas##X##spmv,                                                                                      \
                 (char uplo, int n, T alpha, const T* AP, const T* v, int incv, T beta, T* y, int incy),               \
                 fencepost_fill(uplo), n, &alpha, AP, v, incv, &beta, y, incy)

#define FENCEPOST_OF_COMPLEX(X, x, r, rx, T, R)                                                                        \
  FENCEPOST_GIVES(R, cublas##rx##nrm2, (int n, const T* v, int incv), n, v, incv)                                      \
  FENCEPOST_GIVES(R, cublas##rx##asum, (int n, const T* v, int incv), n, v, incv)                                      \
  FENCEPOST_GIVES(T, cublas##X##dotu, (int n, const T* v, int incv, const T* y, int incy), n, v, incv, y, incy)        \
  FENCEPOST_GIVES(T, cublas##X##dotc, (int n, const T* v, int incv, const T* y, int incy), n, v, incv, y, incy)        \
  FENCEPOST_DOES(cublas##X##r##scal, (int n, R alpha, T* v, int incv), n, &alpha, v, incv)                             \
  FENCEPOST_DOES(cublas##X##rot, (int n, T* v, int incv, T* y, int incy, R c, T s), n, v, incv, y, incy, &c, &s)       \
  FENCEPOST_DOES(cublas##X##r##rot, (int n, T* v, int incv, T* y, int incy, R c, R s), n, v, incv, y, incy, &c, &s)    \
  FENCEPOST_DOES(cublas##X##rotg, (T * a, T b, R * c, T * s), a, &b, c, s)                                             \
  FENCEPOST_DOES(cublas##X##geru, (int m, int n, T alpha, const T* v, int incv, const T* y, int incy, T* A, int lda),  \
                 m, n, &alpha, v, incv, y, incy, A, lda)                                                               \
  FENCEPOST_DOES(cublas##X##gerc, (int m, int n, T alpha, const T* v, int incv, const T* y, int incy, T* A, int lda),  \
                 m, n, &alpha, v, incv, y, incy, A, lda)                                                               \
  FENCEPOST_DOES(cublas##X##her, (char uplo, int n, R alpha, const T* v, int incv, T* A, int lda),                     \
                 fencepost_fill(uplo), n, &alpha, v, incv, A, lda)                                                     \
  FENCEPOST_DOES(cublas##X##hpr, (char uplo, int n, R alpha, const T* v, int incv, T* AP), fencepost_fill(uplo), n,    \
                 &alpha, v, incv, AP)                                                                                  \
  FENCEPOST_DOES(cublas##X##hpr2, (char uplo, int n, T alpha, const T* v, int incv, const T* y, int incy, T* AP),      \
                 fencepost_fill(uplo), n, &alpha, v, incv, y, incy, AP)                                                \
  FENCEPOST_DOES(                                                                                                      \
      cublas##X##hbmv,                                                                                                 \
      (char uplo, int n, int k, T alpha, const T* A, int lda, const T* v, int incv, T beta, T* y, int incy),           \
      fencepost_fill(uplo), n, k, &alpha, A, lda, v, incv, &beta, y, incy)                                             \
  FENCEPOST_DOES(cublas##X##hpmv,                                                                                      \
                 (char uplo, int n, T alpha, const T* AP, const T* v, int incv, T beta, T* y, int incy),               \
                 fencepost_fill(uplo), n, &alpha, AP, v, incv, &beta, y, incy)                                         \
  FENCEPOST_DOES(                                                                                                      \
      cublas##X##hemm,                                                                                                 \
      (char side, char uplo, int m, int n, T alpha, const T* A, int lda, const T* B, int ldb, T beta, T* C, int ldc),  \
      fencepost_side(side), fencepost_fill(uplo), m, n, &alpha, A, lda, B, ldb, &beta, C, ldc)                         \
  FENCEPOST_DOES(cublas##X##herk,                                                                                      \
                 (char uplo, char trans, int n, int k, R alpha, const T* A, int lda, R beta, T* C, int ldc),           \
                 fencepost_fill(uplo), fencepost_operation(trans), n, k, &alpha, A, lda, &beta, C, ldc)                \
  FENCEPOST_DOES(                                                                                                      \
      cublas##X##her2k,                                                                                                \
      (char uplo, char trans, int n, int k, T alpha, const T* A, int lda, const T* B, int ldb, R beta, T* C, int ldc), \
      fencepost_fill(uplo), fencepost_operation(trans), n, k, &alpha, A, lda, B, ldb, &beta, C, ldc)

FENCEPOST_OF_ALL(S, s, float, sy)
FENCEPOST_OF_ALL(D, d, double, sy)
FENCEPOST_OF_ALL(C, c, cuComplex, he)
FENCEPOST_OF_ALL(Z, z, cuDoubleComplex, he)
FENCEPOST_OF_REAL(S, float)
FENCEPOST_OF_REAL(D, double)
FENCEPOST_OF_COMPLEX(C, c, s, Sc, cuComplex, float)
FENCEPOST_OF_COMPLEX(Z, z, d, Dz, cuDoubleComplex, double)

#undef FENCEPOST_DOES
#undef FENCEPOST_GIVES
#undef FENCEPOST_OF_ALL
#undef FENCEPOST_OF_REAL
#undef FENCEPOST_OF_COMPLEX

#include "first_names.h"
