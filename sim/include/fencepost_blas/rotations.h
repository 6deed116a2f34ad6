// Plane rotations, triangles that are packed or unpacked, and products of complex numbers by three real ones. Included
// by functions.h.

/// rotg, rotmg: what the reference BLAS has. Of complex numbers b stays as it is.
#define FENCEPOST_BLAS_ROTATION_OF(X, T, R) \
  cublasStatus_t cublas##X##rotg(cublasHandle_t handle, T* a, T* b, R* c, T* s);
#define FENCEPOST_BLAS_MODIFIED_ROTATION_OF(X, T) \
  cublasStatus_t cublas##X##rotmg(cublasHandle_t handle, T* d1, T* d2, T* x1, const T* y1, T* param);
#define FENCEPOST_BLAS_MODIFIED_ROTATION(X, T, N, SUFFIX) \
  cublasStatus_t cublas##X##rotm##SUFFIX(cublasHandle_t handle, N n, T* x, N incx, T* y, N incy, const T* param);
/// NAME: of complex numbers with a complex or a real sine.
#define FENCEPOST_BLAS_COMPLEX_ROTATION(NAME, T, R, S, N, SUFFIX)                                              \
  cublasStatus_t cublas##NAME##SUFFIX(cublasHandle_t handle, N n, T* x, N incx, T* y, N incy, const R* cosine, \
                                      const S* sine);
#define FENCEPOST_BLAS_ROTATIONS(N, SUFFIX)                                                  \
  FENCEPOST_BLAS_MODIFIED_ROTATION(S, float, N, SUFFIX)                                      \
  FENCEPOST_BLAS_MODIFIED_ROTATION(D, double, N, SUFFIX)                                     \
  FENCEPOST_BLAS_COMPLEX_ROTATION(Crot, cuComplex, float, cuComplex, N, SUFFIX)              \
  FENCEPOST_BLAS_COMPLEX_ROTATION(Csrot, cuComplex, float, float, N, SUFFIX)                 \
  FENCEPOST_BLAS_COMPLEX_ROTATION(Zrot, cuDoubleComplex, double, cuDoubleComplex, N, SUFFIX) \
  FENCEPOST_BLAS_COMPLEX_ROTATION(Zdrot, cuDoubleComplex, double, double, N, SUFFIX)

FENCEPOST_BLAS_ROTATION_OF(S, float, float)
FENCEPOST_BLAS_ROTATION_OF(D, double, double)
FENCEPOST_BLAS_ROTATION_OF(C, cuComplex, float)
FENCEPOST_BLAS_ROTATION_OF(Z, cuDoubleComplex, double)
FENCEPOST_BLAS_MODIFIED_ROTATION_OF(S, float)
FENCEPOST_BLAS_MODIFIED_ROTATION_OF(D, double)
FENCEPOST_BLAS_ROTATIONS(int, )
FENCEPOST_BLAS_ROTATIONS(int64_t, _64)

/// One triangle of a matrix to packed storage, and back.
#define FENCEPOST_BLAS_PACK(X, T)                                                                                   \
  cublasStatus_t cublas##X##trttp(cublasHandle_t handle, cublasFillMode_t uplo, int n, const T* A, int lda, T* AP); \
  cublasStatus_t cublas##X##tpttr(cublasHandle_t handle, cublasFillMode_t uplo, int n, const T* AP, T* A, int lda);
FENCEPOST_BLAS_PACK(S, float)
FENCEPOST_BLAS_PACK(D, double)
FENCEPOST_BLAS_PACK(C, cuComplex)
FENCEPOST_BLAS_PACK(Z, cuDoubleComplex)

/// Multiplied as by gemm.
#define FENCEPOST_BLAS_GEMM_3M(X, T, N, SUFFIX)                                                                       \
  cublasStatus_t cublas##X##gemm3m##SUFFIX(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, \
                                           N m, N n, N k, const T* alpha, const T* A, N lda, const T* B, N ldb,       \
                                           const T* beta, T* C, N ldc);
FENCEPOST_BLAS_GEMM_3M(C, cuComplex, int, )
FENCEPOST_BLAS_GEMM_3M(Z, cuDoubleComplex, int, )
FENCEPOST_BLAS_GEMM_3M(C, cuComplex, int64_t, _64)
FENCEPOST_BLAS_GEMM_3M(Z, cuDoubleComplex, int64_t, _64)

#undef FENCEPOST_BLAS_ROTATION_OF
#undef FENCEPOST_BLAS_MODIFIED_ROTATION_OF
#undef FENCEPOST_BLAS_MODIFIED_ROTATION
#undef FENCEPOST_BLAS_COMPLEX_ROTATION
#undef FENCEPOST_BLAS_ROTATIONS
#undef FENCEPOST_BLAS_PACK
#undef FENCEPOST_BLAS_GEMM_3M
