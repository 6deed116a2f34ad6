// The functions of cuBLAS that are there. Included by cublas_api.h, within extern "C".
//
// They come in families: X is the letter of the type T, R the real type; N the type of sizes, int or, of the functions
// that end in _64, int64_t. What is larger than an int is refused.

// ---- the handle
// ------------------------------------------------------------------------------------------------------

cublasStatus_t cublasCreate(cublasHandle_t* handle);
/// Waits for all work of the device.
cublasStatus_t cublasDestroy(cublasHandle_t handle);
cublasStatus_t cublasGetVersion(cublasHandle_t handle, int* version);
cublasStatus_t cublasGetProperty(libraryPropertyType type, int* value);
size_t cublasGetCudartVersion(void);
/// Work is counted as done in `user_workspace`, too: two streams that share it race.
cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void* user_workspace, size_t bytes);
/// The workspace is cuBLAS' own again.
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t* stream);
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t* mode);
/// Kept, and otherwise ignored.
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode);
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t* mode);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t* mode);
cublasStatus_t cublasSetSmCountTarget(cublasHandle_t handle, int count);
cublasStatus_t cublasGetSmCountTarget(cublasHandle_t handle, int* count);
/// Kept, and otherwise ignored: numbers are never put together from smaller ones.
cublasStatus_t cublasSetEmulationStrategy(cublasHandle_t handle, cublasEmulationStrategy_t strategy);
cublasStatus_t cublasGetEmulationStrategy(cublasHandle_t handle, cublasEmulationStrategy_t* strategy);
cublasStatus_t cublasSetEmulationSpecialValuesSupport(cublasHandle_t handle, cudaEmulationSpecialValuesSupport mask);
cublasStatus_t cublasGetEmulationSpecialValuesSupport(cublasHandle_t handle, cudaEmulationSpecialValuesSupport* mask);
cublasStatus_t cublasSetFixedPointEmulationMantissaControl(cublasHandle_t handle, cudaEmulationMantissaControl control);
cublasStatus_t cublasGetFixedPointEmulationMantissaControl(cublasHandle_t handle,
                                                           cudaEmulationMantissaControl* control);
cublasStatus_t cublasSetFixedPointEmulationMaxMantissaBitCount(cublasHandle_t handle, int count);
cublasStatus_t cublasGetFixedPointEmulationMaxMantissaBitCount(cublasHandle_t handle, int* count);
cublasStatus_t cublasSetFixedPointEmulationMantissaBitOffset(cublasHandle_t handle, int offset);
cublasStatus_t cublasGetFixedPointEmulationMantissaBitOffset(cublasHandle_t handle, int* offset);
/// Nothing is logged.
cublasStatus_t cublasLoggerConfigure(int is_on, int to_stdout, int to_stderr, const char* file);
cublasStatus_t cublasSetLoggerCallback(cublasLogCallback callback);
cublasStatus_t cublasGetLoggerCallback(cublasLogCallback* callback);
const char* cublasGetStatusName(cublasStatus_t status);
const char* cublasGetStatusString(cublasStatus_t status);

// ---- families
// --------------------------------------------------------------------------------------------------------

#define FENCEPOST_BLAS_COPIES(N, SUFFIX)                                                                             \
  cublasStatus_t cublasSetVector##SUFFIX(N n, N element_bytes, const void* x, N incx, void* device_y, N incy);       \
  cublasStatus_t cublasGetVector##SUFFIX(N n, N element_bytes, const void* device_x, N incx, void* y, N incy);       \
  cublasStatus_t cublasSetVectorAsync##SUFFIX(N n, N element_bytes, const void* x, N incx, void* device_y, N incy,   \
                                              cudaStream_t stream);                                                  \
  cublasStatus_t cublasGetVectorAsync##SUFFIX(N n, N element_bytes, const void* device_x, N incx, void* y, N incy,   \
                                              cudaStream_t stream);                                                  \
  cublasStatus_t cublasSetMatrix##SUFFIX(N rows, N cols, N element_bytes, const void* A, N lda, void* B, N ldb);     \
  cublasStatus_t cublasGetMatrix##SUFFIX(N rows, N cols, N element_bytes, const void* A, N lda, void* B, N ldb);     \
  cublasStatus_t cublasSetMatrixAsync##SUFFIX(N rows, N cols, N element_bytes, const void* A, N lda, void* B, N ldb, \
                                              cudaStream_t stream);                                                  \
  cublasStatus_t cublasGetMatrixAsync##SUFFIX(N rows, N cols, N element_bytes, const void* A, N lda, void* B, N ldb, \
                                              cudaStream_t stream);

// Of all four types; LETTER is the small one, A the letters of what sums magnitudes: S, D, Sc, Dz.
#define FENCEPOST_BLAS_VECTORS(X, LETTER, A, T, R, N, SUFFIX)                                                  \
  cublasStatus_t cublas##X##axpy##SUFFIX(cublasHandle_t handle, N n, const T* alpha, const T* x, N incx, T* y, \
                                         N incy);                                                              \
  cublasStatus_t cublas##X##copy##SUFFIX(cublasHandle_t handle, N n, const T* x, N incx, T* y, N incy);        \
  cublasStatus_t cublas##X##scal##SUFFIX(cublasHandle_t handle, N n, const T* alpha, T* x, N incx);            \
  cublasStatus_t cublas##X##swap##SUFFIX(cublasHandle_t handle, N n, T* x, N incx, T* y, N incy);              \
  cublasStatus_t cublas##A##asum##SUFFIX(cublasHandle_t handle, N n, const T* x, N incx, R* result);           \
  cublasStatus_t cublas##A##nrm2##SUFFIX(cublasHandle_t handle, N n, const T* x, N incx, R* result);           \
  cublasStatus_t cublasI##LETTER##amax##SUFFIX(cublasHandle_t handle, N n, const T* x, N incx, N* result);     \
  cublasStatus_t cublasI##LETTER##amin##SUFFIX(cublasHandle_t handle, N n, const T* x, N incx, N* result);
#define FENCEPOST_BLAS_REAL_VECTORS(X, T, N, SUFFIX)                                                        \
  cublasStatus_t cublas##X##dot##SUFFIX(cublasHandle_t handle, N n, const T* x, N incx, const T* y, N incy, \
                                        T* result);                                                         \
  cublasStatus_t cublas##X##rot##SUFFIX(cublasHandle_t handle, N n, T* x, N incx, T* y, N incy, const T* c, const T* s);
#define FENCEPOST_BLAS_COMPLEX_VECTORS(X, LETTER, T, R, N, SUFFIX)                                           \
  cublasStatus_t cublas##X##dotu##SUFFIX(cublasHandle_t handle, N n, const T* x, N incx, const T* y, N incy, \
                                         T* result);                                                         \
  cublasStatus_t cublas##X##dotc##SUFFIX(cublasHandle_t handle, N n, const T* x, N incx, const T* y, N incy, \
                                         T* result);                                                         \
  cublasStatus_t cublas##X##LETTER##scal##SUFFIX(cublasHandle_t handle, N n, const R* alpha, T* x, N incx);

#define FENCEPOST_BLAS_MATRIX_VECTOR(X, T, N, SUFFIX)                                                                  \
  cublasStatus_t cublas##X##gemv##SUFFIX(cublasHandle_t handle, cublasOperation_t trans, N m, N n, const T* alpha,     \
                                         const T* A, N lda, const T* x, N incx, const T* beta, T* y, N incy);          \
  cublasStatus_t cublas##X##gemvStridedBatched##SUFFIX(cublasHandle_t handle, cublasOperation_t trans, N m, N n,       \
                                                       const T* alpha, const T* A, N lda, long long int strideA,       \
                                                       const T* x, N incx, long long int stridex, const T* beta, T* y, \
                                                       N incy, long long int stridey, N batchCount);                   \
  cublasStatus_t cublas##X##gemvBatched##SUFFIX(                                                                       \
      cublasHandle_t handle, cublasOperation_t trans, N m, N n, const T* alpha, const T* const Aarray[], N lda,        \
      const T* const xarray[], N incx, const T* beta, T* const yarray[], N incy, N batchCount);                        \
  cublasStatus_t cublas##X##symv##SUFFIX(cublasHandle_t handle, cublasFillMode_t uplo, N n, const T* alpha,            \
                                         const T* A, N lda, const T* x, N incx, const T* beta, T* y, N incy);          \
  cublasStatus_t cublas##X##trmv##SUFFIX(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,        \
                                         cublasDiagType_t diag, N n, const T* A, N lda, T* x, N incx);                 \
  cublasStatus_t cublas##X##trsv##SUFFIX(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,        \
                                         cublasDiagType_t diag, N n, const T* A, N lda, T* x, N incx);
// NAME: ger of real numbers, geru and gerc of complex ones.
#define FENCEPOST_BLAS_OUTER_PRODUCT(NAME, T, N, SUFFIX)                                                               \
  cublasStatus_t cublas##NAME##SUFFIX(cublasHandle_t handle, N m, N n, const T* alpha, const T* x, N incx, const T* y, \
                                      N incy, T* A, N lda);
#define FENCEPOST_BLAS_HERMITIAN_VECTOR(X, T, N, SUFFIX)                                                    \
  cublasStatus_t cublas##X##hemv##SUFFIX(cublasHandle_t handle, cublasFillMode_t uplo, N n, const T* alpha, \
                                         const T* A, N lda, const T* x, N incx, const T* beta, T* y, N incy);

// Of the four types, and of half.
#define FENCEPOST_BLAS_GEMM(X, T, N, SUFFIX)                                                                          \
  cublasStatus_t cublas##X##gemm##SUFFIX(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,   \
                                         N m, N n, N k, const T* alpha, const T* A, N lda, const T* B, N ldb,         \
                                         const T* beta, T* C, N ldc);                                                 \
  cublasStatus_t cublas##X##gemmBatched##SUFFIX(cublasHandle_t handle, cublasOperation_t transa,                      \
                                                cublasOperation_t transb, N m, N n, N k, const T* alpha,              \
                                                const T* const Aarray[], N lda, const T* const Barray[], N ldb,       \
                                                const T* beta, T* const Carray[], N ldc, N batchCount);               \
  cublasStatus_t cublas##X##gemmStridedBatched##SUFFIX(                                                               \
      cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, N m, N n, N k, const T* alpha,       \
      const T* A, N lda, long long int strideA, const T* B, N ldb, long long int strideB, const T* beta, T* C, N ldc, \
      long long int strideC, N batchCount);
#ifdef __cplusplus
#define FENCEPOST_BLAS_HALF_GEMM(N, SUFFIX) FENCEPOST_BLAS_GEMM(H, __half, N, SUFFIX)
#else
#define FENCEPOST_BLAS_HALF_GEMM(N, SUFFIX)
#endif
#define FENCEPOST_BLAS_MATRICES(X, T, N, SUFFIX)                                                                      \
  cublasStatus_t cublas##X##symm##SUFFIX(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, N m,    \
                                         N n, const T* alpha, const T* A, N lda, const T* B, N ldb, const T* beta,    \
                                         T* C, N ldc);                                                                \
  cublasStatus_t cublas##X##syrk##SUFFIX(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, N n,  \
                                         N k, const T* alpha, const T* A, N lda, const T* beta, T* C, N ldc);         \
  cublasStatus_t cublas##X##syr2k##SUFFIX(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, N n, \
                                          N k, const T* alpha, const T* A, N lda, const T* B, N ldb, const T* beta,   \
                                          T* C, N ldc);                                                               \
  cublasStatus_t cublas##X##syrkx##SUFFIX(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, N n, \
                                          N k, const T* alpha, const T* A, N lda, const T* B, N ldb, const T* beta,   \
                                          T* C, N ldc);                                                               \
  cublasStatus_t cublas##X##trmm##SUFFIX(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,         \
                                         cublasOperation_t trans, cublasDiagType_t diag, N m, N n, const T* alpha,    \
                                         const T* A, N lda, const T* B, N ldb, T* C, N ldc);                          \
  cublasStatus_t cublas##X##trsm##SUFFIX(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,         \
                                         cublasOperation_t trans, cublasDiagType_t diag, N m, N n, const T* alpha,    \
                                         const T* A, N lda, T* B, N ldb);                                             \
  cublasStatus_t cublas##X##trsmBatched##SUFFIX(                                                                      \
      cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans,                   \
      cublasDiagType_t diag, N m, N n, const T* alpha, const T* const A[], N lda, T* const B[], N ldb, N batchCount); \
  cublasStatus_t cublas##X##geam##SUFFIX(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,   \
                                         N m, N n, const T* alpha, const T* A, N lda, const T* beta, const T* B,      \
                                         N ldb, T* C, N ldc);                                                         \
  cublasStatus_t cublas##X##dgmm##SUFFIX(cublasHandle_t handle, cublasSideMode_t mode, N m, N n, const T* A, N lda,   \
                                         const T* x, N incx, T* C, N ldc);
#define FENCEPOST_BLAS_HERMITIAN_MATRICES(X, T, R, N, SUFFIX)                                                         \
  cublasStatus_t cublas##X##hemm##SUFFIX(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, N m,    \
                                         N n, const T* alpha, const T* A, N lda, const T* B, N ldb, const T* beta,    \
                                         T* C, N ldc);                                                                \
  cublasStatus_t cublas##X##herk##SUFFIX(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, N n,  \
                                         N k, const R* alpha, const T* A, N lda, const R* beta, T* C, N ldc);         \
  cublasStatus_t cublas##X##her2k##SUFFIX(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, N n, \
                                          N k, const T* alpha, const T* A, N lda, const T* B, N ldb, const R* beta,   \
                                          T* C, N ldc);                                                               \
  cublasStatus_t cublas##X##herkx##SUFFIX(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, N n, \
                                          N k, const T* alpha, const T* A, N lda, const T* B, N ldb, const R* beta,   \
                                          T* C, N ldc);

#define FENCEPOST_BLAS_GROUPED(X, T, N, SUFFIX)                                                                   \
  cublasStatus_t cublas##X##gemmGroupedBatched##SUFFIX(                                                           \
      cublasHandle_t handle, const cublasOperation_t transa_array[], const cublasOperation_t transb_array[],      \
      const N m_array[], const N n_array[], const N k_array[], const T alpha_array[], const T* const Aarray[],    \
      const N lda_array[], const T* const Barray[], const N ldb_array[], const T beta_array[], T* const Carray[], \
      const N ldc_array[], N group_count, const N group_size[]);
// The types of the operands are arguments: which go together, docs/libraries.md.
#define FENCEPOST_BLAS_EX(N, SUFFIX)                                                                                   \
  cublasStatus_t cublasSgemmEx##SUFFIX(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, N m, \
                                       N n, N k, const float* alpha, const void* A, cudaDataType Atype, N lda,         \
                                       const void* B, cudaDataType Btype, N ldb, const float* beta, void* C,           \
                                       cudaDataType Ctype, N ldc);                                                     \
  cublasStatus_t cublasGemmEx##SUFFIX(                                                                                 \
      cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, N m, N n, N k, const void* alpha,     \
      const void* A, cudaDataType Atype, N lda, const void* B, cudaDataType Btype, N ldb, const void* beta, void* C,   \
      cudaDataType Ctype, N ldc, cublasComputeType_t computeType, cublasGemmAlgo_t algo);                              \
  cublasStatus_t cublasGemmBatchedEx##SUFFIX(                                                                          \
      cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, N m, N n, N k, const void* alpha,     \
      const void* const Aarray[], cudaDataType Atype, N lda, const void* const Barray[], cudaDataType Btype, N ldb,    \
      const void* beta, void* const Carray[], cudaDataType Ctype, N ldc, N batchCount,                                 \
      cublasComputeType_t computeType, cublasGemmAlgo_t algo);                                                         \
  cublasStatus_t cublasGemmStridedBatchedEx##SUFFIX(                                                                   \
      cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, N m, N n, N k, const void* alpha,     \
      const void* A, cudaDataType Atype, N lda, long long int strideA, const void* B, cudaDataType Btype, N ldb,       \
      long long int strideB, const void* beta, void* C, cudaDataType Ctype, N ldc, long long int strideC,              \
      N batchCount, cublasComputeType_t computeType, cublasGemmAlgo_t algo);                                           \
  cublasStatus_t cublasAxpyEx##SUFFIX(cublasHandle_t handle, N n, const void* alpha, cudaDataType alphaType,           \
                                      const void* x, cudaDataType xType, N incx, void* y, cudaDataType yType, N incy,  \
                                      cudaDataType executionType);                                                     \
  cublasStatus_t cublasScalEx##SUFFIX(cublasHandle_t handle, N n, const void* alpha, cudaDataType alphaType, void* x,  \
                                      cudaDataType xType, N incx, cudaDataType executionType);                         \
  cublasStatus_t cublasDotEx##SUFFIX(cublasHandle_t handle, N n, const void* x, cudaDataType xType, N incx,            \
                                     const void* y, cudaDataType yType, N incy, void* result, cudaDataType resultType, \
                                     cudaDataType executionType);                                                      \
  cublasStatus_t cublasDotcEx##SUFFIX(cublasHandle_t handle, N n, const void* x, cudaDataType xType, N incx,           \
                                      const void* y, cudaDataType yType, N incy, void* result,                         \
                                      cudaDataType resultType, cudaDataType executionType);                            \
  cublasStatus_t cublasRotEx##SUFFIX(cublasHandle_t handle, N n, void* x, cudaDataType xType, N incx, void* y,         \
                                     cudaDataType yType, N incy, const void* c, const void* s, cudaDataType csType,    \
                                     cudaDataType executiontype);                                                      \
  cublasStatus_t cublasGemmGroupedBatchedEx##SUFFIX(                                                                   \
      cublasHandle_t handle, const cublasOperation_t transa_array[], const cublasOperation_t transb_array[],           \
      const N m_array[], const N n_array[], const N k_array[], const void* alpha_array, const void* const Aarray[],    \
      cudaDataType_t Atype, const N lda_array[], const void* const Barray[], cudaDataType_t Btype,                     \
      const N ldb_array[], const void* beta_array, void* const Carray[], cudaDataType_t Ctype, const N ldc_array[],    \
      N group_count, const N group_size[], cublasComputeType_t computeType);                                           \
  FENCEPOST_BLAS_GROUPED(S, float, N, SUFFIX)                                                                          \
  FENCEPOST_BLAS_GROUPED(D, double, N, SUFFIX)                                                                         \
  cublasStatus_t cublasNrm2Ex##SUFFIX(cublasHandle_t handle, N n, const void* x, cudaDataType xType, N incx,           \
                                      void* result, cudaDataType resultType, cudaDataType executionType);

#define FENCEPOST_BLAS_BATCHES(X, T)                                                                                  \
  cublasStatus_t cublas##X##getrfBatched(cublasHandle_t handle, int n, T* const A[], int lda, int* P, int* info,      \
                                         int batchSize);                                                              \
  cublasStatus_t cublas##X##getrsBatched(cublasHandle_t handle, cublasOperation_t trans, int n, int nrhs,             \
                                         const T* const Aarray[], int lda, const int* devIpiv, T* const Barray[],     \
                                         int ldb, int* info, int batchSize);                                          \
  cublasStatus_t cublas##X##getriBatched(cublasHandle_t handle, int n, const T* const A[], int lda, const int* P,     \
                                         T* const C[], int ldc, int* info, int batchSize);                            \
  cublasStatus_t cublas##X##matinvBatched(cublasHandle_t handle, int n, const T* const A[], int lda, T* const Ainv[], \
                                          int lda_inv, int* info, int batchSize);                                     \
  cublasStatus_t cublas##X##gelsBatched(cublasHandle_t handle, cublasOperation_t trans, int m, int n, int nrhs,       \
                                        T* const Aarray[], int lda, T* const Carray[], int ldc, int* info,            \
                                        int* devInfoArray, int batchSize);

#define FENCEPOST_BLAS_ALL(N, SUFFIX)                                      \
  FENCEPOST_BLAS_COPIES(N, SUFFIX)                                         \
  FENCEPOST_BLAS_VECTORS(S, s, S, float, float, N, SUFFIX)                 \
  FENCEPOST_BLAS_VECTORS(D, d, D, double, double, N, SUFFIX)               \
  FENCEPOST_BLAS_VECTORS(C, c, Sc, cuComplex, float, N, SUFFIX)            \
  FENCEPOST_BLAS_VECTORS(Z, z, Dz, cuDoubleComplex, double, N, SUFFIX)     \
  FENCEPOST_BLAS_REAL_VECTORS(S, float, N, SUFFIX)                         \
  FENCEPOST_BLAS_REAL_VECTORS(D, double, N, SUFFIX)                        \
  FENCEPOST_BLAS_COMPLEX_VECTORS(C, s, cuComplex, float, N, SUFFIX)        \
  FENCEPOST_BLAS_COMPLEX_VECTORS(Z, d, cuDoubleComplex, double, N, SUFFIX) \
  FENCEPOST_BLAS_MATRIX_VECTOR(S, float, N, SUFFIX)                        \
  FENCEPOST_BLAS_MATRIX_VECTOR(D, double, N, SUFFIX)                       \
  FENCEPOST_BLAS_MATRIX_VECTOR(C, cuComplex, N, SUFFIX)                    \
  FENCEPOST_BLAS_MATRIX_VECTOR(Z, cuDoubleComplex, N, SUFFIX)              \
  FENCEPOST_BLAS_OUTER_PRODUCT(Sger, float, N, SUFFIX)                     \
  FENCEPOST_BLAS_OUTER_PRODUCT(Dger, double, N, SUFFIX)                    \
  FENCEPOST_BLAS_OUTER_PRODUCT(Cgeru, cuComplex, N, SUFFIX)                \
  FENCEPOST_BLAS_OUTER_PRODUCT(Zgeru, cuDoubleComplex, N, SUFFIX)          \
  FENCEPOST_BLAS_OUTER_PRODUCT(Cgerc, cuComplex, N, SUFFIX)                \
  FENCEPOST_BLAS_OUTER_PRODUCT(Zgerc, cuDoubleComplex, N, SUFFIX)          \
  FENCEPOST_BLAS_HERMITIAN_VECTOR(C, cuComplex, N, SUFFIX)                 \
  FENCEPOST_BLAS_HERMITIAN_VECTOR(Z, cuDoubleComplex, N, SUFFIX)           \
  FENCEPOST_BLAS_GEMM(S, float, N, SUFFIX)                                 \
  FENCEPOST_BLAS_GEMM(D, double, N, SUFFIX)                                \
  FENCEPOST_BLAS_GEMM(C, cuComplex, N, SUFFIX)                             \
  FENCEPOST_BLAS_GEMM(Z, cuDoubleComplex, N, SUFFIX)                       \
  FENCEPOST_BLAS_HALF_GEMM(N, SUFFIX)                                      \
  FENCEPOST_BLAS_MATRICES(S, float, N, SUFFIX)                             \
  FENCEPOST_BLAS_MATRICES(D, double, N, SUFFIX)                            \
  FENCEPOST_BLAS_MATRICES(C, cuComplex, N, SUFFIX)                         \
  FENCEPOST_BLAS_MATRICES(Z, cuDoubleComplex, N, SUFFIX)                   \
  FENCEPOST_BLAS_HERMITIAN_MATRICES(C, cuComplex, float, N, SUFFIX)        \
  FENCEPOST_BLAS_HERMITIAN_MATRICES(Z, cuDoubleComplex, double, N, SUFFIX) \
  FENCEPOST_BLAS_EX(N, SUFFIX)

FENCEPOST_BLAS_ALL(int, )
FENCEPOST_BLAS_ALL(int64_t, _64)
FENCEPOST_BLAS_BATCHES(S, float)
FENCEPOST_BLAS_BATCHES(D, double)
FENCEPOST_BLAS_BATCHES(C, cuComplex)
FENCEPOST_BLAS_BATCHES(Z, cuDoubleComplex)

#undef FENCEPOST_BLAS_COPIES
#undef FENCEPOST_BLAS_VECTORS
#undef FENCEPOST_BLAS_REAL_VECTORS
#undef FENCEPOST_BLAS_COMPLEX_VECTORS
#undef FENCEPOST_BLAS_MATRIX_VECTOR
#undef FENCEPOST_BLAS_OUTER_PRODUCT
#undef FENCEPOST_BLAS_HERMITIAN_VECTOR
#undef FENCEPOST_BLAS_GEMM
#undef FENCEPOST_BLAS_HALF_GEMM
#undef FENCEPOST_BLAS_MATRICES
#undef FENCEPOST_BLAS_HERMITIAN_MATRICES
#undef FENCEPOST_BLAS_EX
#undef FENCEPOST_BLAS_ALL
#undef FENCEPOST_BLAS_BATCHES

#include "rotations.h"
#include "stored_triangles.h"

// ---- not there: refused where they are called
// ------------------------------------------------------------------------

#ifdef __cplusplus
#define FENCEPOST_BLAS_REFUSED(name) cublasStatus_t name(...);
#else
#define FENCEPOST_BLAS_REFUSED(name) cublasStatus_t name();
#endif
#include "refused.inc"
#undef FENCEPOST_BLAS_REFUSED
