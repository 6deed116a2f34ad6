// Triangles in bands or packed, and products of vectors that are added to them. Included by functions.h.

#define FENCEPOST_BLAS_UPDATES(X, SY, T, R, N, SUFFIX)                                                        \
  cublasStatus_t cublas##X##SY##r##SUFFIX(cublasHandle_t handle, cublasFillMode_t uplo, N n, const R* alpha,  \
                                          const T* x, N incx, T* A, N lda);                                   \
  cublasStatus_t cublas##X##SY##r2##SUFFIX(cublasHandle_t handle, cublasFillMode_t uplo, N n, const T* alpha, \
                                           const T* x, N incx, const T* y, N incy, T* A, N lda);
#define FENCEPOST_BLAS_PACKED_UPDATES(X, SP, T, R, N, SUFFIX)                                                 \
  cublasStatus_t cublas##X##SP##r##SUFFIX(cublasHandle_t handle, cublasFillMode_t uplo, N n, const R* alpha,  \
                                          const T* x, N incx, T* AP);                                         \
  cublasStatus_t cublas##X##SP##r2##SUFFIX(cublasHandle_t handle, cublasFillMode_t uplo, N n, const T* alpha, \
                                           const T* x, N incx, const T* y, N incy, T* AP);
#define FENCEPOST_BLAS_BANDS(X, T, N, SUFFIX)                                                                        \
  cublasStatus_t cublas##X##gbmv##SUFFIX(cublasHandle_t handle, cublasOperation_t trans, N m, N n, N kl, N ku,       \
                                         const T* alpha, const T* A, N lda, const T* x, N incx, const T* beta, T* y, \
                                         N incy);
#define FENCEPOST_BLAS_TRIANGLE(X, BAND, PACKED, T, N, SUFFIX)                                                    \
  cublasStatus_t cublas##X##BAND##SUFFIX(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,   \
                                         cublasDiagType_t diag, N n, N k, const T* A, N lda, T* x, N incx);       \
  cublasStatus_t cublas##X##PACKED##SUFFIX(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, \
                                           cublasDiagType_t diag, N n, const T* AP, T* x, N incx);
#define FENCEPOST_BLAS_SYMMETRIC_BANDS(X, BAND, PACKED, T, N, SUFFIX)                                            \
  cublasStatus_t cublas##X##BAND##SUFFIX(cublasHandle_t handle, cublasFillMode_t uplo, N n, N k, const T* alpha, \
                                         const T* A, N lda, const T* x, N incx, const T* beta, T* y, N incy);    \
  cublasStatus_t cublas##X##PACKED##SUFFIX(cublasHandle_t handle, cublasFillMode_t uplo, N n, const T* alpha,    \
                                           const T* AP, const T* x, N incx, const T* beta, T* y, N incy);
#define FENCEPOST_BLAS_STORED(N, SUFFIX)                                     \
  FENCEPOST_BLAS_UPDATES(S, sy, float, float, N, SUFFIX)                     \
  FENCEPOST_BLAS_BANDS(S, float, N, SUFFIX)                                  \
  FENCEPOST_BLAS_TRIANGLE(S, tbmv, tpmv, float, N, SUFFIX)                   \
  FENCEPOST_BLAS_TRIANGLE(S, tbsv, tpsv, float, N, SUFFIX)                   \
  FENCEPOST_BLAS_PACKED_UPDATES(S, sp, float, float, N, SUFFIX)              \
  FENCEPOST_BLAS_SYMMETRIC_BANDS(S, sbmv, spmv, float, N, SUFFIX)            \
  FENCEPOST_BLAS_UPDATES(D, sy, double, double, N, SUFFIX)                   \
  FENCEPOST_BLAS_BANDS(D, double, N, SUFFIX)                                 \
  FENCEPOST_BLAS_TRIANGLE(D, tbmv, tpmv, double, N, SUFFIX)                  \
  FENCEPOST_BLAS_TRIANGLE(D, tbsv, tpsv, double, N, SUFFIX)                  \
  FENCEPOST_BLAS_PACKED_UPDATES(D, sp, double, double, N, SUFFIX)            \
  FENCEPOST_BLAS_SYMMETRIC_BANDS(D, sbmv, spmv, double, N, SUFFIX)           \
  FENCEPOST_BLAS_UPDATES(C, sy, cuComplex, cuComplex, N, SUFFIX)             \
  FENCEPOST_BLAS_BANDS(C, cuComplex, N, SUFFIX)                              \
  FENCEPOST_BLAS_TRIANGLE(C, tbmv, tpmv, cuComplex, N, SUFFIX)               \
  FENCEPOST_BLAS_TRIANGLE(C, tbsv, tpsv, cuComplex, N, SUFFIX)               \
  FENCEPOST_BLAS_UPDATES(C, he, cuComplex, float, N, SUFFIX)                 \
  FENCEPOST_BLAS_PACKED_UPDATES(C, hp, cuComplex, float, N, SUFFIX)          \
  FENCEPOST_BLAS_SYMMETRIC_BANDS(C, hbmv, hpmv, cuComplex, N, SUFFIX)        \
  FENCEPOST_BLAS_UPDATES(Z, sy, cuDoubleComplex, cuDoubleComplex, N, SUFFIX) \
  FENCEPOST_BLAS_BANDS(Z, cuDoubleComplex, N, SUFFIX)                        \
  FENCEPOST_BLAS_TRIANGLE(Z, tbmv, tpmv, cuDoubleComplex, N, SUFFIX)         \
  FENCEPOST_BLAS_TRIANGLE(Z, tbsv, tpsv, cuDoubleComplex, N, SUFFIX)         \
  FENCEPOST_BLAS_UPDATES(Z, he, cuDoubleComplex, double, N, SUFFIX)          \
  FENCEPOST_BLAS_PACKED_UPDATES(Z, hp, cuDoubleComplex, double, N, SUFFIX)   \
  FENCEPOST_BLAS_SYMMETRIC_BANDS(Z, hbmv, hpmv, cuDoubleComplex, N, SUFFIX)

FENCEPOST_BLAS_STORED(int, )
FENCEPOST_BLAS_STORED(int64_t, _64)

#undef FENCEPOST_BLAS_UPDATES
#undef FENCEPOST_BLAS_PACKED_UPDATES
#undef FENCEPOST_BLAS_BANDS
#undef FENCEPOST_BLAS_TRIANGLE
#undef FENCEPOST_BLAS_SYMMETRIC_BANDS
#undef FENCEPOST_BLAS_STORED
