// The functions of cuSOLVER that are there. Included by cusolverDn.h, within extern "C". Matrices lie column by column.
// devInfo is written when the work is done: it is what LAPACK calls INFO.

// ---- handles and parameters ----

cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t* handle);
cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t handle);
cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t streamId);
cusolverStatus_t cusolverDnGetStream(cusolverDnHandle_t handle, cudaStream_t* streamId);
/// Kept, and otherwise ignored, as all parameters.
cusolverStatus_t cusolverDnCreateParams(cusolverDnParams_t* params);
cusolverStatus_t cusolverDnDestroyParams(cusolverDnParams_t params);
cusolverStatus_t cusolverDnSetAdvOptions(cusolverDnParams_t params, cusolverDnFunction_t function,
                                         cusolverAlgMode_t algo);
cusolverStatus_t cusolverGetVersion(int* version);
cusolverStatus_t cusolverGetProperty(libraryPropertyType type, int* value);
cusolverStatus_t cusolverDnCreateSyevjInfo(syevjInfo_t* info);
cusolverStatus_t cusolverDnDestroySyevjInfo(syevjInfo_t info);
cusolverStatus_t cusolverDnXsyevjSetTolerance(syevjInfo_t info, double tolerance);
cusolverStatus_t cusolverDnXsyevjSetMaxSweeps(syevjInfo_t info, int max_sweeps);
cusolverStatus_t cusolverDnXsyevjSetSortEig(syevjInfo_t info, int sort_eig);
cusolverStatus_t cusolverDnXsyevjGetResidual(cusolverDnHandle_t handle, syevjInfo_t info, double* residual);
cusolverStatus_t cusolverDnXsyevjGetSweeps(cusolverDnHandle_t handle, syevjInfo_t info, int* executed_sweeps);
cusolverStatus_t cusolverDnCreateGesvdjInfo(gesvdjInfo_t* info);
cusolverStatus_t cusolverDnDestroyGesvdjInfo(gesvdjInfo_t info);
cusolverStatus_t cusolverDnXgesvdjSetTolerance(gesvdjInfo_t info, double tolerance);
cusolverStatus_t cusolverDnXgesvdjSetMaxSweeps(gesvdjInfo_t info, int max_sweeps);
cusolverStatus_t cusolverDnXgesvdjSetSortEig(gesvdjInfo_t info, int sort_svd);
cusolverStatus_t cusolverDnXgesvdjGetResidual(cusolverDnHandle_t handle, gesvdjInfo_t info, double* residual);
cusolverStatus_t cusolverDnXgesvdjGetSweeps(cusolverDnHandle_t handle, gesvdjInfo_t info, int* executed_sweeps);

// ---- with sizes of 64 bits and any type; what is larger than an int is refused ----

cusolverStatus_t cusolverDnXpotrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                             cublasFillMode_t uplo, int64_t n, cudaDataType dataTypeA, const void* A,
                                             int64_t lda, cudaDataType computeType, size_t* workspaceInBytesOnDevice,
                                             size_t* workspaceInBytesOnHost);
cusolverStatus_t cusolverDnXpotrf(cusolverDnHandle_t handle, cusolverDnParams_t params, cublasFillMode_t uplo,
                                  int64_t n, cudaDataType dataTypeA, void* A, int64_t lda, cudaDataType computeType,
                                  void* bufferOnDevice, size_t workspaceInBytesOnDevice, void* bufferOnHost,
                                  size_t workspaceInBytesOnHost, int* info);
cusolverStatus_t cusolverDnXpotrs(cusolverDnHandle_t handle, cusolverDnParams_t params, cublasFillMode_t uplo,
                                  int64_t n, int64_t nrhs, cudaDataType dataTypeA, const void* A, int64_t lda,
                                  cudaDataType dataTypeB, void* B, int64_t ldb, int* info);
cusolverStatus_t cusolverDnXgetrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m, int64_t n,
                                             cudaDataType dataTypeA, const void* A, int64_t lda,
                                             cudaDataType computeType, size_t* workspaceInBytesOnDevice,
                                             size_t* workspaceInBytesOnHost);
cusolverStatus_t cusolverDnXgetrf(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m, int64_t n,
                                  cudaDataType dataTypeA, void* A, int64_t lda, int64_t* ipiv, cudaDataType computeType,
                                  void* bufferOnDevice, size_t workspaceInBytesOnDevice, void* bufferOnHost,
                                  size_t workspaceInBytesOnHost, int* info);
cusolverStatus_t cusolverDnXgetrs(cusolverDnHandle_t handle, cusolverDnParams_t params, cublasOperation_t trans,
                                  int64_t n, int64_t nrhs, cudaDataType dataTypeA, const void* A, int64_t lda,
                                  const int64_t* ipiv, cudaDataType dataTypeB, void* B, int64_t ldb, int* info);
cusolverStatus_t cusolverDnXgeqrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m, int64_t n,
                                             cudaDataType dataTypeA, const void* A, int64_t lda,
                                             cudaDataType dataTypeTau, const void* tau, cudaDataType computeType,
                                             size_t* workspaceInBytesOnDevice, size_t* workspaceInBytesOnHost);
cusolverStatus_t cusolverDnXgeqrf(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m, int64_t n,
                                  cudaDataType dataTypeA, void* A, int64_t lda, cudaDataType dataTypeTau, void* tau,
                                  cudaDataType computeType, void* bufferOnDevice, size_t workspaceInBytesOnDevice,
                                  void* bufferOnHost, size_t workspaceInBytesOnHost, int* info);
cusolverStatus_t cusolverDnXsyevd_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                             cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n,
                                             cudaDataType dataTypeA, const void* A, int64_t lda, cudaDataType dataTypeW,
                                             const void* W, cudaDataType computeType, size_t* workspaceInBytesOnDevice,
                                             size_t* workspaceInBytesOnHost);
cusolverStatus_t cusolverDnXsyevd(cusolverDnHandle_t handle, cusolverDnParams_t params, cusolverEigMode_t jobz,
                                  cublasFillMode_t uplo, int64_t n, cudaDataType dataTypeA, void* A, int64_t lda,
                                  cudaDataType dataTypeW, void* W, cudaDataType computeType, void* bufferOnDevice,
                                  size_t workspaceInBytesOnDevice, void* bufferOnHost, size_t workspaceInBytesOnHost,
                                  int* info);
cusolverStatus_t cusolverDnXgesvd_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params, signed char jobu,
                                             signed char jobvt, int64_t m, int64_t n, cudaDataType dataTypeA,
                                             const void* A, int64_t lda, cudaDataType dataTypeS, const void* S,
                                             cudaDataType dataTypeU, const void* U, int64_t ldu,
                                             cudaDataType dataTypeVT, const void* VT, int64_t ldvt,
                                             cudaDataType computeType, size_t* workspaceInBytesOnDevice,
                                             size_t* workspaceInBytesOnHost);
cusolverStatus_t cusolverDnXgesvd(cusolverDnHandle_t handle, cusolverDnParams_t params, signed char jobu,
                                  signed char jobvt, int64_t m, int64_t n, cudaDataType dataTypeA, void* A, int64_t lda,
                                  cudaDataType dataTypeS, void* S, cudaDataType dataTypeU, void* U, int64_t ldu,
                                  cudaDataType dataTypeVT, void* VT, int64_t ldvt, cudaDataType computeType,
                                  void* bufferOnDevice, size_t workspaceInBytesOnDevice, void* bufferOnHost,
                                  size_t workspaceInBytesOnHost, int* info);

// ---- families ----

// X is the letter of the type T, R the real type; of complex numbers OR is un, SY he.
#define FENCEPOST_SOLVER_FAMILY(X, T, R, OR, SY)                                                                       \
  cusolverStatus_t cusolverDn##X##potrf_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T* A,      \
                                                   int lda, int* Lwork);                                               \
  cusolverStatus_t cusolverDn##X##potrf(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T* A, int lda,        \
                                        T* Workspace, int Lwork, int* devInfo);                                        \
  cusolverStatus_t cusolverDn##X##potri_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T* A,      \
                                                   int lda, int* lwork);                                               \
  cusolverStatus_t cusolverDn##X##potri(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T* A, int lda,        \
                                        T* work, int lwork, int* devInfo);                                             \
  cusolverStatus_t cusolverDn##X##potrs(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int nrhs, const T* A, \
                                        int lda, T* B, int ldb, int* devInfo);                                         \
  cusolverStatus_t cusolverDn##X##potrfBatched(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T* Aarray[],   \
                                               int lda, int* infoArray, int batchSize);                                \
  cusolverStatus_t cusolverDn##X##potrsBatched(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int nrhs,      \
                                               T* A[], int lda, T* B[], int ldb, int* d_info, int batchSize);          \
  cusolverStatus_t cusolverDn##X##getrf_bufferSize(cusolverDnHandle_t handle, int m, int n, T* A, int lda,             \
                                                   int* Lwork);                                                        \
  cusolverStatus_t cusolverDn##X##getrf(cusolverDnHandle_t handle, int m, int n, T* A, int lda, T* Workspace,          \
                                        int* devIpiv, int* devInfo);                                                   \
  cusolverStatus_t cusolverDn##X##getrs(cusolverDnHandle_t handle, cublasOperation_t trans, int n, int nrhs,           \
                                        const T* A, int lda, const int* devIpiv, T* B, int ldb, int* devInfo);         \
  cusolverStatus_t cusolverDn##X##geqrf_bufferSize(cusolverDnHandle_t handle, int m, int n, T* A, int lda,             \
                                                   int* lwork);                                                        \
  cusolverStatus_t cusolverDn##X##geqrf(cusolverDnHandle_t handle, int m, int n, T* A, int lda, T* TAU, T* Workspace,  \
                                        int Lwork, int* devInfo);                                                      \
  cusolverStatus_t cusolverDn##X##gesvd_bufferSize(cusolverDnHandle_t handle, int m, int n, int* lwork);               \
  cusolverStatus_t cusolverDn##X##gesvd(cusolverDnHandle_t handle, signed char jobu, signed char jobvt, int m, int n,  \
                                        T* A, int lda, R* S, T* U, int ldu, T* VT, int ldvt, T* work, int lwork,       \
                                        R* rwork, int* info);                                                          \
  cusolverStatus_t cusolverDn##X##gesvdj_bufferSize(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int econ,       \
                                                    int m, int n, const T* A, int lda, const R* S, const T* U,         \
                                                    int ldu, const T* V, int ldv, int* lwork, gesvdjInfo_t params);    \
  cusolverStatus_t cusolverDn##X##gesvdj(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int econ, int m, int n,    \
                                         T* A, int lda, R* S, T* U, int ldu, T* V, int ldv, T* work, int lwork,        \
                                         int* info, gesvdjInfo_t params);                                              \
  cusolverStatus_t cusolverDn##X##OR##gqr_bufferSize(cusolverDnHandle_t handle, int m, int n, int k, const T* A,       \
                                                     int lda, const T* tau, int* lwork);                               \
  cusolverStatus_t cusolverDn##X##OR##gqr(cusolverDnHandle_t handle, int m, int n, int k, T* A, int lda, const T* tau, \
                                          T* work, int lwork, int* info);                                              \
  cusolverStatus_t cusolverDn##X##OR##mqr_bufferSize(cusolverDnHandle_t handle, cublasSideMode_t side,                 \
                                                     cublasOperation_t trans, int m, int n, int k, const T* A,         \
                                                     int lda, const T* tau, const T* C, int ldc, int* lwork);          \
  cusolverStatus_t cusolverDn##X##OR##mqr(cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t trans,   \
                                          int m, int n, int k, const T* A, int lda, const T* tau, T* C, int ldc,       \
                                          T* work, int lwork, int* devInfo);                                           \
  cusolverStatus_t cusolverDn##X##SY##evd_bufferSize(cusolverDnHandle_t handle, cusolverEigMode_t jobz,                \
                                                     cublasFillMode_t uplo, int n, const T* A, int lda, const R* W,    \
                                                     int* lwork);                                                      \
  cusolverStatus_t cusolverDn##X##SY##evd(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo,    \
                                          int n, T* A, int lda, R* W, T* work, int lwork, int* info);                  \
  cusolverStatus_t cusolverDn##X##SY##evj_bufferSize(cusolverDnHandle_t handle, cusolverEigMode_t jobz,                \
                                                     cublasFillMode_t uplo, int n, const T* A, int lda, const R* W,    \
                                                     int* lwork, syevjInfo_t params);                                  \
  cusolverStatus_t cusolverDn##X##SY##evj(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo,    \
                                          int n, T* A, int lda, R* W, T* work, int lwork, int* info,                   \
                                          syevjInfo_t params);                                                         \
  cusolverStatus_t cusolverDn##X##SY##gvd_bufferSize(cusolverDnHandle_t handle, cusolverEigType_t itype,               \
                                                     cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, const T* A, \
                                                     int lda, const T* B, int ldb, const R* W, int* lwork);            \
  cusolverStatus_t cusolverDn##X##SY##gvd(cusolverDnHandle_t handle, cusolverEigType_t itype, cusolverEigMode_t jobz,  \
                                          cublasFillMode_t uplo, int n, T* A, int lda, T* B, int ldb, R* W, T* work,   \
                                          int lwork, int* info);

FENCEPOST_SOLVER_FAMILY(S, float, float, or, sy)
FENCEPOST_SOLVER_FAMILY(D, double, double, or, sy)
FENCEPOST_SOLVER_FAMILY(C, cuComplex, float, un, he)
FENCEPOST_SOLVER_FAMILY(Z, cuDoubleComplex, double, un, he)
#undef FENCEPOST_SOLVER_FAMILY
